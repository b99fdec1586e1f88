import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const program = fileURLToPath(new URL("../lib/main.cjs", import.meta.url));

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "create-reader-handler-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function run(argv: readonly string[], cwd = emptyFolder()) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...argv], { cwd, encoding: "utf8" });
  return { status, stdout, stderr, cwd };
}

function textsIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map(({ parentPath, name }) => `${name}\n${readFileSync(join(parentPath, name), "utf8")}`);
}

test("a package is written, without a name of the template, and the next steps are printed", () => {
  const { status, stdout, stderr, cwd } = run(["sub-rip"]);
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("cd reader-handler-sub-rip\n  npm install\n  npm test\n");
  const folder = join(cwd, "reader-handler-sub-rip");
  expect(readdirSync(folder).toSorted()).toEqual(
    [".gitignore", "README.md", "fixtures", "package.json", "src", "test", "tsconfig.json"].toSorted(),
  );
  expect(readdirSync(join(folder, "fixtures/plain"))).toContain("input.sub-rip");
  expect(textsIn(folder).filter((text) => /my-?format/i.test(text))).toEqual([]);
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  expect(JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))).toMatchObject({
    name: "reader-handler-sub-rip",
    peerDependencies: { "@reader/core": `^${version}` },
    devDependencies: { "@reader/testkit": `^${version}` },
  });
});

test("the folder can be named, and its parents are made", () => {
  const { status, stdout, cwd } = run(["@acme/dwg", "packages/dwg"]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^@acme\/dwg is in packages.dwg:\n/);
  expect(readFileSync(join(cwd, "packages/dwg/src/index.ts"), "utf8")).toContain("export function dwg(): Handler {");
});

test("a folder that exists is refused and left as it is", () => {
  const cwd = emptyFolder();
  mkdirSync(join(cwd, "reader-handler-dwg"));
  const { status, stdout, stderr } = run(["dwg"], cwd);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/reader-handler-dwg exists already\. Name another folder, or remove it first\.\n$/);
  expect(readdirSync(join(cwd, "reader-handler-dwg"))).toEqual([]);
});

test.for([
  [[], "Name the format: npm create reader-handler my-format. See --help."],
  [["Dwg"], "cannot name a format"],
  [["a", "b", "c"], "c is one word too many"],
  [["--force", "a"], "--force"],
] as const)("%j is refused in one line, and nothing is written", ([argv, message]) => {
  const { status, stdout, stderr, cwd } = run(argv);
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^create-reader-handler: .*\n$/);
  expect(stderr).toContain(message);
  expect(readdirSync(cwd)).toEqual([]);
});

test("--help and --version print and write nothing", () => {
  const { status, stdout, cwd } = run(["--help", "dwg"]);
  expect(status).toBe(0);
  expect(stdout).toContain("npm create reader-handler NAME [FOLDER]");
  expect(run(["--version"], cwd).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(readdirSync(cwd)).toEqual([]);
});
