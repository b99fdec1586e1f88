// Copies the declarations that the entries of a package lead to, from `dist` to `lib`. Run in the folder of a package
// whose published types are in `lib`; the other declarations are of no use to anybody who installs it.
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";

const dist = join(process.cwd(), "dist");
const { publishConfig } = JSON.parse(readFileSync("package.json", "utf8"));
const entries = Object.values(publishConfig.exports).flatMap(({ types }) => types?.replace("./lib/", "dist/") ?? []);
const compiler = join(createRequire(import.meta.url).resolve("typescript/package.json"), "../bin/tsc");
const args = [compiler, "--ignoreConfig", "--listFilesOnly", "--module", "nodenext", "--types", "node", ...entries];
const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
if (status !== 0) throw new Error(stdout);
const own = stdout.split("\n").filter((file) => file.startsWith(`${dist}/`));
for (const file of own) cpSync(file, join("lib", relative(dist, file)));
