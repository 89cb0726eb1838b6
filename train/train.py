#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Trains a network on records of our own games (records.c) and exports it as integers (net.py).

    train.py --game chess --neurons 512 --train chess.*.train --held chess.*.held -o chess.net

Everything lies in the memory of one GPU, where there is one; boards become rows of zeros and ones
there, and the first layer a plain matrix product.
"""
import argparse
import math
import time

import numpy as np
import torch

from net import KING_MAPS, ONE, Net, read_records

LIMIT = 1.98          # bound of input weights, so that 32 pieces cannot overflow 16 bits
OUTPUT_LIMIT = 0.99   # bound of output weights; a smaller bound allows finer quantisation
PIECES = 12 * 64


def parse():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--game", choices=("chess", "racingkings"), required=True)
    p.add_argument("--train", nargs="+", required=True, help="record files to learn from")
    p.add_argument("--held", nargs="+", required=True, help="record files of other games, to judge by")
    p.add_argument("--neurons", type=int, default=512)
    p.add_argument("--kings", type=int, default=1, choices=(1, 4), help="sets of weights by king")
    p.add_argument("--passes", type=float, default=30)
    p.add_argument("--batch", type=int, default=16384)
    p.add_argument("--rate", type=float, default=1e-3)
    p.add_argument("--result", type=float, default=0.3, help="share of the game's result in the target")
    p.add_argument("--scale", type=int, default=400, help="centipawns of a net output of 1")
    p.add_argument("--seconds", type=float, default=math.inf, help="end (and cool down) by then")
    p.add_argument("--start", help="go on from this checkpoint, or from a network's integers (.net)")
    p.add_argument("--save", help="write a checkpoint here")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--exact", action="store_true", help="round the weights only when they are exported")
    p.add_argument("--unrecorded", action="store_true", help="start every kernel anew, for debugging")
    p.add_argument("-o", "--output", required=True)
    return p.parse_args()


class Boards:
    """Training records on the device, and their expansion into inputs."""

    def __init__(self, records, game, device):
        self.race = game == "racingkings"
        self.data = torch.from_numpy(records).to(device)
        self.codes = torch.arange(1, 13, device=device, dtype=torch.uint8)[None, :, None]
        swap = [0] + list(range(7, 13)) + list(range(1, 7))
        self.swap = torch.tensor(swap, device=device, dtype=torch.uint8)
        kings = KING_MAPS[game, 4]
        by_square = [kings[s // 8 * 4 + min(s % 8, 7 - s % 8)] for s in range(64)]
        self.kings = torch.tensor(by_square, device=device)

    def drop_duplicates(self):
        """Removes duplicate boards (by a 64-bit hash); the order changes."""
        words = self.data[:, :32].contiguous().view(torch.int64)
        odd = torch.tensor([-0x61c8864680b583eb, 0x2127599bf4325c37, -0x7ca1b2c3d4e5f601,
                            0x165667b19e3779f9], device=words.device)
        keys = (words * odd).sum(dim=1) + self.data[:, 36]
        keys ^= keys >> 29
        order = torch.sort(keys)
        first = torch.ones(len(keys), dtype=torch.bool, device=keys.device)
        first[1:] = order.values[1:] != order.values[:-1]
        self.data = self.data[order.indices[first]]

    def batch(self, index, scale, result_share):
        """Inputs of both views, king buckets, output bucket, colour and target."""
        r = self.data[index]
        own = torch.stack((r[:, :32] & 15, r[:, :32] >> 4), dim=2).view(-1, 64)
        other = self.swap[own.long()].view(-1, 8, 8)
        if not self.race:
            other = other.flip(1)
        mirrored = (other[:, :, 4:] == 6).any(dim=2).any(dim=1)
        other = torch.where(mirrored[:, None, None], other.flip(2), other).reshape(-1, 64)
        low, high = r[:, 32].to(torch.int32), r[:, 33].to(torch.int32)
        score = low + 256 * high
        score = (score - 65536 * (score > 32767)).float()
        target = torch.sigmoid(score / scale) * (1 - result_share) + r[:, 34] * (result_share / 2)
        views = [((c[:, None, :] == self.codes).view(-1, PIECES).float(), self.king_bucket(c))
                 for c in (own, other)]
        return views, r[:, 35].long(), r[:, 36].float(), target

    def king_bucket(self, codes):
        return self.kings[(codes == 6).float().argmax(dim=1)]


def rounded(values, unit):
    """Rounds as the export does; gradients pass through unchanged (straight-through estimator)."""
    return values + (torch.round(values * unit) / unit - values).detach()


class Model(torch.nn.Module):
    """(768 x king buckets -> neurons) x 2 -> 1 x 8 with squared clipped activations. The weights of a
    king bucket are the sum of a common part and a special part (factorised), so that rare king squares
    learn from the others. With `rounds` the model evaluates with the rounded weights of the export."""

    def __init__(self, neurons, kings, rounds=False):
        super().__init__()
        self.kings, self.rounds = kings, rounds
        near = 1 / math.sqrt(32)
        def fresh(*shape, size=near):
            return torch.nn.Parameter((torch.rand(*shape) * 2 - 1) * size)
        self.common = fresh(PIECES, neurons)
        self.special = torch.nn.Parameter(torch.zeros(kings, PIECES, neurons)) if kings > 1 else None
        self.bias = torch.nn.Parameter(torch.zeros(neurons))
        self.black_bias = torch.nn.Parameter(torch.zeros(neurons))
        self.outputs = fresh(8, 2 * neurons, size=1 / math.sqrt(2 * neurons))
        self.output_bias = torch.nn.Parameter(torch.zeros(8))

    def inputs(self):
        exact = self.common[None] if self.special is None else self.common[None] + self.special
        return rounded(exact, ONE) if self.rounds else exact

    def output_weights(self):
        if not self.rounds:
            return self.outputs
        return rounded(self.outputs, torch.exp2(torch.floor(torch.log2(127 / self.outputs.abs().max()))))

    def view(self, pieces, king, color):
        weights = self.inputs()
        bias = rounded(self.bias, ONE) if self.rounds else self.bias
        if self.kings == 1:
            sums = torch.addmm(bias, pieces, weights[0])
        else:
            n = weights.shape[2]
            wide = pieces @ weights.permute(1, 0, 2).reshape(PIECES, -1)
            pick = king[:, None, None].expand(-1, 1, n)
            sums = wide.view(-1, self.kings, n).gather(1, pick)[:, 0] + bias
        if color is not None:
            sums = torch.addmm(sums, color[:, None], self.black_bias[None])
        return sums.clamp(0, 1).square()

    def forward(self, views, bucket, color, race):
        """`race`: Black's view has its own bias, since Black may still draw after White reaches the goal."""
        own = self.view(*views[0], color if race else None)
        other = self.view(*views[1], 1 - color if race else None)
        n, outputs = own.shape[1], self.output_weights()
        wide = torch.addmm(self.output_bias, own, outputs[:, :n].t())
        wide = torch.addmm(wide, other, outputs[:, n:].t())
        return wide.gather(1, bucket[:, None])[:, 0]

    def clip(self):
        with torch.no_grad():
            self.outputs.clamp_(-OUTPUT_LIMIT, OUTPUT_LIMIT)
            if self.special is None:
                self.common.clamp_(-LIMIT, LIMIT)
            else:
                self.common.clamp_(-LIMIT / 2, LIMIT / 2)
                self.special.clamp_(-LIMIT / 2, LIMIT / 2)

    def take(self, net):
        """Loads a quantised network; the weights per king bucket are split into their mean and the rest."""
        def real(values, unit):
            return torch.from_numpy(values.astype(np.float32) / unit)
        with torch.no_grad():
            inputs = real(net.inputs, ONE)
            self.common.copy_(inputs.mean(dim=0))
            if self.special is not None:
                self.special.copy_(inputs - inputs.mean(dim=0))
            biases = real(net.biases, ONE)
            self.bias.copy_(biases[0])
            self.black_bias.copy_(biases[1] - biases[0])
            self.outputs.copy_(real(net.outputs, 2**net.shift))
            self.output_bias.copy_(real(net.output_bias, ONE * 2**net.shift))

    def export(self, game, scale):
        with torch.no_grad():
            biases = torch.stack((self.bias, self.bias + self.black_bias))
            parts = [t.detach().cpu().double().numpy()
                     for t in (self.inputs(), biases, self.outputs, self.output_bias)]
        return Net.from_floats(game, *parts, scale)


def rate_at(step, done, rate, floor=2.4e-6, warm=200):
    """The learning rate: linear warm-up, then cosine decay over the share of the work done."""
    return min(step + 1, warm) / warm * (floor + (rate - floor) * (1 + math.cos(math.pi * done)) / 2)


def judge(model, boards, args):
    """Mean squared error on held-out games: against the target, and against the scores alone."""
    totals = np.zeros(2)
    with torch.no_grad():
        for at in range(0, len(boards.data), args.batch):
            index = torch.arange(at, min(at + args.batch, len(boards.data)), device=boards.data.device)
            for i, share in enumerate((args.result, 0)):
                views, bucket, color, target = boards.batch(index, args.scale, share)
                out = torch.sigmoid(model(views, bucket, color, boards.race))
                totals[i] += (out - target).square().sum().item()
    return totals / len(boards.data)


class Learner:
    """Runs training steps. On a GPU a step is recorded once as a CUDA graph and replayed, since launching
    its hundred small kernels one by one takes longer than running them."""

    def __init__(self, model, boards, args):
        device = boards.data.device
        self.model, self.boards, self.args = model, boards, args
        self.index = torch.arange(min(args.batch, len(boards.data)), device=device)
        self.loss = torch.zeros((), device=device)  # sum since it was last read
        self.recorded = None
        on_gpu = device.type == "cuda"
        self.rate = torch.zeros((), device=device) if on_gpu else 0.0
        self.adam = torch.optim.AdamW(model.parameters(), lr=self.rate, weight_decay=0.01,
                                      **({"fused": True, "capturable": True} if on_gpu else {}))
        if on_gpu and not args.unrecorded:
            self.record()

    def learn(self):
        views, bucket, color, target = self.boards.batch(self.index, self.args.scale, self.args.result)
        loss = (torch.sigmoid(self.model(views, bucket, color, self.boards.race)) - target).square().mean()
        self.adam.zero_grad(set_to_none=True)
        loss.backward()
        self.adam.step()
        self.model.clip()
        self.loss += loss.detach()

    def record(self):
        """Records a step, after a few warm-up steps at rate 0, in which the libraries select their kernels."""
        beside = torch.cuda.Stream()
        beside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(beside):
            for _ in range(3):
                self.learn()
        torch.cuda.current_stream().wait_stream(beside)
        self.recorded = torch.cuda.CUDAGraph()
        self.adam.zero_grad(set_to_none=True)
        with torch.cuda.graph(self.recorded):
            self.learn()
        self.loss.zero_()

    def step(self, index, rate):
        self.index.copy_(index)
        if torch.is_tensor(self.rate):
            self.rate.fill_(rate)
        else:
            self.adam.param_groups[0]["lr"] = rate
        if self.recorded:
            self.recorded.replay()
        else:
            self.learn()

    def mean_loss(self, steps):
        mean = self.loss.item() / steps
        self.loss.zero_()
        return mean


def fit(model, boards, held, args, report=print):
    count = len(boards.data)
    steps = max(1, int(args.passes * count / args.batch))
    per_pass = max(1, count // args.batch)
    learner = Learner(model, boards, args)
    began, step, told, done = time.time(), 0, 0, 0.0
    while done < 1:
        if step % per_pass == 0:
            order = torch.randperm(count, device=boards.data.device)
        index = order[step % per_pass * args.batch:][:args.batch]
        learner.step(index, rate_at(step, done, args.rate))
        step += 1
        done = max(step / steps, (time.time() - began) / args.seconds)
        if step % (5 * per_pass) == 0 or done >= 1:
            loss = learner.mean_loss(step - told)
            seconds = time.time() - began
            judged = judge(model, held, args)
            report(f"pass {step / per_pass:5.1f}  loss {loss:.6f}  held {judged[0]:.6f}  scores {judged[1]:.6f}"
                   f"  {step * args.batch / seconds / 1e6:.2f}M/s {seconds:.0f} s", flush=True)
            told = step


def main():
    args = parse()
    torch.manual_seed(args.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    boards = Boards(read_records(args.train), args.game, device)
    held = Boards(read_records(args.held), args.game, device)
    total = len(boards.data)
    boards.drop_duplicates()
    print(f"{total} positions, {len(boards.data)} different, {len(held.data)} held out, {device}", flush=True)
    model = Model(args.neurons, args.kings, rounds=not args.exact).to(device)
    if args.start and args.start.endswith(".net"):
        with open(args.start, "rb") as file:
            model.take(Net.from_bytes(file.read()))
    elif args.start:
        model.load_state_dict(torch.load(args.start, map_location=device))
    fit(model, boards, held, args)
    if args.save:
        torch.save(model.state_dict(), args.save)
    net = model.export(args.game, args.scale)
    print("accumulators stay within %d, sums within %d, outputs in 1/%d" % (*net.prove(), 1 << net.shift))
    print(f"checksum {net.checksum():08x}")
    with open(args.output, "wb") as out:
        out.write(net.to_bytes())
    compare(net, model, held, args)


def compare(net, model, held, args, count=2000):
    """Prints how far the quantised scores are from those of the floats."""
    index = torch.arange(min(count, len(held.data)), device=held.data.device)
    views, bucket, color, _ = held.batch(index, args.scale, 0)
    with torch.no_grad():
        floats = model(views, bucket, color, held.race).cpu().numpy() * args.scale
    integers = net.evaluate(held.data[index].cpu().numpy())
    gap = np.abs(floats - integers)
    print(f"integers are {gap.mean():.2f} cp from the floats in the mean, {gap.max():.1f} at most")


if __name__ == "__main__":
    main()
