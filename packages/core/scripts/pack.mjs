// Makes `lib`, what the published package holds, of `dist`: the modules in a few files, because to load a hundred costs
// every program 30 ms at its start and a megabyte of disk; and the declarations that the public ones lead to.
import { cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const folder = fileURLToPath(new URL("../", import.meta.url));
const dist = join(folder, "dist");
const lib = join(folder, "lib");
/** The modules that `exports` name. */
const entries = ["index", "contract"];
const { dependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

rmSync(lib, { recursive: true, force: true });
await bundle();
for (const entry of entries) {
  for (const file of declarations(`${entry}.d.ts`)) copy(file);
}

async function bundle() {
  const external = [/^node:/, ...Object.keys(dependencies)];
  const input = Object.fromEntries(entries.map((entry) => [entry, join(dist, `${entry}.js`)]));
  const build = await rolldown({ input, platform: "node", external, logLevel: "warn" });
  await build.write({ dir: lib, format: "esm", chunkFileNames: "[name]-[hash].js" });
  await build.close();
}

/** A declaration file and all that it imports, by their paths in `dist`. */
function declarations(file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  const source = readFileSync(join(dist, file), "utf8");
  for (const [, specifier] of source.matchAll(/from "(\.[^"]+)\.ts"/g)) {
    declarations(join(dirname(file), `${specifier}.d.ts`), seen);
  }
  return seen;
}

function copy(file) {
  mkdirSync(dirname(join(lib, file)), { recursive: true });
  cpSync(join(dist, file), join(lib, file));
}
