// Runs a program of this repository as it stands in the sources: builds it when something changed since the last build,
// then loads it into this process.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** Not an exit code of the programs themselves, so that a broken build is never taken for an answer of them. */
const EXIT_BUILD_FAILED = 70;

const root = fileURLToPath(new URL("../", import.meta.url));

/**
 * @typedef {object} Program
 * @property {string} app Its folder from the root, such as `apps/cli`; the compiler writes `dist/main.js` into it.
 * @property {string} script The script of the root's package.json that starts it.
 * @property {readonly string[]} [sources] Files and folders of it that a build depends on besides `src`.
 * @property {readonly string[]} [outputs] Files of it that a build writes besides `dist/main.js`.
 * @property {Step} [last] What is done when all is compiled.
 */

/**
 * @typedef {object} Step
 * @property {readonly string[]} command A file that Node runs from the root, and its arguments.
 * @property {string} fault What is said where it fails. The program runs nevertheless.
 */

/**
 * Builds where something changed, and runs the program with the arguments of this process.
 * @param {Program} program
 */
export async function launch(program) {
  const main = join(root, program.app, "dist/main.js");
  const projects = listProjects(join(root, program.app));
  const sources = listSources(program, projects);
  if (!isBuilt(program, projects, sources)) build(program, projects, sources);
  // pnpm runs a script in the directory of its package.json; paths are meant from where the command was typed.
  if (process.env.npm_lifecycle_event === program.script) process.chdir(process.env.INIT_CWD ?? ".");
  process.argv[1] = main;
  await import(pathToFileURL(main).href);
}

/** The folders of a project and of all that it is built from, however far away. */
function listProjects(project, seen = new Set()) {
  if (seen.has(project)) return [];
  seen.add(project);
  const { references = [] } = readJson(join(project, "tsconfig.json"));
  return [project, ...references.flatMap(({ path }) => listProjects(join(project, path), seen))];
}

/** Every file that a build depends on, with its size and time: an equal listing means an equal build. */
function listSources({ app, sources = [] }, projects) {
  const settings = ["tsconfig.base.json", "pnpm-lock.yaml", ".ci/manifest.d.ts", ".ci/pack.mjs", ".ci/inline.mjs"].map(
    (name) => join(root, name),
  );
  const own = sources.map((name) => join(root, app, name));
  const compiled = projects.flatMap((project) => [
    join(project, "package.json"),
    join(project, "tsconfig.json"),
    join(project, "src"),
  ]);
  return [...settings, ...own, ...compiled].flatMap(listFiles).join("\n");
}

function listFiles(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory() !== true) return [`${path} ${stats?.size} ${stats?.mtimeMs}`];
  return readdirSync(path).flatMap((name) => listFiles(join(path, name)));
}

function isBuilt(program, projects, sources) {
  const stamp = stampOf(program);
  return hasOutput(program, projects) && existsSync(stamp) && readFileSync(stamp, "utf8") === sources;
}

function hasOutput({ app, outputs = [] }, projects) {
  const own = ["dist/main.js", ...outputs].map((name) => join(root, app, name));
  return own.every((path) => existsSync(path)) && projects.every(isPacked);
}

/** Whether everything is there that others load of a package. */
function isPacked(project) {
  const { exports = {} } = readJson(join(project, "package.json"));
  const targets = Object.values(exports).map((target) => target.default ?? target);
  return existsSync(join(project, "dist")) && targets.every((target) => existsSync(join(project, target)));
}

function stampOf({ script }) {
  return join(root, `node_modules/.cache/reader/${script}-build`);
}

function build(program, projects, sources) {
  process.stderr.write("building…\n");
  // The compiler does not notice a deleted output; `--force` makes it write everything.
  const force = hasOutput(program, projects) ? [] : ["--force"];
  const steps = [["node_modules/typescript/bin/tsc", "-b", program.app, ...force], [".ci/pack.mjs"]];
  for (const step of steps) {
    const { status, output } = runNode(step);
    if (status === 0) continue;
    process.stderr.write(output);
    process.exit(EXIT_BUILD_FAILED);
  }
  finish(program);
  // Listed before the compiler ran: what changed meanwhile is built by the next run.
  const stamp = stampOf(program);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, sources);
}

function finish({ last }) {
  if (last === undefined) return;
  const { status, output } = runNode(last.command);
  if (status !== 0) process.stderr.write(`${last.fault} ${output}\n`);
}

function runNode(args) {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  return { status, output: `${stdout}${stderr}${error?.message ?? ""}` };
}

function readJson(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}
