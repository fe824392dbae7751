"""Tests of learning need PyTorch, which has an environment of its own: `make learn` runs them."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("torch") else ["test_*.py"]
