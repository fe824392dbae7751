"""docs/environments.md: its examples run, one after the other, and give what it says."""

import re
from pathlib import Path
from typing import Any

TEXT = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")


def test_the_examples_run_and_give_what_is_said() -> None:
    known: dict[str, Any] = {}
    blocks = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    assert len(blocks) == 5
    for block in blocks:
        exec(block, known)
    layout = known["layout"]
    for said in ((len(layout), layout.version), layout.names[26:28], layout.of(known["numbers"], "cup").shape):
        assert f"# {said}" in TEXT
