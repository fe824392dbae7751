"""Sets as bits of a number: the first of a set and how many it has, each one instruction of a processor or a GPU."""

from typing import Any

from demitasse.core.rule import JIT

if JIT:
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def lowest(typing: Any, bits: Any) -> Any:
        """The first of a set that is not empty."""
        return types.int64(types.int64), lambda context, builder, _signature, arguments: builder.cttz(
            arguments[0], context.get_constant(types.boolean, True)
        )

    @intrinsic
    def highest(typing: Any, bits: Any) -> Any:
        """The last of a set that is not empty."""
        return types.int64(types.int64), lambda context, builder, _signature, arguments: builder.sub(
            context.get_constant(types.int64, 63),
            builder.ctlz(arguments[0], context.get_constant(types.boolean, True)),
        )

    @intrinsic
    def size_of(typing: Any, bits: Any) -> Any:
        """How many a set has."""
        return types.int64(types.int64), lambda _context, builder, _signature, arguments: builder.ctpop(arguments[0])

else:

    def lowest(bits: int) -> int:
        """The first of a set that is not empty."""
        return int(bits & -bits).bit_length() - 1

    def highest(bits: int) -> int:
        """The last of a set that is not empty."""
        return int(bits).bit_length() - 1

    def size_of(bits: int) -> int:
        """How many a set has."""
        return int(bits).bit_count()
