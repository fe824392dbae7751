"""Players that teach themselves: self-play wholly on one device, a GPU or a core, by PyTorch (the extra `train`)."""
