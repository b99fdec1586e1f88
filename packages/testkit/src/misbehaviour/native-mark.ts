import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Native code in a folder that no handler may read. Whoever loads it leaves a mark there. */
export interface NativeMark {
  /** The path of the `.node` file. */
  readonly file: string;
  /** Whether the code has run since this was asked last. */
  wasLeft(): boolean;
  remove(): void;
}

/** The constructor runs while the file is loaded, before Node can see that it is no addon. */
const source = `#include <stdio.h>
__attribute__((constructor)) static void leave_mark(void) {
  FILE *mark = fopen(MARK, "w");
  if (mark != NULL) fclose(mark);
}
`;

/** Compiles the native code; `undefined` if this machine has no C compiler. */
export function buildNativeMark(): NativeMark | undefined {
  const folder = mkdtempSync(join(tmpdir(), "reader-testkit-native-"));
  const [file, code, mark] = ["mark.node", "mark.c", "mark"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  writeFileSync(code, source);
  const define = `-DMARK=${JSON.stringify(mark)}`;
  const { status } = spawnSync("cc", ["-shared", "-fPIC", define, "-o", file, code], { stdio: "ignore" });
  if (status !== 0) {
    remove();
    return undefined;
  }
  return {
    file,
    wasLeft() {
      const isThere = existsSync(mark);
      rmSync(mark, { force: true });
      return isThere;
    },
    remove,
  };
}
