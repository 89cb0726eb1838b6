// SPDX-License-Identifier: MIT
#include "roek/cmd/play.h"

bool front_screen_open(Front *front, BoardStyle style) {
    (void)front;
    (void)style;
    return false;
}
