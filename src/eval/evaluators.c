// SPDX-License-Identifier: MIT
#include "eval/evaluators.h"

#include "base/os/platform.h"

#include <string.h>

void evaluators_init(Evaluators *all) {
    *all = (Evaluators){0};
    for (int race = 0; race < 2; race++) {
        Network network;
        all->has_network[race] = network_embedded(race != 0, &network);
        if (all->has_network[race]) all->nnue[race] = nnue_evaluator(&network);
    }
}

void evaluators_free(Evaluators *all) {
    platform_free_aligned(all->memory[0]);
    platform_free_aligned(all->memory[1]);
}

const Evaluator *evaluators_select(const Evaluators *all, const Rules *rules, bool classical) {
    int race = evaluation_kind(rules) == EVALUATION_RACING_KINGS;
    if (classical || !all->has_network[race]) return handcrafted_evaluator(rules);
    return &all->nnue[race].evaluator;
}

const char *evaluators_load(Evaluators *all, const uint8_t *data, size_t size) {
    Network network;
    enum { ALIGNMENT = 64 };
    size_t room = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    uint8_t *copy = platform_alloc_aligned(ALIGNMENT, room ? room : ALIGNMENT);
    if (!copy) return "not enough memory";
    memcpy(copy, data, size);
    const char *fault = network_read(copy, size, &network);
    if (fault) {
        platform_free_aligned(copy);
        return fault;
    }
    platform_free_aligned(all->memory[network.race]);
    all->memory[network.race] = copy;
    all->nnue[network.race] = nnue_evaluator(&network);
    all->has_network[network.race] = true;
    return NULL;
}
