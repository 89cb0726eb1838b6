// SPDX-License-Identifier: MIT
#include "search/params.h"

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
    ParamInfo info;
    size_t offset;
} Row;

static const Row ROWS[] = {
#define X(name, chess, races, min, max) {{#name, min, max}, offsetof(Params, name)},
    SEARCH_PARAMS(X)
#undef X
};

bool params_at(int index, ParamInfo *out) {
    if (index < 0 || (size_t)index >= sizeof ROWS / sizeof *ROWS) return false;
    *out = ROWS[index].info;
    return true;
}

int params_default(int index, EvaluationKind kind) {
    int value;
    memcpy(&value, (const char *)&PARAMS_DEFAULT[kind] + ROWS[index].offset, sizeof value);
    return value;
}

bool params_set(Params *params, const char *name, int value) {
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        const ParamInfo *info = &ROWS[i].info;
        if (strcmp(info->name, name) != 0) continue;
        int clamped = value < info->min ? info->min : value > info->max ? info->max : value;
        memcpy((char *)params + ROWS[i].offset, &clamped, sizeof clamped);
        return true;
    }
    return false;
}
