// `pnpm reader`: builds when a source changed since the last build, then runs the built program in this process.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Not an exit code of the program itself, so that a broken build is never taken for an answer of it. */
const EXIT_BUILD_FAILED = 70;

const root = fileURLToPath(new URL("../../", import.meta.url));
const app = join(root, "apps/cli");
const main = join(app, "dist/main.js");
const stamp = join(root, "node_modules/.cache/reader/cli-build");

/** The program and the packages that it is built from. */
const projects = [
  app,
  ...JSON.parse(readFileSync(join(app, "tsconfig.json"), "utf8")).references.map(({ path }) => join(app, path)),
];

/** Every file that a build depends on, with its size and time: an equal listing means an equal build. */
function listSources() {
  const settings = ["tsconfig.base.json", "pnpm-lock.yaml", "apps/cli/bundle.mjs", ".ci/pack.mjs"].map((name) =>
    join(root, name),
  );
  return [...settings, ...projects.flatMap(listProject)].map(describeFile).join("\n");
}

function listProject(directory) {
  const entries = readdirSync(join(directory, "src"), { recursive: true, withFileTypes: true });
  const sources = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return [join(directory, "tsconfig.json"), ...sources];
}

function describeFile(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  return `${path} ${stats?.size} ${stats?.mtimeMs}`;
}

function hasOutput() {
  return existsSync(main) && projects.every((directory) => existsSync(join(directory, "dist")) && isPacked(directory));
}

/** Whether everything is there that others load of a package. */
function isPacked(directory) {
  const { exports = {} } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
  return Object.values(exports).every((target) => existsSync(join(directory, target.default ?? target)));
}

function isBuilt(sources) {
  return hasOutput() && existsSync(stamp) && readFileSync(stamp, "utf8") === sources;
}

function build(sources) {
  process.stderr.write("building…\n");
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  // The compiler does not miss an output that was deleted, unless it is told to write everything.
  const force = hasOutput() ? [] : ["--force"];
  const args = [compiler, "-b", "apps/cli", ...force];
  const result = runNode(args);
  if (result.status !== 0) {
    process.stderr.write(result.output);
    process.exit(EXIT_BUILD_FAILED);
  }
  const packed = runNode([join(root, ".ci/pack.mjs")]);
  if (packed.status !== 0) {
    process.stderr.write(packed.output);
    process.exit(EXIT_BUILD_FAILED);
  }
  // Without its bundle the program starts more slowly, and does the same.
  const bundle = runNode([join(app, "bundle.mjs")]);
  if (bundle.status !== 0) process.stderr.write(`The program was not bundled: ${bundle.output}\n`);
  // Listed before the compiler ran: what changed meanwhile is built by the next run.
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, sources);
}

function runNode(args) {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  return { status, output: `${stdout}${stderr}${error?.message ?? ""}` };
}

const sources = listSources();
if (!isBuilt(sources)) build(sources);

// pnpm runs a script in the directory of its package.json; paths are meant from where the command was typed.
if (process.env.npm_lifecycle_event === "reader") process.chdir(process.env.INIT_CWD ?? ".");
process.argv[1] = main;
await import(pathToFileURL(main).href);
