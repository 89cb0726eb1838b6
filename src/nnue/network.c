// SPDX-License-Identifier: MIT
#include "nnue/network.h"

#include "base/codec/checksum.h"
#include "base/codec/endian.h"
#include "nnue/embedded.h"

#include <stdlib.h>
#include <string.h>

enum { HEADER = 64, MEN_MAX = 32 };

static const char *read_header(const uint8_t *data, size_t size, Network *net) {
    if (size < HEADER || memcmp(data, "RoekNet\1", 8) != 0) return "not a network of this version";
    *net = (Network){
        .race = data[12] == 1,
        .king_buckets = data[13],
        .shift = data[15],
        .neurons = (int)load_le(data + 16, 2),
        .scale = (int)load_le(data + 18, 2),
        .checksum = (uint32_t)load_le(data + 8, 4),
    };
    if (data[12] > 1) return "for a game unknown here";
    if (net->king_buckets < 1 || net->king_buckets > NET_KING_BUCKETS_MAX)
        return "too many sets of weights";
    if (data[14] != NET_OUTPUT_BUCKETS || net->shift > 14) return "another kind of output";
    if (load_le(data + 20, 2) != NET_ONE) return "another kind of activation";
    if (net->neurons < NET_BLOCK || net->neurons > NET_NEURONS_MAX || net->neurons % NET_BLOCK)
        return "a number of neurons not supported";
    if (net->scale < 1 || net->scale > 4000) return "a scale out of bounds";
    for (int i = 0; i < 32; i++) {
        net->king_bucket[i] = data[24 + i];
        if (net->king_bucket[i] >= net->king_buckets) return "a king without weights";
    }
    return NULL;
}

static size_t body_size(const Network *net) {
    size_t rows = 2 + (size_t)net->king_buckets * NET_INPUTS + 2 * NET_OUTPUT_BUCKETS;
    return rows * (size_t)net->neurons * sizeof(int16_t) + NET_OUTPUT_BUCKETS * sizeof(int32_t);
}

static void place_arrays(const uint8_t *data, Network *net) {
    size_t n = (size_t)net->neurons;
    const void *body = data + HEADER;
    net->biases = body;
    net->inputs = net->biases + 2 * n;
    net->outputs = net->inputs + (size_t)net->king_buckets * NET_INPUTS * n;
    const void *last = net->outputs + NET_OUTPUT_BUCKETS * 2 * n;
    net->output_bias = last;
}

static int largest(const int16_t *values, size_t count) {
    int most = 0;
    for (size_t i = 0; i < count; i++)
        if (abs(values[i]) > most) most = abs(values[i]);
    return most;
}

/* In centipawns, if the absolute weights of an output bucket add up to `sum`. */
static int64_t largest_score(const Network *net, int64_t sum, int output_bucket) {
    int64_t value = sum * NET_ONE + llabs(net->output_bias[output_bucket]);
    return value * net->scale / ((int64_t)NET_ONE << net->shift);
}

/* The worst case: 32 pieces, each with the largest weight, and every neuron at its maximum. */
static bool can_overflow(const Network *net) {
    size_t n = (size_t)net->neurons;
    int input = largest(net->inputs, (size_t)net->king_buckets * NET_INPUTS * n);
    if (MEN_MAX * input + largest(net->biases, 2 * n) > INT16_MAX) return true;
    if (largest(net->outputs, NET_OUTPUT_BUCKETS * 2 * n) * NET_ONE > INT16_MAX) return true;
    for (int output_bucket = 0; output_bucket < NET_OUTPUT_BUCKETS; output_bucket++) {
        int64_t sum = 0;
        for (size_t i = 0; i < 2 * n; i++)
            sum += abs(net->outputs[(size_t)output_bucket * 2 * n + i]);
        if (sum * NET_ONE * NET_ONE > INT32_MAX) return true;
        if (largest_score(net, sum, output_bucket) > INT32_MAX) return true;
    }
    return false;
}

/* Files are little-endian and used without conversion. On big-endian machines the embedded networks
 * are converted during the build. */
static const bool TURNED = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

const char *network_read(const uint8_t *data, size_t size, Network *out) {
    Network net;
    const char *fault = read_header(data, size, &net);
    if (fault) return fault;
    if (TURNED) return "cannot be used on machines with the highest byte first";
    if (size != HEADER + body_size(&net)) return "cut short or too long";
    if (checksum32(data + 12, size - 12) != net.checksum) return "damaged: wrong checksum";
    place_arrays(data, &net);
    if (can_overflow(&net)) return "weights too large: sums could overflow";
    *out = net;
    return NULL;
}

bool network_embedded(bool race, Network *out) {
    size_t size;
    const uint8_t *data = embedded_network(race, &size);
    if (!data || read_header(data, size, out) != NULL) return false;
    place_arrays(data, out);
    return true;
}
