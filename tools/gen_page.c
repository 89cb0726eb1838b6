// SPDX-License-Identifier: MIT
//
// Builds the web page:  gen_page TEMPLATE STYLE SCRIPT WORKER HEAD [FILE…] > page
//
// The template has the placeholders @STYLE@, @SCRIPT@, @WORKER@, @HEAD@ and @FILES@ (the files in
// base64, each in an element with its name). @STYLE_HASH@ and @SCRIPT_HASH@ are replaced by the
// hashes with which a Content-Security-Policy allows exactly this style and this script.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    unsigned char *data;
    size_t size;
} Bytes;

static Bytes read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    Bytes b = {NULL, 0};
    size_t room = 1 << 16, got;
    b.data = malloc(room);
    if (!file || !b.data) {
        fprintf(stderr, "gen_page: cannot read %s\n", path);
        exit(1);
    }
    while ((got = fread(b.data + b.size, 1, room - b.size, file)) > 0) {
        b.size += got;
        if (b.size == room) b.data = realloc(b.data, room *= 2);
        if (!b.data) exit(1);
    }
    fclose(file);
    return b;
}

// SHA-256, FIPS 180-4.

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t turn(uint32_t x, int by) {
    return x >> by | x << (32 - by);
}

static void sha_block(uint32_t state[8], const unsigned char *block) {
    uint32_t w[64], v[8];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ a >> 3) + w[i - 7] +
               (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
    }
    memcpy(v, state, sizeof v);
    for (int i = 0; i < 64; i++) {
        uint32_t mixed = turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25);
        uint32_t one = v[7] + mixed + ((v[4] & v[5]) ^ (~v[4] & v[6])) + K[i] + w[i];
        uint32_t two = (turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22)) +
                       ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof *v);
        v[4] += one;
        v[0] = one + two;
    }
    for (int i = 0; i < 8; i++) state[i] += v[i];
}

static void sha256(Bytes text, unsigned char digest[32]) {
    uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    unsigned char rest[128] = {0};
    size_t whole = text.size / 64 * 64, left = text.size - whole;
    size_t padded = left < 56 ? 64 : 128;
    for (size_t i = 0; i < whole; i += 64) sha_block(state, text.data + i);
    memcpy(rest, text.data + whole, left);
    rest[left] = 0x80;
    for (int i = 0; i < 8; i++)
        rest[padded - 1 - (size_t)i] = (unsigned char)((uint64_t)text.size * 8 >> 8 * i);
    for (size_t i = 0; i < padded; i += 64) sha_block(state, rest + i);
    for (int i = 0; i < 32; i++) digest[i] = (unsigned char)(state[i / 4] >> (24 - 8 * (i % 4)));
}

static void print_base64(const unsigned char *data, size_t size) {
    static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        uint32_t word = (uint32_t)data[i] << 16;
        if (i + 1 < size) word |= (uint32_t)data[i + 1] << 8;
        if (i + 2 < size) word |= data[i + 2];
        putchar(DIGITS[word >> 18]);
        putchar(DIGITS[word >> 12 & 63]);
        putchar(i + 1 < size ? DIGITS[word >> 6 & 63] : '=');
        putchar(i + 2 < size ? DIGITS[word & 63] : '=');
    }
}

static void print_hash(Bytes text) {
    unsigned char digest[32];
    sha256(text, digest);
    printf("'sha256-");
    print_base64(digest, sizeof digest);
    putchar('\'');
}

static void print_file(const char *path) {
    const char *slash = strrchr(path, '/');
    Bytes file = read_file(path);
    printf("<script type=\"application/octet-stream\" data-file=\"%s\">", slash ? slash + 1 : path);
    print_base64(file.data, file.size);
    printf("</script>\n");
    free(file.data);
}

/* Prints the part whose placeholder begins at `at`, which is an '@'. Returns the length of the
 * placeholder, 0 if it is none. */
static size_t print_part(const char *at, const Bytes parts[3], char **argv, int argc) {
    static const char *const NAMES[] = {"@STYLE@", "@SCRIPT@", "@WORKER@"};
    for (int i = 0; i < 3; i++) {
        if (strncmp(at, NAMES[i], strlen(NAMES[i])) != 0) continue;
        fwrite(parts[i].data, 1, parts[i].size, stdout);
        return strlen(NAMES[i]);
    }
    if (strncmp(at, "@STYLE_HASH@", 12) == 0) return print_hash(parts[0]), 12;
    if (strncmp(at, "@SCRIPT_HASH@", 13) == 0) return print_hash(parts[1]), 13;
    if (strncmp(at, "@HEAD@", 6) == 0) return fputs(argv[5], stdout), 6;
    if (strncmp(at, "@FILES@", 7) != 0) return 0;
    for (int i = 6; i < argc; i++) print_file(argv[i]);
    return 7;
}

int main(int argc, char **argv) {
    if (argc < 6) {
        fprintf(stderr, "usage: gen_page TEMPLATE STYLE SCRIPT WORKER HEAD [FILE...]\n");
        return 2;
    }
    Bytes template = read_file(argv[1]);
    Bytes parts[3] = {read_file(argv[2]), read_file(argv[3]), read_file(argv[4])};
    template.data = realloc(template.data, template.size + 1);
    if (!template.data) return 1;
    template.data[template.size] = '\0';
    for (const char *c = (const char *)template.data; *c;) {
        size_t length = *c == '@' ? print_part(c, parts, argv, argc) : 0;
        if (!length) putchar(*c);
        c += length ? length : 1;
    }
    return ferror(stdout) != 0;
}
