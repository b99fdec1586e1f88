import { mkdirSync, mkdtempSync, realpathSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createReader } from "../../../src/index.ts";

const start = process.cwd();
const base = realpathSync(mkdtempSync(join(tmpdir(), "reader-test-")));

/** Other systems refuse to remove a folder that is in use. */
describe.skipIf(process.platform !== "linux")("after the working directory was removed", () => {
  beforeAll(() => {
    mkdirSync(join(base, "root/sub"), { recursive: true });
    writeFileSync(join(base, "root/a.txt"), "alpha\n");
    mkdirSync(join(base, "here"));
    process.chdir(join(base, "here"));
    rmdirSync(join(base, "here"));
  });

  afterAll(() => {
    process.chdir(start);
    rmSync(base, { recursive: true });
  });

  test("Node does not know it", () => {
    expect(() => process.cwd()).toThrow("ENOENT");
  });

  test.for([
    ["an absolute path", join(base, "root/a.txt")],
    ["a path below a root", "a.txt"],
    ["a path that leaves a folder again", "sub/../a.txt"],
  ] as const)("absolute roots work: %s", async ([, path]) => {
    const reader = createReader({ roots: [join(base, "root")] });
    expect(await reader.read({ path })).toMatchObject({ ok: true, parts: [{ type: "text" }] });
    expect(await reader.info({ path })).toMatchObject({ ok: true });
    await reader.close();
  });

  test.for([[undefined], [["."]], [["docs"]]] as const)(
    "%o as roots are an error that says what to do",
    async ([roots]) => {
      const reader = createReader(roots === undefined ? {} : { roots });
      expect(await reader.read({ path: join(base, "root/a.txt") })).toMatchObject({
        ok: false,
        error: {
          code: "not-found",
          message: expect.stringContaining("The working directory was removed"),
          hint: "Use absolute paths, or start the reader in a folder that exists.",
        },
      });
      await reader.close();
    },
  );
});
