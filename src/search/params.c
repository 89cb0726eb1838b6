// SPDX-License-Identifier: MIT
#include "search/params.h"

#include <stddef.h>
#include <string.h>

const SearchParams SEARCH_PARAMS_DEFAULT[EVALUATION_KINDS] = {
#define X(name, chess, races, min, max) .name = (chess),
    [EVALUATION_CHESS] = {SEARCH_PARAMS(X)},
#undef X
#define X(name, chess, races, min, max) .name = (races),
    [EVALUATION_RACING_KINGS] = {SEARCH_PARAMS(X)},
#undef X
};

typedef struct {
    SearchParamInfo info;
    size_t offset;
} ParamRow;

static const ParamRow ROWS[] = {
#define X(name, chess, races, min, max) {{#name, min, max}, offsetof(SearchParams, name)},
    SEARCH_PARAMS(X)
#undef X
};

bool search_param_at(int index, SearchParamInfo *out) {
    if (index < 0 || (size_t)index >= sizeof ROWS / sizeof *ROWS) return false;
    *out = ROWS[index].info;
    return true;
}

int search_param_default(int index, EvaluationKind kind) {
    int value;
    memcpy(&value, (const char *)&SEARCH_PARAMS_DEFAULT[kind] + ROWS[index].offset, sizeof value);
    return value;
}

bool search_params_set(SearchParams *params, const char *name, int value) {
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        const SearchParamInfo *info = &ROWS[i].info;
        if (strcmp(info->name, name) != 0) continue;
        int clamped = value < info->min ? info->min : value > info->max ? info->max : value;
        memcpy((char *)params + ROWS[i].offset, &clamped, sizeof clamped);
        return true;
    }
    return false;
}
