import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Row } from "./row.ts";

/** What a row needs and what is not there: `unzip is not installed`; undefined where it can be measured. */
export function missingPeer({ programs = [], packages = [] }: Row): string | undefined {
  const missing =
    programs.find((program) => programVersion(program) === undefined) ??
    packages.find((name) => packageVersion(name) === undefined);
  return missing === undefined ? undefined : `${missing} is not installed`;
}

/** The peers of rows with their versions, such as `sed 4.9`, each once. */
export function peerVersions(rows: readonly Row[]): readonly string[] {
  const named = rows.flatMap(({ programs = [], packages = [] }) => [
    ...programs.map((program) => [program, programVersion(program)] as const),
    ...packages.map((name) => [name, packageVersion(name)] as const),
  ]);
  const known = named.flatMap(([name, version]) => (version === undefined ? [] : [`${name} ${version}`.trim()]));
  return [...new Set(known)].toSorted();
}

/** Returns the program's version, "" if it does not print one, or `undefined` if it is not installed. */
function programVersion(program: string): string | undefined {
  const [first, second] = ["--version", "-v"].map((flag) =>
    spawnSync(program, [flag], { encoding: "utf8", input: "", timeout: 10_000 }),
  );
  if (first?.error !== undefined) return undefined;
  const words = [first, second].flatMap((ran) => [ran?.stdout ?? "", ran?.stderr ?? ""]);
  const versions = words.map((text) => /\b\d+\.\d+(?:\.\d+)*\b/.exec(text.split("\n").slice(0, 2).join("\n"))?.[0]);
  return versions.find((version) => version !== undefined) ?? "";
}

/** From its manifest, because not every package lets that be imported. */
function packageVersion(name: string): string | undefined {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  for (const folder of folders) {
    try {
      const manifest = JSON.parse(readFileSync(join(folder, name, "package.json"), "utf8")) as { version: string };
      return manifest.version;
    } catch {
      // Not in this one.
    }
  }
  return undefined;
}
