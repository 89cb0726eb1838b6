// SPDX-License-Identifier: MIT
#include "cmd/problem/problem_command.h"
#include "support/check.h"

#include <string.h>

/* A threat may have more continuations than fit into a line. */
static void long_lines_are_written_whole(void **state) {
    (void)state;
    Problem problem = {.pos = position_start(&STANDARD_CHESS)};
    Text solution = text_growing(), page = text_growing();
    text_string(&solution, "  1.Qa1!");
    for (int i = 0; i < 300; i++) text_string(&solution, "/Qb2#");
    text_string(&solution, " last\n");
    problem_put_latex(&page, &problem, "", text_get(&solution));
    assert_non_null(strstr(text_get(&page), "\\hspace*{1em}1.Qa1!/Qb2\\#/"));
    assert_non_null(strstr(text_get(&page), " last\\\\\n}\n"));
    text_free(&solution);
    text_free(&page);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(long_lines_are_written_whole)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
