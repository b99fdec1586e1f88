import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { ownConfigFile, type ConfigPlace, type FoundConfigFile } from "../../options/own-config-file.ts";
import { SetupError } from "../../options/setup-error.ts";

/** Maximum size of a configuration file, in bytes. */
const maxBytes = 1_000_000;

/** Reads the named configuration file or the user's own. Throws a `SetupError`. */
export function readConfigFile({ given, directory, environment }: ConfigPlace): FoundConfigFile | undefined {
  const own = given === undefined ? ownConfigFile(environment) : undefined;
  const path = given === undefined ? own : resolve(directory, given);
  if (path === undefined) return undefined;
  const name = given ?? path;
  try {
    const text = readFileSync(path, "utf8");
    if (text.length > maxBytes) throw new SetupError(`${name} is larger than ${maxBytes} bytes.`, "Name another file.");
    return { name, directory: dirname(path), text };
  } catch (cause) {
    if (given === undefined && codeOf(cause) === "ENOENT") return undefined;
    if (cause instanceof SetupError) throw cause;
    throw new SetupError(whyUnread(name, codeOf(cause)), "Name a file that you may read.");
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: ": there is no such file",
  EISDIR: ": it is a folder",
};

function whyUnread(name: string, code: string): string {
  return `The configuration ${name} cannot be read (${code})${reasons[code] ?? ""}.`;
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "it fails";
}
