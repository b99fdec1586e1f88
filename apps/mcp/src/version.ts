const { existsSync, readFileSync } = process.getBuiltinModule("node:fs");

/** The version of this package, whose manifest is the first above this file, however deep a bundle puts it. */
export function version(): string {
  let manifest = new URL("../package.json", import.meta.url);
  while (!existsSync(manifest)) manifest = new URL("../package.json", manifest);
  const { version: found } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string };
  return found;
}
