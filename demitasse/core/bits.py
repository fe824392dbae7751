"""Sets as bits of a number: the first of a set and how many it has, each one instruction of a processor or a GPU."""

from typing import Any

from demitasse.core.rule import JIT

lowest: Any  # the first of a set that is not empty
highest: Any  # and the last
size_of: Any  # how many a set has

if JIT:
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def _zeros_behind(typing: Any, bits: Any) -> Any:
        return types.int64(types.int64), lambda context, builder, _signature, arguments: builder.cttz(
            arguments[0], context.get_constant(types.boolean, True)
        )

    @intrinsic
    def _ahead_of_zeros(typing: Any, bits: Any) -> Any:
        return types.int64(types.int64), lambda context, builder, _signature, arguments: builder.sub(
            context.get_constant(types.int64, 63),
            builder.ctlz(arguments[0], context.get_constant(types.boolean, True)),
        )

    @intrinsic
    def _ones(typing: Any, bits: Any) -> Any:
        return types.int64(types.int64), lambda _context, builder, _signature, arguments: builder.ctpop(arguments[0])

    lowest, highest, size_of = _zeros_behind, _ahead_of_zeros, _ones
else:

    def _lowest(bits: int) -> int:
        return int(bits & -bits).bit_length() - 1

    def _highest(bits: int) -> int:
        return int(bits).bit_length() - 1

    def _size_of(bits: int) -> int:
        return int(bits).bit_count()

    lowest, highest, size_of = _lowest, _highest, _size_of
