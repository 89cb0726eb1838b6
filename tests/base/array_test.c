// SPDX-License-Identifier: MIT
#include "base/array.h"

#include "support/check.h"

#include <stdint.h>
#include <stdlib.h>

typedef struct {
    uint64_t *items;
    size_t count, capacity;
} Numbers;

static bool append(Numbers *numbers, uint64_t n) {
    if (!array_reserve(&numbers->items, &numbers->capacity, numbers->count + 1,
                       sizeof *numbers->items))
        return false;
    numbers->items[numbers->count++] = n;
    return true;
}

static void items_stay_and_room_doubles(void **state) {
    (void)state;
    enum { MANY = 100000 };
    Numbers numbers = {0};
    int moves = 0;
    for (uint64_t i = 0; i < MANY; i++) {
        size_t before = numbers.capacity;
        assert_true(append(&numbers, i * i));
        moves += numbers.capacity != before;
        assert_true(numbers.capacity >= numbers.count);
        assert_true(numbers.capacity == before || numbers.capacity >= 2 * before);
    }
    assert_in_range(moves, 1, 17);
    for (uint64_t i = 0; i < MANY; i++) assert_true(numbers.items[i] == i * i);
    free(numbers.items);
}

static void nothing_changes_where_there_is_room(void **state) {
    (void)state;
    Numbers numbers = {0};
    assert_true(array_reserve(&numbers.items, &numbers.capacity, 0, sizeof *numbers.items));
    assert_null(numbers.items);
    assert_true(append(&numbers, 7));
    const Numbers before = numbers;
    assert_true(
        array_reserve(&numbers.items, &numbers.capacity, before.capacity, sizeof *numbers.items));
    assert_ptr_equal(numbers.items, before.items);
    assert_true(numbers.capacity == before.capacity);
    free(numbers.items);
}

static void many_at_once_get_room(void **state) {
    (void)state;
    char *items = NULL;
    size_t capacity = 0;
    assert_true(array_reserve(&items, &capacity, 1000001, 1));
    assert_in_range(capacity, 1000001, 2 * 1000001);
    items[1000000] = 'x';
    assert_true(array_reserve(&items, &capacity, 3000000, 1));
    assert_true(items[1000000] == 'x');
    free(items);
}

/* Sizes whose product overflows, or that only the whole address space could hold. */
static void too_many_leave_all_as_it_was(void **state) {
    (void)state;
    Numbers numbers = {0};
    assert_true(append(&numbers, 42));
    const Numbers before = numbers;
    const size_t wanted[] = {SIZE_MAX, SIZE_MAX / sizeof(uint64_t) + 2,
                             PTRDIFF_MAX / sizeof(uint64_t) + 1};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        assert_false(
            array_reserve(&numbers.items, &numbers.capacity, wanted[i], sizeof *numbers.items));
        assert_ptr_equal(numbers.items, before.items);
        assert_true(numbers.capacity == before.capacity);
        assert_true(numbers.items[0] == 42);
    }
    free(numbers.items);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_stay_and_room_doubles),
        cmocka_unit_test(nothing_changes_where_there_is_room),
        cmocka_unit_test(many_at_once_get_room),
        cmocka_unit_test(too_many_leave_all_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
