"""Requests over kept-alive connections of one process, as fast as they are answered."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Request = Callable[[int], bytes]  # how many the connection has sent -> the raw request


@dataclass(frozen=True, slots=True)
class Answered:
    """Requests a second, and the slowest hundredth in seconds."""

    rate: float
    p99_s: float


def run(port: int, connections: Sequence[Request], *, seconds: float) -> Answered:
    """RuntimeError with the first answer that is not 201."""
    return asyncio.run(_run(port, connections, seconds))


async def _run(port: int, connections: Sequence[Request], seconds: float) -> Answered:
    took: list[float] = []
    until = time.perf_counter() + seconds
    began = time.perf_counter()
    await asyncio.gather(*(_one(port, request, until, took) for request in connections))
    spent = time.perf_counter() - began
    took.sort()
    return Answered(len(took) / spent, took[int(len(took) * 0.99)])


async def _one(port: int, request: Request, until: float, took: list[float]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    count = 0
    while (began := time.perf_counter()) < until:
        writer.write(request(count))
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(
            int(line[15:])
            for line in head.lower().split(b"\r\n")
            if line.startswith(b"content-length:")
        )
        body = await reader.readexactly(length)
        if not head.startswith(b"HTTP/1.1 201"):
            raise RuntimeError(f"{head.decode()}{body[:500].decode()}")
        took.append(time.perf_counter() - began)
        count += 1
    writer.close()


def post(path: str, body: bytes, headers: dict[str, str]) -> bytes:
    """One raw request."""
    lines = [f"POST {path} HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body
