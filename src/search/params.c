// SPDX-License-Identifier: MIT
#include "roek/search/params.h"

#include <stddef.h>
#include <string.h>

const Params PARAMS_DEFAULT[EVALUATION_KINDS] = {
#define X(name, chess, races, min, max) .name = (chess),
    [EVALUATED_AS_CHESS] = {SEARCH_PARAMS(X)},
#undef X
#define X(name, chess, races, min, max) .name = (races),
    [EVALUATED_AS_RACE] = {SEARCH_PARAMS(X)},
#undef X
};

typedef struct {
    const char *name;
    int min, max;
    size_t offset;
} Row;

static const Row ROWS[] = {
#define X(name, chess, races, min, max) {#name, min, max, offsetof(Params, name)},
    SEARCH_PARAMS(X)
#undef X
};

bool params_at(int index, EvaluationKind kind, ParamInfo *out) {
    if (index < 0 || (size_t)index >= sizeof ROWS / sizeof *ROWS) return false;
    const Row *row = &ROWS[index];
    *out = (ParamInfo){.name = row->name, .min = row->min, .max = row->max};
    memcpy(&out->value, (const char *)&PARAMS_DEFAULT[kind] + row->offset, sizeof out->value);
    return true;
}

bool params_set(Params *params, const char *name, int value) {
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        const Row *row = &ROWS[i];
        if (strcmp(row->name, name) != 0) continue;
        int clamped = value < row->min ? row->min : value > row->max ? row->max : value;
        memcpy((char *)params + row->offset, &clamped, sizeof clamped);
        return true;
    }
    return false;
}
