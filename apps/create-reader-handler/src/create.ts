import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Names, rename } from "./names.ts";

/** What a new package is made of. */
export interface Plan {
  /** The folder of the template. */
  readonly template: string;
  /** The folder of the new package. */
  readonly target: string;
  readonly names: Names;
  /** The version of the packages of this project, which is that of this program. */
  readonly version: string;
}

/** npm does not pack files with these names, and tools would take them for their own. */
const realNames: Readonly<Record<string, string>> = {
  gitignore: ".gitignore",
  "tsconfig.template.json": "tsconfig.json",
};

/** Versions of the tools that the template is tested with. */
const tools = { "@types/node": "^22.20.5", typescript: "^7.0.2", vitest: "^5.1.0" };

/** Writes the package, and returns the paths of its files. A folder that exists is refused with an `Error` for the user. */
export function createHandler({ template, target, names, version }: Plan): readonly string[] {
  if (existsSync(target)) throw new Error(`${target} exists already. Name another folder, or remove it first.`);
  const files = filesOf(template).map(
    (path) => [pathIn(path, names), readFileSync(join(template, path), "utf8")] as const,
  );
  for (const [path, content] of files) write(join(target, path), rename(content, names));
  write(join(target, "package.json"), `${JSON.stringify(manifestOf(names, version), null, 2)}\n`);
  return ["package.json", ...files.map(([path]) => path)].toSorted();
}

function filesOf(folder: string): readonly string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return paths.filter((path) => statSync(join(folder, path)).isFile());
}

function pathIn(path: string, names: Names): string {
  return rename(realNames[path] ?? path, names);
}

function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  // "wx" never replaces a file that another program wrote in the meantime.
  writeFileSync(path, content, { flag: "wx" });
}

function manifestOf(names: Names, version: string): object {
  const ours = `^${version}`;
  return {
    name: names.package,
    version: "0.1.0",
    description: `Reads ${names.format} files for @reader/core.`,
    keywords: ["reader-handler"],
    type: "module",
    sideEffects: false,
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
    files: ["dist"],
    scripts: { build: "tsc", prepack: "tsc", test: "vitest run" },
    peerDependencies: { "@reader/core": ours },
    devDependencies: { "@reader/core": ours, "@reader/isolate": ours, "@reader/testkit": ours, ...tools },
    engines: { node: ">=22.13" },
  };
}
