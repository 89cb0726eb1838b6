// SPDX-License-Identifier: MIT
//
// Any bytes as a workspace file: refused with a line number, or the same after it was read, written
// and read again.
#include "fuzz/fuzz.h"

#include "terminal/shell/workspace_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Workspace workspace, back;
    WorkspaceError error;
    if (!workspace_read((const char *)data, size, &workspace, &error)) {
        fuzz_assert(error.line > 0 && error.text[0] && error.column >= 0);
        return 0;
    }
    Text once = text_growing(), twice = text_growing();
    workspace_write(&workspace, &once);
    fuzz_assert(workspace_read(text_get(&once), once.used, &back, &error));
    workspace_write(&back, &twice);
    fuzz_assert(strcmp(text_get(&once), text_get(&twice)) == 0);
    text_free(&once);
    text_free(&twice);
    workspace_free(&workspace);
    workspace_free(&back);
    return 0;
}
