import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { blocksOf, readPages, root, type Block } from "./pages.ts";
import { sampleFiles } from "./sample-files.ts";
import { pathWithNpx } from "./stand-in/npx.ts";

// A block of `ts` is a whole program: it is compiled against the built packages and run in a folder with the sample
// files. A block of `text output` behind it is what it prints. `ts path/of/a/file` quotes that file. A block of `json`
// with the name of a type is such a value, as JSON shows it. Behind `fetch` and `npx` there are stand-ins.

const blocks = readPages().flatMap(blocksOf);
const programs = blocks.filter(({ language, purpose }) => language === "ts" && purpose === "");
const quotes = blocks.filter(({ language, purpose }) => language === "ts" && purpose !== "");
const values = blocks.filter(({ language, purpose }) => language === "json" && /^\w+$/.test(purpose));

const folder = join(root, "node_modules/.cache/reader/samples");
const standIn = fileURLToPath(new URL("stand-in/network.ts", import.meta.url));
/** All programs share the compiled code of the packages that they load. */
const compiledCode = join(root, "node_modules/.cache/reader/samples-compiled");
/** What the clients of providers want to see before they send anything. */
const keys = { ANTHROPIC_API_KEY: "none", OPENAI_API_KEY: "none", AI_GATEWAY_API_KEY: "none" };

/** The packages of frameworks and providers that the pages use, from the manifest of the examples. */
const frameworks = Object.keys(
  (JSON.parse(readFileSync(join(root, "docs/examples/package.json"), "utf8")) as Manifest).devDependencies,
).filter((name) => !name.startsWith("@reader/"));

interface Manifest {
  readonly devDependencies: Readonly<Record<string, string>>;
}

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
  for (const name of readdirSync(join(root, "packages"))) link(join(root, "packages", name), `@reader/${name}`);
  for (const name of frameworks) link(join(root, "docs/examples/node_modules", name), name);
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

function link(target: string, name: string): void {
  const path = join(folder, "node_modules", name);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, "junction");
}

function run(args: readonly string[], directory: string) {
  const path = { PATH: pathWithNpx(join(folder, "bin")), NODE_COMPILE_CACHE: compiledCode };
  const env = { ...process.env, ...keys, ...path };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: directory, env, encoding: "utf8" });
  return { status, stdout, stderr };
}

let workspace = "";
let compiled: ReturnType<typeof run> | undefined;

beforeAll(() => {
  writeProject();
  compiled = run([join(root, "node_modules/typescript/bin/tsc"), "-p", folder], root);
  workspace = mkdtempSync(join(tmpdir(), "reader-samples-"));
  for (const [name, content] of Object.entries(sampleFiles())) writeFileSync(join(workspace, name), content);
});

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
  ([, block]) => {
    const ran = run(["--import", standIn, join(folder, "out", `${nameOf(block)}.js`)], workspace);
    expect(ran).toEqual({ status: 0, stderr: "", stdout: outputOf(block) ?? ran.stdout });
  },
);

test.for(quotes.map((block) => [`${block.page}:${block.line}`, block] as const))(
  "the quotation at %s is what the file holds",
  ([, { purpose, code }]) => {
    expect(code).toBe(readFileSync(join(root, purpose), "utf8"));
  },
);

test("the server of docs/mcp.md serves the tools of the reader", async () => {
  const block = programs.find(({ page, code }) => page === "docs/mcp.md" && code.includes("serveStdio("));
  if (block === undefined) throw new Error("The page shows no server.");
  const script = join(folder, "out", `${nameOf(block)}.js`);
  const client = new Client({ name: "test", version: "0" });
  onTestFinished(() => client.close());
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [script], cwd: workspace }));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["read", "list", "find"]);
  expect(await client.callTool({ name: "read", arguments: { path: "app.log", limit: 1 } })).toMatchObject({
    content: [{ text: "1\t2026-01-01 ERROR lost 1" }, { type: "text" }],
  });
});
