import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/**
 * Creates a folder with these files, by their paths in it, and returns its path. Scripts (`.sh`) can be run. `until` takes
 * the function that removes the folder. Default: it is removed when the test ends.
 */
export function folderWith(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  until: (end: () => void) => void = onTestFinished,
): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "reader-test-")));
  until(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content, { mode: name.endsWith(".sh") ? 0o755 : 0o644 });
  }
  return folder;
}
