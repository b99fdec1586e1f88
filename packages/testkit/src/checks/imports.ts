import { execFile } from "node:child_process";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

/** The limit on what importing a package may load. */
export interface ImportBudget {
  /** The compiled file named in the package's `exports`. */
  readonly entry: URL | string;
  /** Maximum number of the package's own files. Default: 8. */
  readonly maxModules?: number;
  /** Names of packages that may load besides the core, such as one that describes several handlers. Default: none. */
  readonly allowed?: readonly string[];
}

/**
 * Checks that importing a handler loads no engine. Besides a few files, a package may load only what
 * `@reader/core` loads. Returns one sentence per violation. Rejects if the import fails.
 */
export async function importViolations({
  entry,
  maxModules = 8,
  allowed = [],
}: ImportBudget): Promise<readonly string[]> {
  // Modules are reported under their real paths.
  const url = pathToFileURL(realpathSync(fileURLToPath(toFileUrl(entry))));
  const shared = new Set(await loadedByCore(url));
  const root = packageRoot(fileURLToPath(url));
  const urls = (await loadedModules(url)).filter((each) => !shared.has(each));
  const own = urls.filter((each) => isInside(root, fileURLToPath(each)));
  const foreign = new Set(urls.filter((each) => !own.includes(each)).map((each) => packageOf(each)));
  for (const name of allowed) foreign.delete(name);
  const violations = [...foreign].map((name) => `importing the package loads ${name}`);
  if (own.length <= maxModules) return violations;
  return [...violations, `importing the package loads ${own.length} files of its own; ${maxModules} are allowed`];
}

/** All entries of the core. */
const coreEntries = [
  "@reader/core",
  "@reader/core/handler",
  "@reader/core/render",
  "@reader/core/internal",
  "@reader/core/decoders",
];

/** Returns the files that the core loads, as the package resolves it. Empty if the package uses only its types. */
async function loadedByCore(entry: URL): Promise<readonly string[]> {
  const require = createRequire(entry);
  const loaded = await Promise.all(coreEntries.map((name) => loadedBy(require, name)));
  return loaded.flat();
}

async function loadedBy(require: NodeJS.Require, name: string): Promise<readonly string[]> {
  let file: string;
  try {
    file = require.resolve(name);
  } catch {
    return [];
  }
  return loadedModules(file);
}

/** Returns the nearest folder with a `package.json`. */
function packageRoot(file: string): string {
  const folder = dirname(file);
  return existsSync(`${folder}/package.json`) || dirname(folder) === folder ? folder : packageRoot(folder);
}

function isInside(root: string, file: string): boolean {
  const path = relative(root, file);
  return !path.startsWith("..") && !path.split(/[/\\]/).includes("node_modules");
}

/** Runs in a separate process, where the debugger reports every loaded script. */
const program = `
import { Session } from "node:inspector";
const [entry] = process.argv.slice(1);
const session = new Session();
const urls = [];
session.connect();
session.on("Debugger.scriptParsed", ({ params }) => urls.push(params.url));
session.post("Debugger.enable");
urls.length = 0;
await import(entry);
process.stdout.write(JSON.stringify(urls.filter((url) => url.startsWith("file:"))));
`;

/**
 * Returns the files that importing a module loads, including the module, as file URLs in load order. Rejects with an
 * ordinary error if the import fails.
 */
export async function loadedModules(entry: URL | string): Promise<readonly string[]> {
  const url = toFileUrl(entry);
  // Options of the test runner's process, such as loaders, would be counted too.
  const env = { ...process.env, NODE_OPTIONS: "" };
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", program, url.href], { env });
  const urls: unknown = JSON.parse(stdout);
  if (!Array.isArray(urls)) throw new TypeError("The list of modules is not a list.");
  return urls.map(String);
}

/** Converts a path or URL to a URL. */
function toFileUrl(file: URL | string): URL {
  return typeof file === "string" && !file.startsWith("file:") ? pathToFileURL(file) : new URL(file);
}

/** Returns the name of the package that contains a file: installed under `node_modules`, or linked into a workspace. */
export function packageOf(url: string): string {
  const file = fileURLToPath(url);
  const installed = file.replaceAll("\\", "/").split("/node_modules/").slice(1).at(-1);
  if (installed !== undefined) return /^(?:@[^/]+\/)?[^/]+/.exec(installed)?.[0] ?? url;
  const { name } = JSON.parse(readFileSync(`${packageRoot(file)}/package.json`, "utf8")) as { name?: string };
  return name ?? url;
}
