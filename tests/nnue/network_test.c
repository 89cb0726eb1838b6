// SPDX-License-Identifier: MIT
#include "nnue/network.h"

#include "base/codec/checksum.h"
#include "base/codec/endian.h"
#include "base/rng.h"
#include "nnue/embedded.h"
#include "support/check.h"

#include <stdlib.h>
#include <string.h>

static void the_embedded_networks_are_sound(void **state) {
    (void)state;
    size_t together = 0;
    for (int race = 0; race < 2; race++) {
        size_t size;
        const uint8_t *data = embedded_network(race != 0, &size);
        Network net, taken;
        assert_null(network_read(data, size, &net));
        assert_int_equal(net.race, race);
        assert_true(network_embedded(race != 0, &taken));
        assert_ptr_equal(taken.output_bias, net.output_bias);
        together += size;
    }
    assert_true(together <= 4 << 20);
}

/* A copy of an embedded network that a test may damage. */
static uint8_t *copy_of(size_t *size) {
    const uint8_t *data = embedded_network(false, size);
    uint8_t *copy = malloc(*size);
    assert_non_null(copy);
    memcpy(copy, data, *size);
    return copy;
}
static void seal(uint8_t *data, size_t size) {
    store_le(data + 8, 4, checksum32(data + 12, size - 12));
}

static void damage_is_noticed(void **state) {
    (void)state;
    size_t size;
    uint8_t *data = copy_of(&size);
    Network net;
    Rng rng = rng_seeded(3);
    for (int i = 0; i < 50; i++) {
        size_t at = rng_below(&rng, (uint32_t)size);
        uint8_t flip = (uint8_t)(1 << rng_below(&rng, 8));
        data[at] ^= flip;
        assert_non_null(network_read(data, size, &net));
        data[at] ^= flip;
    }
    assert_non_null(network_read(data, size - 1, &net));
    assert_non_null(network_read(data, 63, &net));
    assert_non_null(network_read(data, 0, &net));
    assert_null(network_read(data, size, &net));
    free(data);
}

/* Unsafe headers and weights are rejected even with a correct checksum. */
static void hostile_networks_are_refused(void **state) {
    (void)state;
    static const struct {
        size_t at;
        int width;
        uint64_t value;
        const char *why;
    } CASES[] = {
        {12, 1, 2, "game"},          {13, 1, 0, "sets"},
        {13, 1, 200, "sets"},        {14, 1, 7, "output"},
        {15, 1, 15, "output"},       {16, 2, 0, "neurons"},
        {16, 2, 100, "neurons"},     {16, 2, 65408, "neurons"},
        {18, 2, 0, "scale"},         {18, 2, 65535, "scale"},
        {20, 2, 127, "activation"},  {24, 1, 1, "king"},
        {64, 2, 0x7fff, "overflow"}, {64 + 2048, 2, 0x8000, "overflow"},
        {16, 2, 128, "short"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        size_t size;
        uint8_t *data = copy_of(&size);
        Network net = {.neurons = 1};
        if (data[13] == 1 || CASES[i].at != 24)
            store_le(data + CASES[i].at, CASES[i].width, CASES[i].value);
        else
            store_le(data + 24, 1, data[13]);
        seal(data, size);
        const char *fault = network_read(data, size, &net);
        assert_non_null(fault);
        assert_non_null(strstr(fault, CASES[i].why));
        assert_int_equal(net.neurons, 1); // not overwritten
        free(data);
    }
}

/* With a bias of 2^28 the score would not fit into 32 bits, and its sign could turn. */
static void scores_fit(void **state) {
    (void)state;
    size_t size;
    uint8_t *data = copy_of(&size);
    Network net;
    store_le(data + 15, 1, 0);    // outputs unscaled,
    store_le(data + 18, 2, 4000); // and the largest scale
    store_le(data + size - 4, 4, 1 << 26);
    seal(data, size);
    assert_null(network_read(data, size, &net));
    store_le(data + size - 4, 4, 1 << 28);
    seal(data, size);
    assert_non_null(network_read(data, size, &net));
    free(data);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_embedded_networks_are_sound),
        cmocka_unit_test(damage_is_noticed),
        cmocka_unit_test(hostile_networks_are_refused),
        cmocka_unit_test(scores_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
