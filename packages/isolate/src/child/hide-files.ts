const fs = process.getBuiltinModule("node:fs");

/**
 * What a handler may not see does not exist for it. Node's answer to the question whether a file exists is an error
 * where it may not be read, which nobody expects: what loads native code asks for files of the system, to learn which
 * build it needs, and would fail.
 */
export function hideFiles(): void {
  const { existsSync } = fs;
  Object.assign(fs, {
    existsSync(path: string): boolean {
      try {
        return existsSync(path);
      } catch {
        return false;
      }
    },
  });
}
