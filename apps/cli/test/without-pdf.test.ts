import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../..");

interface Manifest {
  readonly license: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** The manifest of a package, as it is found from the folder of another one. */
function manifestIn(folder: string, name: string): { readonly folder: string; readonly manifest: Manifest } {
  for (let above = folder; ; above = join(above, "..")) {
    const found = join(above, "node_modules", name);
    try {
      return { folder: found, manifest: JSON.parse(readFileSync(join(found, "package.json"), "utf8")) as Manifest };
    } catch (cause) {
      if (above === join(above, "..")) throw cause;
    }
  }
}

/** The licences of all packages of this project that a program installs, and of what each of those depends on. */
function licencesOf(folder: string, found = new Map<string, string>()): ReadonlyMap<string, string> {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  for (const name of Object.keys(dependencies)) {
    if (found.has(name)) continue;
    const each = manifestIn(folder, name);
    found.set(name, each.manifest.license);
    if (name.startsWith("@reader/")) licencesOf(each.folder, found);
  }
  return found;
}

test.for([{ name: "cli-without-pdf" }, { name: "mcp-without-pdf" }])(
  "$name depends on nothing under the AGPL, and needs no PDF handler",
  ({ name }) => {
    const folder = join(root, "apps", name);
    const licences = licencesOf(folder);
    expect(licences.size).toBeGreaterThan(10);
    expect([...licences].filter(([, licence]) => licence.includes("AGPL"))).toEqual([]);
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
    expect(manifest.optionalDependencies).toBeUndefined();
    expect(manifest.peerDependenciesMeta?.["@reader/handler-pdf"]).toEqual({ optional: true });
  },
);
