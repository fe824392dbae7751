"""Players: who may sit at a table beside people."""
