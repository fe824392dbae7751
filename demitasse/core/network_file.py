"""The file of a network: named arrays of numbers and a few texts in the safetensors format, read with every bound
checked. Data and never code: whatever such a file holds, reading it runs nothing.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeGuard

import numpy as np
import numpy.typing as npt

from demitasse.core.errors import BadNetwork

Floats = npt.NDArray[np.float32]

MAX_FILE = 32 * 2**20  # bytes
MAX_HEADER = 64 * 2**10  # bytes
MAX_TENSORS = 64
MAX_AXES = 3
LENGTH = 8  # bytes that say how long the header is
METADATA = "__metadata__"
KINDS: dict[str, np.dtype[Any]] = {"F16": np.dtype("<f2"), "F32": np.dtype("<f4")}


def load(path: Path) -> tuple[dict[str, Floats], dict[str, str]]:
    """(the tensors in single precision, the metadata). Raises BadNetwork, which says what is wrong."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE + 1)
    except OSError as error:
        raise BadNetwork(f"the network {path.name} cannot be read: {error.strerror}") from None
    return read(data)


def read(data: bytes) -> tuple[dict[str, Floats], dict[str, str]]:
    """As `load`, of the bytes of a file."""
    if len(data) > MAX_FILE:
        raise BadNetwork(f"the network is too large; expected at most {MAX_FILE} bytes")
    size = int.from_bytes(data[:LENGTH], "little")
    if len(data) < LENGTH or not 2 <= size <= min(MAX_HEADER, len(data) - LENGTH):
        raise BadNetwork("the network is cut short, or is no file of the safetensors format")
    header = _header(data[LENGTH : LENGTH + size])
    metadata = header.pop(METADATA, {})
    if not isinstance(metadata, dict) or not all(isinstance(text, str) for text in metadata.values()):
        raise BadNetwork("the network's metadata are no texts by name")
    if len(header) > MAX_TENSORS:
        raise BadNetwork(f"the network has {len(header)} tensors; expected at most {MAX_TENSORS}")
    body = memoryview(data)[LENGTH + size :]
    return {name: _tensor(name, entry, body) for name, entry in header.items()}, metadata


def dump(path: Path, tensors: Mapping[str, npt.NDArray[Any]], metadata: Mapping[str, str]) -> None:
    """Write the tensors in half precision, whole or not at all; `load` reads them."""
    beside = path.with_name(f"{path.name}.part")
    beside.write_bytes(written(tensors, metadata))
    beside.replace(path)


def written(tensors: Mapping[str, npt.NDArray[Any]], metadata: Mapping[str, str]) -> bytes:
    """The bytes of a file. Raises BadNetwork for what half precision cannot hold."""
    header: dict[str, Any] = {METADATA: dict(metadata)}
    parts, at = [], 0
    for name, tensor in tensors.items():
        with np.errstate(over="ignore"):
            half = np.ascontiguousarray(tensor, np.dtype("<f2"))
        if not np.isfinite(half).all():
            raise BadNetwork(f"the network's {name} has numbers that are too large or no numbers")
        header[name] = {"dtype": "F16", "shape": list(half.shape), "data_offsets": [at, at + half.nbytes]}
        parts.append(half.tobytes())
        at += half.nbytes
    text = json.dumps(header, ensure_ascii=False).encode()
    text += b" " * (-len(text) % LENGTH)  # the numbers begin at a multiple of 8
    return b"".join([len(text).to_bytes(LENGTH, "little"), text, *parts])


def _header(text: bytes) -> dict[str, Any]:
    try:
        header = json.loads(text)
    except (ValueError, RecursionError):
        raise BadNetwork("the network's header is not JSON") from None
    if not isinstance(header, dict):
        raise BadNetwork("the network's header is no JSON object")
    return header


def _tensor(name: str, entry: Any, body: memoryview) -> Floats:
    told: dict[str, Any] = entry if isinstance(entry, dict) else {}
    kind, shape, offsets = KINDS.get(str(told.get("dtype"))), told.get("shape"), told.get("data_offsets")
    if kind is None or not _are_counts(shape) or not _are_counts(offsets) or len(offsets) != 2:
        raise BadNetwork(f"the network's {name[:60]!r} is no tensor of half or single precision")
    begin, end = offsets
    if len(shape) > MAX_AXES or end > len(body) or end - begin != math.prod(shape) * kind.itemsize:
        raise BadNetwork(f"the network's {name[:60]!r} lies outside the file, or is not of its shape's size")
    found: Floats = np.frombuffer(body[begin:end], kind).astype(np.float32).reshape(shape)
    if not np.isfinite(found).all():
        raise BadNetwork(f"the network's {name[:60]!r} holds what is no number")
    return found


def _are_counts(value: Any) -> TypeGuard[list[int]]:
    """Whether it is a list of whole numbers that are not negative."""
    return isinstance(value, list) and all(type(number) is int and 0 <= number <= MAX_FILE for number in value)
