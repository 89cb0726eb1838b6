// SPDX-License-Identifier: MIT
#include "eval/evaluators.h"

#include "base/os/platform.h"

#include <string.h>

void evaluators_init(Evaluators *all) {
    *all = (Evaluators){0};
    for (int race = 0; race < 2; race++) {
        Network network;
        all->has[race] = network_embedded(race != 0, &network);
        if (all->has[race]) all->neural[race] = neural_evaluator(&network);
    }
}

void evaluators_free(Evaluators *all) {
    system_aligned_free(all->memory[0]);
    system_aligned_free(all->memory[1]);
}

const Evaluator *evaluators_for(const Evaluators *all, const Rules *rules, bool classical) {
    int race = rules->evaluation == EVALUATED_AS_RACE;
    if (classical || !all->has[race]) return evaluator_for(rules);
    return &all->neural[race].evaluator;
}

const char *evaluators_load(Evaluators *all, const uint8_t *data, size_t size) {
    Network network;
    enum { ALIGNMENT = 64 };
    size_t room = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    uint8_t *copy = system_aligned(ALIGNMENT, room ? room : ALIGNMENT);
    if (!copy) return "not enough memory";
    memcpy(copy, data, size);
    const char *fault = network_read(copy, size, &network);
    if (fault) {
        system_aligned_free(copy);
        return fault;
    }
    system_aligned_free(all->memory[network.race]);
    all->memory[network.race] = copy;
    all->neural[network.race] = neural_evaluator(&network);
    all->has[network.race] = true;
    return NULL;
}
