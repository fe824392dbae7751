"""The notebooks run from top to bottom, and what they end with shows itself."""

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

EXAMPLES = Path(__file__).parent.parent / "examples"
SHOWS = {
    "first_steps": ["image/svg+xml", "text/html", "text/html", "text/html"],  # a match, a batch, a simulation, a page
    "change_a_box": ["image/svg+xml", "text/html"],  # a match, a report
}


@pytest.mark.filterwarnings("default")  # Jupyter's own
@pytest.mark.parametrize("name", SHOWS)
def test_a_notebook_runs_and_shows_what_it_made(name: str) -> None:
    text = (EXAMPLES / f"{name}.ipynb").read_text(encoding="utf-8")
    notebook: Any = nbformat.reads(text, as_version=4)  # type: ignore[no-untyped-call]
    assert not any(cell.get("outputs") for cell in notebook.cells), "outputs are not kept with the notebook"
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    outputs = [output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", [])]
    rich = ("image/svg+xml", "text/html")
    assert [kind for shown in outputs for kind in rich if kind in shown] == SHOWS[name]
    if name == "change_a_box":
        told = next(shown["text/plain"] for shown in outputs if "here," in shown.get("text/plain", ""))
        assert "develop Opéra, times a game" in told


def test_every_notebook_is_tested() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.ipynb")} == set(SHOWS)
