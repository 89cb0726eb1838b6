#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the trainer on random positions: gradients, overfitting a small set, integers against floats.

    python3 train/self_test.py
"""
from types import SimpleNamespace

import numpy as np
import torch

from net import KING_MAPS, Net, RECORD, other_side
from train import Boards, Model, fit


def made_up(count, seed):
    """Records with kings and some pieces on random squares, random scores and results."""
    rng = np.random.default_rng(seed)
    records = np.zeros((count, RECORD), np.uint8)
    for r in records:
        codes = np.zeros(64, np.uint8)
        squares = rng.choice(64, rng.integers(4, 24), replace=False)
        own_king = rng.integers(0, 8) * 8 + rng.integers(0, 4)
        codes[squares] = rng.choice([1, 2, 3, 4, 5, 7, 8, 9, 10, 11], len(squares))
        codes[squares[0]] = 12
        codes[own_king] = 6
        if not (codes == 12).any():
            codes[(own_king + 27) % 64] = 12
        r[:32] = codes[0::2] | codes[1::2] << 4
        r[32:34] = np.array([rng.integers(-600, 600)], "<i2").view(np.uint8)
        r[34:37] = rng.integers(0, 3), rng.integers(0, 8), rng.integers(0, 2)
    return records


def arguments(**changes):
    values = dict(passes=400, batch=1000, rate=1e-2, result=0.0, scale=300, seconds=float("inf"))
    return SimpleNamespace(**{**values, **changes})


def test_gradients(game, kings):
    """Gradients equal finite differences of forward passes, in float64."""
    boards = Boards(made_up(20, 1), game, torch.device("cpu"))
    model = Model(8, kings).double()
    views, bucket, color, target = boards.batch(torch.arange(20), 300, 0.3)
    views = [(pieces.double(), king) for pieces, king in views]
    def loss():
        out = model(views, bucket, color.double(), boards.race)
        return (torch.sigmoid(out) - target.double()).square().mean()
    loss().backward()
    for name, p in model.named_parameters():
        if p.grad is None:
            continue
        at = tuple(int(i) for i in np.unravel_index(int(p.grad.abs().argmax()), p.shape))
        with torch.no_grad():
            step = 1e-6
            p[at] += step
            above = loss()
            p[at] -= 2 * step
            below = loss()
            p[at] += step
        assert abs((above - below) / (2 * step) - p.grad[at]) < 1e-7, name


def test_learning_by_heart(game, kings):
    torch.manual_seed(1)
    boards = Boards(made_up(1000, 2), game, torch.device("cpu"))
    model, said = Model(64, kings), []
    fit(model, boards, boards, arguments(), lambda text, **_: said.append(text))
    loss = float(said[-1].split("held ")[1].split()[0])
    assert loss < 2e-4, loss
    return model, boards


def test_integers(model, boards, game):
    """An exported network scores like the floats, survives writing and reading, and can be trained further."""
    net = Net.from_bytes(model.export(game, 300).to_bytes())
    again = Model(64, model.kings)
    again.take(net)
    assert again.export(game, 300).to_bytes() == net.to_bytes()
    views, bucket, color, _ = boards.batch(torch.arange(200), 300, 0)
    with torch.no_grad():
        floats = model(views, bucket, color, boards.race).numpy() * 300
    gap = np.abs(net.evaluate(boards.data[:200].numpy()) - floats)
    assert gap.mean() < 12, gap.mean()


def test_other_side():
    """Applying other_side() twice restores the board."""
    for r in made_up(50, 3):
        codes = np.stack((r[:32] & 15, r[:32] >> 4), axis=1).reshape(64)
        for race in (False, True):
            again = other_side(other_side(codes, race), race)
            mirrored = again.reshape(8, 8)[:, ::-1].reshape(64)
            assert (again == codes).all() or (mirrored == codes).all()


def main():
    test_other_side()
    for game, kings in KING_MAPS:
        test_gradients(game, kings)
        model, boards = test_learning_by_heart(game, kings)
        test_integers(model, boards, game)
        print(f"{game}, {kings} sets of weights: ok")


if __name__ == "__main__":
    main()
