import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { declarationsOf } from "../src/declarations.ts";

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "reader-declarations-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

test("exports are followed to their declarations, with doc comments and new names", () => {
  const folder = folderWith({
    "index.d.ts":
      'export { read as open } from "./read.ts";\nexport type { Options } from "./read.ts";\nexport * from "./all.js";\n',
    "read.d.ts": [
      'import { Options } from "./options.ts";',
      "/**\n * Reads a {@link Options file}.\n *\n * Twice.\n */",
      "export declare function read(path: string): void;",
      "export declare function read(options: Options): void;",
      "export { type Options };\n",
    ].join("\n"),
    "options.d.ts":
      "/** What to read. */\nexport interface Options {\n    /** A name. */\n    readonly path: string;\n}\n",
    "all.d.ts": "declare const limit = 5;\nexport { limit };\n",
  });
  expect(declarationsOf(join(folder, "index.d.ts"))).toEqual([
    {
      name: "open",
      comment: "Reads a `Options`.\n\nTwice.",
      source: "declare function read(path: string): void;\ndeclare function read(options: Options): void;",
    },
    {
      name: "Options",
      comment: "What to read.",
      source: "interface Options {\n    /** A name. */\n    readonly path: string;\n}",
    },
    { name: "limit", comment: "", source: "declare const limit = 5;" },
  ]);
});

test("a name is found in an installed package, by its entry", () => {
  const manifest = { exports: { "./sub": { types: "./types/sub.d.ts" } } };
  const folder = folderWith({
    "index.d.ts": 'export { Thing } from "@scope/other/sub";\n',
    "node_modules/@scope/other/package.json": JSON.stringify(manifest),
    "node_modules/@scope/other/types/sub.d.ts": "export declare class Thing {\n}\n",
  });
  expect(declarationsOf(join(folder, "index.d.ts"))).toEqual([
    { name: "Thing", comment: "", source: "declare class Thing {\n}" },
  ]);
});

test("a name without a declaration is refused", () => {
  const folder = folderWith({ "index.d.ts": 'export { missing } from "./other.ts";\n', "other.d.ts": "export {};\n" });
  expect(() => declarationsOf(join(folder, "index.d.ts"))).toThrow("The declaration of missing was not found.");
});
