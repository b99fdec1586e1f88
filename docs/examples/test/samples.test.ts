import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tarOf } from "./tar-of.ts";
import { blocksOf, readPages, root, type Block } from "./pages.ts";

// A block of `ts` is a whole program: it is compiled against the built packages and run in a folder with the files
// below. A block of `text output` behind it is what it prints. `ts path/of/a/file` quotes that file. A block of `json`
// with the name of a type is such a value, as JSON shows it.

const blocks = readPages().flatMap(blocksOf);
const programs = blocks.filter(({ language, purpose }) => language === "ts" && purpose === "");
const quotes = blocks.filter(({ language, purpose }) => language === "ts" && purpose !== "");
const values = blocks.filter(({ language, purpose }) => language === "json" && /^\w+$/.test(purpose));

const folder = join(root, "node_modules/.cache/reader/samples");
const files: Readonly<Record<string, string>> = {
  "README.md": "# A project\n\nSome words.\n",
  "app.log": Array.from(
    { length: 5000 },
    (_, at) => `2026-01-01 ${at % 100 === 0 ? "ERROR lost" : "INFO ok"} ${at + 1}\n`,
  ).join(""),
  "prices.csv": "id,name,price\n1,Apple,0.35\n2,Pear,0.40\n",
  "backup.tar": tarOf("docs/a.md", "# Title\n"),
  "analysis.ipynb": JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {},
    cells: [{ cell_type: "markdown", id: "a", metadata: {}, source: ["# Sums\n"] }],
  }),
};

const nameOf = ({ page, line }: Block): string => `${page.replaceAll(/[^\w-]/g, "_")}-${line}`;

/** The value with a type that has text where the value has bytes, behind as many lines as on its page. */
function valueSource(block: Block): string {
  const printed = [
    "type Printed<T> = [string | number | boolean | null] extends [T] ? T : Each<T>;",
    "type Each<T> = T extends Uint8Array ? string : T extends object ? { readonly [K in keyof T]: Printed<T[K]> } : T;",
  ].join(" ");
  const imports = `import type { ${block.purpose} } from "@reader/core"; ${printed}`;
  return `${imports} export const value = // ${"\n".repeat(block.line - 1)}${block.code.trimEnd()} as const satisfies Printed<${block.purpose}>;\n`;
}

/** A list of all codes that the pages show, which the compiler compares with the codes that there are. */
function coverageSource(type: string, codes: string): string {
  const shown = values.filter(({ purpose }) => purpose === type);
  const imports = shown.map((block, at) => `import { value as v${at} } from "./${nameOf(block)}.ts";`).join("\n");
  const union = shown.map((_, at) => `(typeof v${at})["code"]`).join(" | ") || "never";
  return [
    `import type { ${type} } from "@reader/core";`,
    imports,
    `type Missing = Exclude<${codes}, ${union}>;`,
    `export const isComplete: [Missing] extends [never] ? true : Missing = true;\n`,
  ].join("\n");
}

const settings = {
  extends: "../../../../tsconfig.base.json",
  compilerOptions: {
    composite: false,
    incremental: false,
    declaration: false,
    declarationMap: false,
    isolatedDeclarations: false,
    tsBuildInfoFile: null,
    rootDir: ".",
    outDir: "./out",
  },
};

function writeProject(): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "node_modules/@reader"), { recursive: true });
  for (const name of readdirSync(join(root, "packages"))) {
    symlinkSync(join(root, "packages", name), join(folder, "node_modules/@reader", name), "junction");
  }
  const sources: Record<string, string> = {
    "notices.ts": coverageSource("Notice", 'Notice["code"]'),
    "errors.ts": coverageSource("ReadErrorData", 'ReadErrorData["code"]'),
  };
  for (const block of programs) sources[`${nameOf(block)}.ts`] = `${"\n".repeat(block.line - 1)}${block.code}`;
  for (const block of values) sources[`${nameOf(block)}.ts`] = valueSource(block);
  for (const [name, source] of Object.entries(sources)) writeFileSync(join(folder, name), source);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ ...settings, files: Object.keys(sources) }));
}

function run(args: readonly string[], directory: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: directory, encoding: "utf8" });
  return { status, stdout, stderr };
}

let workspace = "";
let compiled: ReturnType<typeof run> | undefined;

beforeAll(() => {
  writeProject();
  compiled = run([join(root, "node_modules/typescript/bin/tsc"), "-p", folder], root);
  workspace = mkdtempSync(join(tmpdir(), "reader-samples-"));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(workspace, name), content);
}, 60_000);

afterAll(() => rmSync(workspace, { recursive: true, force: true }));

/** What the page says a program prints, where it says so. */
function outputOf(block: Block): string | undefined {
  const next = blocks[blocks.indexOf(block) + 1];
  return next?.page === block.page && next.purpose === "output" ? next.code : undefined;
}

test("the pages have samples", () => {
  expect(programs.length).toBeGreaterThan(0);
  expect(values.length).toBeGreaterThan(0);
});

test("every sample compiles, and every notice and error code has one", () => {
  expect(compiled).toEqual({ status: 0, stdout: "", stderr: "" });
});

test.for(programs.map((block) => [`${block.page}:${block.line}`, block] as const))(
  "the program at %s runs, and prints what the page says",
  { timeout: 60_000 },
  ([, block]) => {
    const ran = run([join(folder, "out", `${nameOf(block)}.js`)], workspace);
    expect(ran).toEqual({ status: 0, stderr: "", stdout: outputOf(block) ?? ran.stdout });
  },
);

test.for(quotes.map((block) => [`${block.page}:${block.line}`, block] as const))(
  "the quotation at %s is what the file holds",
  ([, { purpose, code }]) => {
    expect(code).toBe(readFileSync(join(root, purpose), "utf8"));
  },
);
