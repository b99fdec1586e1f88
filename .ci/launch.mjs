// `node .ci/launch.mjs cli` builds a program of this repository, if a source has changed, and runs it in this process.
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { turbo } from "./turbo.mjs";

/** Not an exit code of the programs, so that a failed build is never mistaken for an answer of a program. */
const buildFailed = 70;

const root = fileURLToPath(new URL("../", import.meta.url));
const [app] = process.argv.splice(2, 1);
const folder = join(root, "apps", app);
const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const main = join(folder, Object.values(bin)[0]);
/** An empty file whose time is that of the last build. */
const stamp = join(root, "node_modules/.cache/built", app);
const notSources = new Set(["node_modules", "dist", "lib", "test", ".turbo"]);

if (!existsSync(main)) process.stderr.write("Building…\n");
if (!isBuilt()) build();
// pnpm runs a script in the folder of its package.json. Paths in arguments are relative to where the command was typed.
if (process.env.npm_lifecycle_event !== undefined) process.chdir(process.env.INIT_CWD ?? ".");
process.argv[1] = main;
await import(pathToFileURL(main).href);

/** True if no source is newer than the last build, which `make` would ask too. turbo takes 0.4 s to look itself. */
function isBuilt() {
  if (!existsSync(main) || !existsSync(stamp)) return false;
  const { mtimeMs } = statSync(stamp);
  if (statSync(join(root, "pnpm-lock.yaml")).mtimeMs > mtimeMs) return false;
  return !["packages", "apps", ".ci"].some((name) => hasNewer(join(root, name), mtimeMs));
}

/** A folder is newer too, so that a removed source counts. */
function hasNewer(path, timeMs) {
  return readdirSync(path, { withFileTypes: true }).some((entry) => {
    if (notSources.has(entry.name)) return false;
    const file = join(path, entry.name);
    return statSync(file).mtimeMs > timeMs || (entry.isDirectory() && hasNewer(file, timeMs));
  });
}

/** Prints nothing if the build succeeds, because the output of the program may be piped. */
function build() {
  const began = new Date();
  const { status, stdout, stderr, error } = turbo(["run", "build", `--filter=@reader/${app}`], "pipe");
  if (status !== 0) {
    process.stderr.write(`The build failed.\n${stdout}${stderr}${error?.message ?? ""}`);
    process.exit(buildFailed);
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, "");
  // A source that changed during the build is newer.
  utimesSync(stamp, began, began);
}
