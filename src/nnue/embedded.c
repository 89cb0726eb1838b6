// SPDX-License-Identifier: MIT
//
// Embeds the network files with the assembler's .incbin. Section and symbol syntax differ by object
// format; no other file depends on it.
#include "nnue/embedded.h"

#if defined(__APPLE__)
#define SECTION ".const_data\n"
#define SYMBOL(name) "_" #name
#define END ".text\n"
#elif defined(_WIN32)
#define SECTION ".section .rdata,\"dr\"\n"
#define SYMBOL(name) #name
#define END ".text\n"
#elif defined(__wasm__)
#define SECTION ".section .rodata.nets,\"\",@\n"
#define SYMBOL(name) #name
#define END ".text\n"
#else
#define SECTION ".section .rodata\n"
#define SYMBOL(name) #name
#define END ".previous\n"
#endif

#define EMBED(name, file)                                           \
    extern const uint8_t name[], name##_end[];                      \
    __asm__(SECTION ".balign 64\n.globl " SYMBOL(name) "\n" SYMBOL( \
        name) ":\n"                                                 \
              ".incbin \"" file                                     \
              "\"\n.globl " SYMBOL(name##_end) "\n" SYMBOL(name##_end) ":\n.byte 0\n" END)

#ifndef ROEK_NETS
#define ROEK_NETS "nets/"
#endif

EMBED(roek_net_chess, ROEK_NETS "chess.net");
EMBED(roek_net_racingkings, ROEK_NETS "racingkings.net");

const uint8_t *embedded_network(bool race, size_t *size) {
    const uint8_t *begin = race ? roek_net_racingkings : roek_net_chess;
    const uint8_t *end = race ? roek_net_racingkings_end : roek_net_chess_end;
    *size = (size_t)(end - begin);
    return begin;
}
