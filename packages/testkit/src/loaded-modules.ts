import { execFile } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

/** Runs in a process of its own; the debugger tells of every script, whichever way it is loaded. */
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
 * The files that importing a module loads, as file URLs in the order of loading, the module itself included. Rejects
 * with an ordinary error where the import fails.
 */
export async function loadedModules(entry: URL | string): Promise<readonly string[]> {
  const url = toFileUrl(entry);
  // Options of the test runner's own process, such as loaders, would be counted as well.
  const env = { ...process.env, NODE_OPTIONS: "" };
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", program, url.href], { env });
  const urls: unknown = JSON.parse(stdout);
  if (!Array.isArray(urls)) throw new TypeError("The list of modules is no list.");
  return urls.map(String);
}

/** A file given as a URL or a path, as a URL. */
export function toFileUrl(file: URL | string): URL {
  return typeof file === "string" && !file.startsWith("file:") ? pathToFileURL(file) : new URL(file);
}

/** The package under `node_modules` that a file belongs to; `undefined` for a file outside of them. */
export function packageOf(url: string): string | undefined {
  const inside = fileURLToPath(url).replaceAll("\\", "/").split("/node_modules/").at(-1);
  const isInstalled = url.includes("/node_modules/");
  return isInstalled ? /^(?:@[^/]+\/)?[^/]+/.exec(inside ?? "")?.[0] : undefined;
}
