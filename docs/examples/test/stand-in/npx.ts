import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../pages.ts";

/**
 * Writes an `npx` that starts the built server of this repository for `npx -y @reader/mcp …` and nothing else, and
 * returns a `PATH` that leads to it first.
 */
export function pathWithNpx(folder: string): string {
  const program = join(root, "apps/mcp/lib/main.cjs");
  mkdirSync(folder, { recursive: true });
  const script = [
    `#!${process.execPath}`,
    `const [yes, name, ...args] = process.argv.slice(2);`,
    `if (yes !== "-y" || name !== "@reader/mcp") throw new Error("There is no such package.");`,
    `process.argv = [process.argv[0], ${JSON.stringify(program)}, ...args];`,
    `import(${JSON.stringify(pathToFileURL(program).href)});`,
  ];
  writeFileSync(join(folder, "npx"), script.join("\n"));
  chmodSync(join(folder, "npx"), 0o755);
  return `${folder}${delimiter}${process.env["PATH"] ?? ""}`;
}
