"""Chunks: many bytes of two arrays compared at once, wherever they begin, by a few instructions of a processor.

Nothing checks that they lie within their arrays: whoever asks sees to it.
"""

from typing import Any

import numpy as np

from demitasse.core.rule import JIT

CHUNK = 64  # bytes: as many as a number has bits

differing: Any  # (bytes, at, other bytes, at): which of the next CHUNK differ, as bits

if JIT:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def _differing(typing: Any, one: Any, at: Any, other: Any, there: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            chunk = ir.VectorType(ir.IntType(8), CHUNK)
            found = []
            for k in (0, 2):
                data = context.make_array(signature.args[k])(context, builder, arguments[k]).data
                place = builder.bitcast(builder.gep(data, [arguments[k + 1]]), chunk.as_pointer())
                found.append(builder.load(place, align=1))
            return builder.bitcast(builder.icmp_unsigned("!=", *found), ir.IntType(CHUNK))

        return types.uint64(one, types.uint64, other, types.uint64), build

    differing = _differing
else:

    def _compared(one: Any, at: Any, other: Any, there: Any) -> Any:
        differ = one[int(at) : int(at) + CHUNK] != other[int(there) : int(there) + CHUNK]
        return np.packbits(differ, bitorder="little").view(np.uint64)[0]

    differing = _compared
