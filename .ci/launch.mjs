// `node .ci/launch.mjs cli` builds a program of this repository, if a source has changed, and runs it in this process.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { turbo } from "./turbo.mjs";

/** Not an exit code of the programs, so that a failed build is never mistaken for an answer of a program. */
const buildFailed = 70;

const root = fileURLToPath(new URL("../", import.meta.url));
const [app] = process.argv.splice(2, 1);
const folder = join(root, "apps", app);
const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const main = join(folder, Object.values(bin)[0]);

if (!existsSync(main)) process.stderr.write("Building…\n");
build(app);
// pnpm runs a script in the folder of its package.json. Paths in arguments are relative to where the command was typed.
if (process.env.npm_lifecycle_event !== undefined) process.chdir(process.env.INIT_CWD ?? ".");
process.argv[1] = main;
await import(pathToFileURL(main).href);

/** Prints nothing if the build succeeds, because the output of the program may be piped. */
function build(name) {
  const { status, stdout, stderr, error } = turbo(["run", "build", `--filter=@reader/${name}`], "pipe");
  if (status === 0) return;
  process.stderr.write(`The build failed.\n${stdout}${stderr}${error?.message ?? ""}`);
  process.exit(buildFailed);
}
