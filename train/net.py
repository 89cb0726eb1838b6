# SPDX-License-Identifier: MIT
"""Quantised networks: the file format, a proof that no sum overflows, and the evaluation.

Needs numpy only. src/nnue/network.h describes the same file; tests check that both give equal scores.
"""
import numpy as np

MAGIC = b"RoekNet\1"
ONE = 255             # an activation of 1.0
INT16_MAX, INT32_MAX = 2**15 - 1, 2**31 - 1
RECORD = 40           # bytes of a training record, see records.c

# The king bucket of each king square (files a to d, by rank).
KING_MAPS = {
    ("chess", 1): [0] * 32,
    ("chess", 4): [0, 0, 1, 1, 2, 2, 2, 2] + [3] * 24,
    ("racingkings", 1): [0] * 32,
    ("racingkings", 4): [r // 2 for r in range(8) for _ in range(4)],
}


def checksum(data):
    """checksum32 of src/base/codec/endian.h."""
    mask = 2**64 - 1
    total = 0x9E3779B97F4A7C15 ^ len(data)
    for at in range(0, len(data), 8):
        total = (total ^ int.from_bytes(data[at:at + 8], "little")) * 0xFF51AFD7ED558CCD & mask
        total ^= total >> 32
    return (total ^ total >> 29) & 0xFFFFFFFF


class Net:
    """Integer weights. inputs: king buckets x 768 x n, biases: 2 x n (White's and Black's view),
    outputs: buckets x 2n, output_bias: buckets; all int64 here, int16 (the last int32) in the file."""

    def __init__(self, race, kings, inputs, biases, outputs, output_bias, shift, scale):
        self.race, self.kings, self.shift, self.scale = race, kings, shift, scale
        self.inputs, self.biases = inputs, biases
        self.outputs, self.output_bias = outputs, output_bias

    @staticmethod
    def from_floats(game, inputs, biases, outputs, output_bias, scale):
        """Quantises floats; output weights are scaled by the largest power of two that keeps them within 127."""
        shift = int(np.floor(np.log2(127 / np.abs(outputs).max())))
        def rounded(values, unit):
            return np.rint(np.asarray(values, np.float64) * unit).astype(np.int64)
        kings = KING_MAPS[game, inputs.shape[0]]
        return Net(game == "racingkings", kings, rounded(inputs, ONE), rounded(biases, ONE),
                   rounded(outputs, 2**shift), rounded(output_bias, ONE * 2**shift), shift, scale)

    def prove(self):
        """Asserts that for no position an accumulator exceeds 16 bits or a sum 32 bits."""
        by_square = np.abs(self.inputs).reshape(len(self.inputs), 12, 64, -1).max(axis=1)
        heaviest = np.sort(by_square, axis=1)[:, -32:].sum(axis=1).max(axis=0)
        accumulator = (heaviest + np.abs(self.biases).max(axis=0)).max()
        assert accumulator <= INT16_MAX, f"an accumulator may reach {accumulator}"
        assert np.abs(self.outputs).max() * ONE <= INT16_MAX, "an output weight is too large"
        total = (np.abs(self.outputs).sum(axis=1) * ONE * ONE).max()
        assert total <= INT32_MAX, f"a sum may reach {total}"
        assert np.abs(self.output_bias).max() <= INT32_MAX // 2
        return int(accumulator), int(total)

    def checksum(self):
        return int.from_bytes(self.to_bytes()[8:12], "little")

    def to_bytes(self):
        self.prove()
        head = bytes([int(self.race), len(self.inputs), len(self.outputs), self.shift])
        head += np.array([self.biases.shape[1], self.scale, ONE, 0], "<u2").tobytes()
        head += bytes(self.kings) + bytes(8)
        body = b"".join(a.astype("<i2").tobytes() for a in (self.biases, self.inputs, self.outputs))
        body += self.output_bias.astype("<i4").tobytes()
        return MAGIC + checksum(head + body).to_bytes(4, "little") + head + body

    @staticmethod
    def from_bytes(data):
        assert data[:8] == MAGIC and checksum(data[12:]) == int.from_bytes(data[8:12], "little")
        race, buckets, outs, shift = data[12:16]
        n, scale, one, _ = np.frombuffer(data, "<u2", 4, 16).astype(int)
        assert one == ONE
        kings, at = list(data[24:56]), 64
        def take(kind, *shape):
            nonlocal at
            values = np.frombuffer(data, kind, int(np.prod(shape)), at)
            at += values.nbytes
            return values.astype(np.int64).reshape(shape)
        biases, inputs = take("<i2", 2, n), take("<i2", buckets, 768, n)
        outputs, output_bias = take("<i2", outs, 2 * n), take("<i4", outs)
        assert at == len(data)
        return Net(bool(race), kings, inputs, biases, outputs, output_bias, shift, scale)

    def evaluate(self, records):
        """Centipawns for the side to move, for records of records.c (one row of bytes each)."""
        return np.array([self._evaluate(r) for r in records])

    def _accumulate(self, codes, color):
        king = int(np.flatnonzero(codes == 6)[0])
        men = np.flatnonzero(codes)
        rows = (codes[men].astype(int) - 1) * 64 + men
        bucket = self.kings[king // 8 * 4 + king % 8]
        return self.biases[color if self.race else 0] + self.inputs[bucket][rows].sum(axis=0)

    def _evaluate(self, r):
        own = np.stack((r[:32] & 15, r[:32] >> 4), axis=1).reshape(64)
        both = (own, other_side(own, self.race))
        color, bucket = int(r[36]), int(r[35])
        active = np.concatenate([np.clip(self._accumulate(c, color ^ i), 0, ONE)
                                 for i, c in enumerate(both)])
        total = int((active * active * self.outputs[bucket]).sum())
        value = (truncate(total, ONE) + int(self.output_bias[bucket])) * self.scale
        return truncate(value, ONE << self.shift)


def truncate(a, b):
    """a / b, truncated as in C."""
    return a // b if a >= 0 else -(-a // b)


def other_side(codes, race):
    """The same board from the view of the other side."""
    board = np.where(codes == 0, 0, np.where(codes > 6, codes - 6, codes + 6)).reshape(8, 8)
    if not race:
        board = board[::-1]
    king = int(np.flatnonzero(board.reshape(64) == 6)[0])
    return (board[:, ::-1] if king % 8 >= 4 else board).reshape(64)


def read_records(paths):
    parts = [np.fromfile(path, np.uint8) for path in paths]
    return np.concatenate(parts).reshape(-1, RECORD)
