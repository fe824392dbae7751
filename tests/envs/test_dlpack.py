"""Observations for PyTorch and JAX, where they are installed: the same memory, the same numbers, by DLPack."""

import numpy as np
import pytest

import demitasse
from demitasse import Batch, game_names


@pytest.mark.parametrize("name", game_names())
def test_pytorch_takes_observations_and_masks_as_they_are(name: str) -> None:
    torch = pytest.importorskip("torch")
    batch = Batch(name, 5, seed=1)
    for array in (batch.observe(), batch.mask(), *batch.legal(), batch.actor):
        taken = torch.from_dlpack(array)
        assert taken.data_ptr() == array.__array_interface__["data"][0], "no copy"
        assert np.array_equal(taken.numpy(), array)
    seen = torch.from_dlpack(batch.observe())
    before = seen.clone()
    for _ in range(12):
        batch.step(batch.sample())
    batch.observe()
    assert not torch.equal(seen, before), "it changes with the next call, as the batch's arrays do"


@pytest.mark.parametrize("name", game_names())
def test_jax_takes_observations_and_masks_as_they_are(name: str) -> None:
    jax = pytest.importorskip("jax")
    batch = Batch(name, 5, seed=1)
    for array in (batch.observe(), batch.mask()):
        assert np.array_equal(np.asarray(jax.dlpack.from_dlpack(array)), array)


def test_a_loop_of_a_learner_runs_on_pytorch() -> None:
    """Choices by masked logits of a network, over the vector environment."""
    torch = pytest.importorskip("torch")
    envs = demitasse.vector_env("coffee_rush", 8, seats=2, mask=True)
    seen, infos = envs.reset(seed=1)
    torch.manual_seed(1)
    network = torch.nn.Linear(seen["observation"].shape[1], seen["action_mask"].shape[1])
    for _ in range(20):
        logits = network(torch.from_dlpack(seen["observation"]))
        allowed = torch.from_dlpack(seen["action_mask"]).bool()
        chosen = torch.where(allowed, logits, -torch.inf).argmax(dim=1)
        seen, rewards, _, _, infos = envs.step(chosen.numpy())
        assert rewards.shape == (8,)
        assert len(infos["counts"]) == 8
