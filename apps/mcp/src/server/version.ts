const { existsSync, readFileSync } = process.getBuiltinModule("node:fs");

/** The version of this package. In a bundle, the manifest can be any number of folders above this file. */
export function version(): string {
  let manifest = new URL("./package.json", import.meta.url);
  while (!existsSync(manifest)) manifest = new URL("../package.json", manifest);
  const { version: found } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string };
  return found;
}
