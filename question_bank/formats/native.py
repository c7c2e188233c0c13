"""The bank's own format: a folder of YAML or JSON files, or one file that holds everything.

Whatever the files are, the tree read has one shape:
`{format, bank, constants?, functions?, references?, topics: [{id, module?, title, items, ...}]}`.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace
from pathlib import PurePosixPath

from question_bank.formats.json_file import read_json
from question_bank.formats.plain_files import decode
from question_bank.formats.tree import Data, Path, Spot, Tree
from question_bank.formats.yaml_file import read_yaml
from question_bank.model import BankError, Issue

MAX_FILES = 200
MAX_TOTAL = 16_000_000  # bytes of all files
ENDINGS = (".yaml", ".yml", ".json")


def read(files: Mapping[str, bytes]) -> Tree:
    """`files` maps names such as "bank.yaml" to bytes.

    Raises BankError if nothing can be said of the bank as a whole; other faults are in the tree.
    """
    files = {name: content for name, content in files.items() if name.endswith(ENDINGS)}
    _check_amount(files)
    main = _main_file(files)
    if main is None:
        raise BankError(
            [Issue("missing", f"there is no bank.yaml among {', '.join(sorted(files))}")]
        )
    trees, issues = dict[str, Tree](), list[Issue]()
    for name, content in files.items():
        try:
            trees[name] = read_file(name, content)
        except BankError as error:
            issues += error.issues
    if main not in trees:
        raise BankError(issues)
    tree = _whole(main, trees, unreadable=files.keys() - trees.keys())
    return replace(tree, issues=[*issues, *tree.issues])


def read_file(name: str, content: bytes) -> Tree:
    """One file by itself; what does not end in .yaml or .yml and begins with { is JSON."""
    text = decode(name, content)
    is_yaml = name.endswith((".yaml", ".yml"))
    is_json = name.endswith(".json") or (not is_yaml and text.lstrip()[:1] == "{")
    return (read_json if is_json else read_yaml)(name, text)


def _check_amount(files: Mapping[str, bytes]) -> None:
    if not files:
        raise BankError([Issue("missing", "there is no .yaml, .yml or .json file to read")])
    total = sum(map(len, files.values()))
    if len(files) > MAX_FILES or total > MAX_TOTAL:
        limit = f"a bank has at most {MAX_FILES} files and {MAX_TOTAL:,} bytes"
        raise BankError([Issue("limit", f"{limit}, got {len(files)} and {total:,}")])


def _main_file(files: Mapping[str, bytes]) -> str | None:
    """The file named `bank`, or the only one."""
    named = [name for name in files if PurePosixPath(name).stem == "bank"]
    named.sort(key=lambda name: (name.count("/"), ENDINGS.index(PurePosixPath(name).suffix)))
    return named[0] if named else next(iter(files)) if len(files) == 1 else None


def _whole(main: str, trees: Mapping[str, Tree], unreadable: Set[str]) -> Tree:
    tree = trees[main]
    if not isinstance(tree.data, dict):
        raise BankError([tree.issue("type", "expected a map with `format`, `bank`, `topics`", ())])
    if "bank" not in tree.data and "items" in tree.data:
        return _of_one_topic(tree, tree.data)
    whole = _Whole(main, tree, trees, unreadable)
    topics = tree.data.get("topics")
    for index, entry in enumerate(topics if isinstance(topics, list) else ()):
        whole.add_topic(index, entry)
    return whole.tree()


class _Whole:
    """The tree of the main file, with topics put in from their own files."""

    def __init__(
        self, main: str, tree: Tree, trees: Mapping[str, Tree], unreadable: Set[str]
    ) -> None:
        self.main, self.base, self.trees = main, tree, trees
        self.unreadable = unreadable
        self.folder = PurePosixPath(main).parent
        self.data: dict[str, Data] = dict(tree.data) if isinstance(tree.data, dict) else {}
        self.topics: list[Data] = []
        self.spots, self.keys = dict(tree.spots), dict(tree.keys)
        self.sources = dict(tree.sources)
        self.roots: dict[str, Path] = {main: ()}
        self.issues: list[Issue] = []

    def add_topic(self, index: int, entry: Data) -> None:
        here: Path = ("topics", index)
        match entry:
            case {"items": _}:
                self.topics.append(entry)
            case str():
                self._add_file(here, {"id": entry}, [f"{entry}{ending}" for ending in ENDINGS])
            case {"file": str(file)}:
                self._add_file(here, _without_file(entry), [file])
            case {"id": str(topic)}:
                names = [f"{topic}{ending}" for ending in ENDINGS]
                self._add_file(here, _without_file(entry), names)
            case _:
                message = "expected the id of a topic, or a map with `id`"
                self.fault("type", message, here)
                self.topics.append(None)

    def _add_file(self, here: Path, given: dict[str, Data], names: list[str]) -> None:
        paths = [str(self.folder / name) for name in names]
        file = next((path for path in paths if path in self.trees and path != self.main), None)
        if file is None:
            if not self.unreadable & set(paths):
                self.fault("missing_file", f"there is no file {names[0]} beside {self.main}", here)
            self.topics.append(None)
        elif file in self.roots:
            self.fault("duplicate", f"{file} is a topic already", here)
            self.topics.append(None)
        else:
            self._merge(here, given, file)

    def fault(self, code: str, message: str, path: Path) -> None:
        self.issues.append(self.base.issue(code, message, path))

    def _merge(self, here: Path, given: dict[str, Data], file: str) -> None:
        tree = self.trees[file]
        self.roots[file] = here
        self.sources.update(tree.sources)
        if not isinstance(tree.data, dict):
            message = "expected a map with `format`, `module`, `items`"
            self.issues.append(tree.issue("type", message, ()))
            self.topics.append(None)
            return
        for key in given.keys() & tree.data.keys():
            if given[key] != tree.data[key]:
                message = f"{key!r} is given here and, differently, in {file}"
                self.fault("duplicate", message, (*here, key))
        self.topics.append({**given, **tree.data})
        self.spots.setdefault((*here, "id"), self.spots[here])
        self.spots |= {(*here, *path): spot for path, spot in tree.spots.items()}
        self.keys |= {(*here, *path): spot for path, spot in tree.keys.items()}

    def tree(self) -> Tree:
        if isinstance(self.data.get("topics"), list):
            self.data["topics"] = self.topics
        unused = [
            Issue("unused_file", "this file is no topic of the bank", file=name, severity="warning")
            for name in self.trees
            if name not in self.roots
        ]
        issues = [*self.issues, *unused]
        return Tree(self.data, self.spots, self.keys, self.sources, self.roots, issues)


def _without_file(entry: Data) -> dict[str, Data]:
    pairs = entry.items() if isinstance(entry, dict) else ()
    return {key: value for key, value in pairs if key != "file"}


def _of_one_topic(tree: Tree, topic: dict[str, Data]) -> Tree:
    """A topic file alone: a bank named by its module, in the languages of its title."""
    module = topic.get("module")
    bank_id, _, topic_id = (module if isinstance(module, str) else "").partition(".")
    title = topic.get("title") or _first_title(topic)
    languages: list[Data] = list(title) if isinstance(title, dict) else ["en"]
    bank: dict[str, Data] = {"id": bank_id, "title": title, "languages": languages}
    here: Path = ("topics", 0)
    start: Spot = tree.spots[()]
    at = tree.spots.get(("module",), start)
    spots: dict[Path, Spot] = {(): start, ("bank",): at, ("topics",): start, (*here, "id"): at}
    spots |= {(*here, *path): spot for path, spot in tree.spots.items()}
    keys = {(*here, *path): spot for path, spot in tree.keys.items()}
    whole: Data = {
        "format": topic.get("format"),
        "bank": bank,
        "topics": [{"id": topic_id, "title": title, **topic}],
    }
    file = start.file
    return replace(tree, data=whole, spots=spots, keys=keys, roots={file: here})


def _first_title(topic: Mapping[str, Data]) -> Data:
    items = topic.get("items")
    first = items[0] if isinstance(items, list) and items else None
    return first.get("title") if isinstance(first, dict) else None
