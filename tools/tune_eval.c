// SPDX-License-Identifier: MIT
//
// Fits the weights of a hand-crafted evaluation to positions of `roek selfplay`.
//
//     tune_eval VARIANT POSITIONS OUT.c [EPOCHS [RESULT_SHARE [THREADS]]]
//
// The evaluation is a sum of counts times weights, so the gradient of the squared error between
// sigmoid(evaluation) and the target is exact and cheap. Adam minimises the error in batches (Texel
// tuning). The target blends the game's result with the search's score. Weights start from the
// present ones and are regularised towards them. A tenth of the games is held out to detect
// overfitting.
#include "base/array.h"
#include "eval/classical.h"
#include "eval/racing_kings_eval.h"
#include "notation/text/fen.h"
#include "rules/registry.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint16_t term;
    int16_t count;
} TermCount;

typedef struct {
    uint32_t first;
    uint16_t features;
    uint8_t phase, scale;
    float target;
} TuningSample;

typedef struct {
    const LinearModel *model;
    TuningSample *samples;
    size_t count, capacity;
    TermCount *features;
    size_t feature_count, feature_capacity;
    size_t train; // samples before this index are used for training
    double k;     // converts centipawns to the sigmoid's argument
} TuningData;

static void reserve(void *items, size_t *capacity, size_t wanted, size_t size) {
    if (array_reserve(items, capacity, wanted, size)) return;
    fprintf(stderr, "not enough memory\n");
    exit(3);
}

static double sigmoid(double x) {
    return 1 / (1 + exp(-x));
}

static void add_sample(TuningData *d, const Position *pos, double target) {
    int16_t counts[2][2048] = {{0}};
    int phase, scale;
    d->model->trace(pos, counts[0], counts[1], &phase, &scale);
    reserve(&d->samples, &d->capacity, d->count + 1, sizeof *d->samples);
    TuningSample *s = &d->samples[d->count++];
    *s = (TuningSample){(uint32_t)d->feature_count, 0, (uint8_t)phase, (uint8_t)scale,
                        (float)target};
    for (int t = 0; t < d->model->terms; t++) {
        int diff = counts[0][t] - counts[1][t];
        if (!diff) continue;
        reserve(&d->features, &d->feature_capacity, d->feature_count + 1, sizeof *d->features);
        d->features[d->feature_count++] = (TermCount){(uint16_t)t, (int16_t)diff};
        s->features++;
    }
}

static void load(TuningData *d, const char *path, const Rules *rules, double share) {
    FILE *in = fopen(path, "r");
    char line[256];
    if (!in) {
        fprintf(stderr, "cannot read %s\n", path);
        exit(3);
    }
    while (fgets(line, sizeof line, in)) {
        char *score = strchr(line, ';');
        char *result = score ? strchr(score + 1, ';') : NULL;
        Position pos;
        if (!result) continue;
        *score++ = *result++ = '\0';
        if (fen_read_position(line, rules, &pos).fault != FEN_OK) continue;
        double expected = sigmoid(d->k * atof(score));
        add_sample(d, &pos, share * atof(result) + (1 - share) * expected);
    }
    fclose(in);
    d->train = d->count - d->count / 10; // samples of a game are contiguous, so this splits by game
}

/* White's evaluation of a sample, and the factors of midgame and endgame weights in it. */
static double predict(const TuningData *d, const TuningSample *s, const double *w, double *mg,
                      double *eg) {
    *mg = s->phase / 24.0;
    *eg = (1 - *mg) * s->scale / 64.0;
    double sum = 0;
    for (int i = 0; i < s->features; i++) {
        TermCount f = d->features[s->first + (uint32_t)i];
        sum += f.count * (*mg * w[2 * f.term] + *eg * w[2 * f.term + 1]);
    }
    return sum;
}

typedef struct {
    const TuningData *d;
    const double *weights;
    const uint32_t *order;
    size_t first, last;
    double *gradient; // NULL: compute the error only
    double error;
} GradientRange;

static void *sum_range(void *argument) {
    GradientRange *range = argument;
    const TuningData *d = range->d;
    range->error = 0;
    for (size_t i = range->first; i < range->last; i++) {
        const TuningSample *s = &d->samples[range->order ? range->order[i] : i];
        double mg, eg;
        double p = sigmoid(d->k * predict(d, s, range->weights, &mg, &eg));
        double diff = p - s->target;
        range->error += diff * diff;
        if (!range->gradient) continue;
        double g = diff * p * (1 - p);
        for (int j = 0; j < s->features; j++) {
            TermCount f = d->features[s->first + (uint32_t)j];
            range->gradient[2 * f.term] += g * f.count * mg;
            range->gradient[2 * f.term + 1] += g * f.count * eg;
        }
    }
    return NULL;
}

enum { THREADS_MAX = 64 };

/* Splits [first, last) among threads; sums their errors, and their gradients into the first. */
static double sum_errors(const TuningData *d, const double *w, const uint32_t *order, size_t first,
                         size_t last, double **gradients, int threads) {
    GradientRange ranges[THREADS_MAX];
    pthread_t ids[THREADS_MAX];
    size_t n = (size_t)d->model->terms * 2;
    double error = 0;
    for (int i = 0; i < threads; i++) {
        size_t span = last - first;
        ranges[i] = (GradientRange){d,
                                    w,
                                    order,
                                    first + span * (size_t)i / (size_t)threads,
                                    first + span * (size_t)(i + 1) / (size_t)threads,
                                    gradients ? gradients[i] : NULL,
                                    0};
        if (gradients) memset(gradients[i], 0, n * sizeof(double));
        pthread_create(&ids[i], NULL, sum_range, &ranges[i]);
    }
    for (int i = 0; i < threads; i++) {
        pthread_join(ids[i], NULL);
        error += ranges[i].error;
        for (size_t t = 0; gradients && i > 0 && t < n; t++) gradients[0][t] += gradients[i][t];
    }
    return error / (double)(last - first);
}

static void shuffle(uint32_t *order, size_t n, uint64_t *state) {
    for (size_t i = n; i > 1; i--) {
        *state = *state * 6364136223846793005u + 1442695040888963407u;
        size_t j = (size_t)((*state >> 33) % i);
        uint32_t swap = order[i - 1];
        order[i - 1] = order[j];
        order[j] = swap;
    }
}

typedef struct {
    double *weights, *m, *v;
    double *prior; // the weights at the start
    long step;
} Adam;

/* The strength of the regularisation, which keeps weights near their start where data are
 * sparse. */
static const double PRIOR = 3e-7;

static void adam_step(Adam *a, const double *gradient, size_t n, double batch, double rate) {
    double b1 = 1 - pow(0.9, (double)++a->step), b2 = 1 - pow(0.999, (double)a->step);
    for (size_t i = 0; i < n; i++) {
        double g = gradient[i] / batch + PRIOR * (a->weights[i] - a->prior[i]);
        a->m[i] = 0.9 * a->m[i] + 0.1 * g;
        a->v[i] = 0.999 * a->v[i] + 0.001 * g * g;
        a->weights[i] -= rate * (a->m[i] / b1) / (sqrt(a->v[i] / b2) + 1e-10);
    }
}

static void fit(const TuningData *d, double *weights, int epochs, int threads) {
    size_t n = (size_t)d->model->terms * 2, batch = 16384;
    Adam adam = {weights, calloc(n, sizeof(double)), calloc(n, sizeof(double)),
                 malloc(n * sizeof(double)), 0};
    memcpy(adam.prior, weights, n * sizeof(double));
    double *gradients[THREADS_MAX];
    uint32_t *order = malloc(d->train * sizeof *order);
    uint64_t state = 1;
    for (int i = 0; i < threads; i++) gradients[i] = calloc(n, sizeof(double));
    for (size_t i = 0; i < d->train; i++) order[i] = (uint32_t)i;
    for (int epoch = 0; epoch < epochs; epoch++) {
        double rate = 0.02 + 0.98 * 0.5 * (1 + cos(3.14159265 * epoch / epochs)), error = 0;
        size_t batches = 0;
        shuffle(order, d->train, &state);
        for (size_t at = 0; at < d->train; at += batch, batches++) {
            size_t end = at + batch < d->train ? at + batch : d->train;
            error += sum_errors(d, weights, order, at, end, gradients, threads);
            adam_step(&adam, gradients[0], n, (double)(end - at), rate);
        }
        double held = sum_errors(d, weights, NULL, d->train, d->count, NULL, threads);
        if (epoch % 5 == 4 || epoch + 1 == epochs)
            printf("epoch %d: error %.6f, held out %.6f\n", epoch + 1, error / (double)batches,
                   held);
        fflush(stdout);
    }
    for (int i = 0; i < threads; i++) free(gradients[i]);
    free(adam.m);
    free(adam.v);
    free(adam.prior);
    free(order);
}

static void write_row(FILE *out, const TermGroup *g, const double *w) {
    fprintf(out, "    // ");
    for (const char *c = g->row; *c; c++) fputc(*c == '_' ? ' ' : char_lower(*c), out);
    fputc('\n', out);
    for (int i = 0; i < g->count; i++) {
        int t = g->first + i;
        fprintf(out, "%sTAPERED(%ld, %ld),%s", i % 8 == 0 ? "    " : " ", lround(w[2 * t]),
                lround(w[2 * t + 1]), i % 8 == 7 || i + 1 == g->count ? "\n" : "");
    }
}

static void write_weights(const LinearModel *model, const double *w, const char *path,
                          const char *array) {
    FILE *out = fopen(path, "w");
    if (!out) {
        fprintf(stderr, "cannot write %s\n", path);
        exit(3);
    }
    fprintf(out,
            "// SPDX-License-Identifier: MIT\n//\n"
            "// The weights of %s.h, middlegame and endgame, in centipawns.\n"
            "// Written by tools/tune_eval.c from games of the engine against itself.\n"
            "#include \"eval/%s.h\"\n\n// clang-format off\nconst Tapered %s[] = {\n",
            model->name, model->name, array);
    for (const TermGroup *g = model->groups; g->name; g++) write_row(out, g, w);
    fprintf(out, "};\n// clang-format on\n");
    fclose(out);
}

int main(int argc, char **argv) {
    if (argc < 4) {
        fprintf(stderr, "usage: tune_eval VARIANT POSITIONS OUT.c [EPOCHS [SHARE [THREADS]]]\n");
        return 2;
    }
    const Rules *rules = rules_find(argv[1]);
    if (!rules) return 2;
    TuningData d = {.model = evaluation_kind(rules) == EVALUATION_RACING_KINGS ? &RACING_KINGS_MODEL
                                                                               : &CLASSICAL_MODEL,
                    .k = 1 / 220.0};
    int epochs = argc > 4 ? atoi(argv[4]) : 40, threads = argc > 6 ? atoi(argv[6]) : 2;
    load(&d, argv[2], rules, argc > 5 ? atof(argv[5]) : 0.6);
    printf("%zu positions, %d terms\n", d.count, d.model->terms);
    double *weights = calloc((size_t)d.model->terms * 2, sizeof *weights);
    for (int t = 0; t < d.model->terms; t++) {
        weights[2 * t] = tapered_mg(d.model->weights[t]);
        weights[2 * t + 1] = tapered_eg(d.model->weights[t]);
    }
    printf("held out before: %.6f\n",
           sum_errors(&d, weights, NULL, d.train, d.count, NULL, threads));
    fit(&d, weights, epochs, threads < THREADS_MAX ? threads : THREADS_MAX);
    write_weights(d.model, weights, argv[3],
                  evaluation_kind(rules) == EVALUATION_RACING_KINGS ? "RACING_KINGS_WEIGHTS"
                                                                    : "CLASSICAL_WEIGHTS");
    return 0;
}
