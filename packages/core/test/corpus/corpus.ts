import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../../../../shared/corpus/", import.meta.url));

/** The folder of real and hostile files beside the checkout, which most machines do not have. */
export const corpus: string | undefined = existsSync(folder) ? folder : undefined;

if (corpus === undefined) process.stderr.write("There is no corpus beside this checkout: its tests are skipped.\n");

/** One hostile file, as its manifest tells of it. */
export interface HostileFile {
  readonly file: string;
  readonly family: string;
  readonly expect: string;
}

/** The hostile files of these families; all without any. */
export function hostileFiles(...families: readonly string[]): readonly HostileFile[] {
  if (corpus === undefined) return [];
  const entries = readFileSync(`${corpus}hostile/manifest.jsonl`, "utf8").trim().split("\n");
  return entries.map(parseEntry).filter(({ family }) => families.length === 0 || families.includes(family));
}

function parseEntry(line: string): HostileFile {
  const value: unknown = JSON.parse(line);
  if (typeof value !== "object" || value === null || !("file" in value && "family" in value && "expect" in value)) {
    throw new Error(`not an entry of the manifest: ${line.slice(0, 80)}`);
  }
  return { file: String(value.file), family: String(value.family), expect: String(value.expect) };
}
