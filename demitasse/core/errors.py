"""The errors a caller can meet: each says what was wrong, what was expected, and where."""


class DemitasseError(ValueError):
    """Whatever Demitasse refuses; the message is fit to be shown to a person."""


class UnknownGame(DemitasseError):
    """No game has that name."""


class BadOption(DemitasseError):
    """A seat count, an option or its value that the game does not have."""


class BadBox(DemitasseError):
    """A box file that cannot be played with."""


class IllegalAction(DemitasseError):
    """A text that is not legal now, or a call that is not possible now."""


class BadRecord(DemitasseError):
    """A record that cannot be read, or does not replay, or does not verify."""


class BadPosition(DemitasseError):
    """A position that cannot be read, or breaks an invariant."""


class BadNetwork(DemitasseError):
    """A network that cannot be read, or is for something else."""


class NoDevice(DemitasseError):
    """A device that does not exist, or lacks something here."""


class BoxWarning(UserWarning):
    """A box that differs from the printed one and is played all the same."""
