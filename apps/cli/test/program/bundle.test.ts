import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { folderWith, numberedLines } from "../support/folder.ts";

const app = fileURLToPath(new URL("../../", import.meta.url));
const modules = join(app, "dist/main.js");
const bundle = join(app, "lib/main.cjs");

interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The runs of the modules share their compiled code. The bundle has its own. */
const environment = { ...process.env, NODE_COMPILE_CACHE: folderWith({}, (end) => process.once("exit", end)) };

function runNode(argv: readonly string[], cwd: string): Outcome {
  const options = { cwd, encoding: "utf8", input: numberedLines(9000), env: environment } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, options);
  return { status, stdout, stderr };
}

describe("the bundled program", () => {
  const cell = { cell_type: "code", execution_count: 1, metadata: {}, source: "x", outputs: [] };
  const files = {
    "a.txt": "one – two\n",
    "x.log": numberedLines(3000),
    "g.txt": new Uint8Array([0xc4, 0xe3, 0xba, 0xc3, 0xca, 0xc0, 0xbd, 0xe7, 0x0a]),
    "n.ipynb": JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 4 }),
    "b.bin": new Uint8Array(5000).map((_, at) => (at * 7919) % 251),
  };

  test.for([
    ["a.txt"],
    ["x.log"],
    ["x.log", "--offset", "-2"],
    ["x.log", "--find", "/line 29+$/i"],
    ["x.log", "--lines", "1-2,2999-"],
    ["g.txt"],
    ["n.ipynb", "--json"],
    ["b.bin"],
    ["."],
    ["x.lgo"],
    ["-", "--limit", "2"],
    ["-", "--offset", "-1"],
    ["info", "x.log", "n.ipynb"],
    ["completion", "bash"],
    ["help"],
    ["--version"],
    ["--ofset"],
  ])("says to %j what the modules say", (argv) => {
    const cwd = folderWith(files);
    const said = runNode([modules, ...argv], cwd);
    expect(said.stdout + said.stderr).not.toBe("");
    expect(runNode([bundle, ...argv], cwd)).toEqual(said);
  });

  test("loads few modules of Node for plain text, also without a terminal", () => {
    // The channel of errors is the null device here.
    const argv = ["--import", `data:text/javascript,${encodeURIComponent(tellModules)}`, bundle, "a.txt"];
    const stdout = execFileSync(process.execPath, argv, {
      cwd: folderWith(files),
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [answer, ...loaded] = stdout.toString().trimEnd().split("\n");
    expect(answer).toBe("1\tone – two");
    expect(loaded).not.toEqual([]);
    const heavy = ["tty", "net", "stream", "internal/abort_controller", "internal/util/parse_args/parse_args"];
    expect(loaded.filter((name) => heavy.includes(name))).toEqual([]);
  });

  test("loads no other file of the package for plain text, and the one for colours only with colours", () => {
    const trace =
      "const { Module } = require('node:module'); const load = Module._load; Module._load = (name, ...rest) => (process.stderr.write(name + '\\n'), load(name, ...rest));";
    const cwd = folderWith({ ...files, "a.ts": "const a = 1;\n", "trace.cjs": trace });
    const filesOf = (argv: readonly string[]): readonly string[] =>
      runNode(["--require", join(cwd, "trace.cjs"), bundle, ...argv], cwd).stderr.match(/[\w-]+\.cjs$/gm) ?? [];
    const plain = filesOf(["a.ts"]);
    expect(plain).toContain("main.cjs");
    expect(plain.filter((name) => !["main.cjs", "program.cjs", "rolldown-runtime.cjs"].includes(name))).toEqual([]);
    expect(filesOf(["a.ts", "--color", "always"])).toContain("highlight.cjs");
  });

  test.for([
    ["missing", undefined],
    ["of another version", "not what V8 stored"],
  ])("starts when its compiled code is %s", ([, code]) => {
    const lib = copyOf("lib");
    for (const name of readdirSync(lib).filter((each) => each.endsWith(".code"))) {
      if (code === undefined) rmSync(join(lib, name));
      else writeFileSync(join(lib, name), code);
    }
    const cwd = folderWith(files);
    expect(runNode([join(lib, "main.cjs"), "x.log", "--offset", "-2"], cwd)).toEqual(
      runNode([modules, "x.log", "--offset", "-2"], cwd),
    );
  });

  test("contains compiled code for the Node that built it", () => {
    expect(readdirSync(join(app, "lib"))).toContain(`program-${process.version}-${process.arch}.code`);
  });

  test("finds the packages that it was made of", () => {
    const { stdout } = runNode([bundle, "doctor"], app);
    // What is missing depends on the folder that it is looked for from.
    const [found] = runNode([modules, "doctor"], app).stdout.split("\nMissing");
    expect(stdout.split("\nMissing")[0]).toBe(found);
    expect(found).toContain("✓ re2js");
  });

  test("brings the licences of what is in it", () => {
    const licences = readFileSync(join(app, "lib/LICENSES.txt"), "utf8");
    expect(licences).toMatch(/^re2js \d/m);
    expect(licences).not.toContain("@reader/");
  });
});

/** A copy of a folder of the program, in a temporary folder. */
function copyOf(name: string): string {
  const copy = join(folderWith({}), name);
  cpSync(join(app, name), copy, { recursive: true });
  return copy;
}

/** Prints at the end which modules of Node were loaded from the start of the program on. */
const tellModules = `
const early = new Set(process.moduleLoadList);
process.on("exit", () => {
  const late = process.moduleLoadList.filter((name) => !early.has(name));
  const names = late.map((name) => name.replace("NativeModule ", "") + "\\n");
  process.getBuiltinModule("node:fs").writeSync(1, names.join(""));
});
`;
