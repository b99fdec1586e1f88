#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createHandler } from "./create.ts";
import { namesOf } from "./names.ts";

const help = `Starts a package that reads a file format for @reader/core.

Usage
  npm create reader-handler NAME [FOLDER]

  NAME      the format: my-format, or @acme/my-format for a package with a scope
  FOLDER    where to write it; default: the name of the package, in this folder

Options
  -h, --help       Show this help.
  -v, --version    Print the version.

The package has a source, fixtures and the conformance test of @reader/testkit.
`;

/** The folder of this package, above that of the built program. */
const home = join(import.meta.dirname, "..");

/** Runs the program, and returns the exit code: 2 if it was called in a wrong way. */
function run(argv: readonly string[]): number {
  try {
    return runCommand(argv);
  } catch (error) {
    process.stderr.write(`create-reader-handler: ${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}

function runCommand(argv: readonly string[]): number {
  const options = { help: { type: "boolean", short: "h" }, version: { type: "boolean", short: "v" } } as const;
  const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true });
  if (values.help === true) return print(help);
  const version = ownVersion();
  if (values.version === true) return print(`${version}\n`);
  const [name, folder, ...rest] = positionals;
  if (name === undefined) throw new Error("Name the format: npm create reader-handler my-format. See --help.");
  if (rest.length > 0)
    throw new Error(`${rest.join(" ")} is one word too many: name a format and a folder. See --help.`);
  const names = namesOf(name);
  const target = resolve(folder ?? names.package.replace(/^@[^/]+\//, ""));
  const files = createHandler({ template: join(home, "template"), target, names, version });
  return print(report(relative(process.cwd(), target) || ".", names.package, files));
}

function report(folder: string, name: string, files: readonly string[]): string {
  return (
    `${name} is in ${folder}:\n${files.map((path) => `  ${path}\n`).join("")}\n` +
    `Next:\n  cd ${folder}\n  npm install\n  npm test\n\nThen read README.md there.\n`
  );
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

function ownVersion(): string {
  const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as { readonly version: string };
  return version;
}

process.exitCode = run(process.argv.slice(2));
