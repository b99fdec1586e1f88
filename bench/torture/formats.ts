import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** A sound or odd file that mutants are made from. */
export interface Seed {
  /** Its path below the folder of the fixtures, with `/`. */
  readonly id: string;
  readonly path: string;
  /** The ending of its name, without the first dot: `docx`, `tar.gz`. */
  readonly ending: string;
  readonly bytes: () => Uint8Array;
}

/** Files of one format. */
export interface Format {
  readonly name: string;
  readonly seeds: readonly Seed[];
}

/** The folder of the fixtures of this project. */
export const ownFixtures: string = fileURLToPath(new URL("../../fixtures/", import.meta.url));

/** Seeds of formats that have no fixtures, written by `write-seeds.ts`. */
const ownSeeds = fileURLToPath(new URL("seeds/", import.meta.url));

/** Larger files make slow cases, and hit the same code. */
const maxSeedBytes = 48_000;

/** Images of CDs begin with 32 KiB of nothing. */
const maxIsoBytes = 100_000;

const sameFormat: Readonly<Record<string, string>> = {
  jpg: "jpeg",
  tif: "tiff",
  tgz: "tar.gz",
  tsv: "csv",
  "txt.bz2": "bz2",
  "txt.gz": "gz",
  "txt.lz4": "lz4",
  "txt.xz": "xz",
  "txt.zst": "zst",
  "txt.Z": "z",
  "tar.Z": "tar.z",
  a: "ar",
  bin: "zip",
};

/** Formats whose name is that of a folder, because their files have many endings. */
const wholeFolders: readonly string[] = ["outline"];

/**
 * The formats of a folder of fixtures (`FORMAT/CASE/input.ENDING`), each with its files in order, so that a number means
 * the same file on every machine. To the fixtures of this project belong the seeds of formats that have none there.
 */
export function formatsOf(folder: string = ownFixtures): readonly Format[] {
  const formats = new Map<string, Seed[]>();
  const folders = resolve(folder) === resolve(ownFixtures) ? [folder, ownSeeds] : [folder];
  for (const seed of folders.flatMap(seedsOf)) {
    const [first = ""] = seed.id.split("/");
    const name = wholeFolders.includes(first) ? first : (sameFormat[seed.ending] ?? seed.ending);
    formats.set(name, [...(formats.get(name) ?? []), seed]);
  }
  return [...formats].map(([name, seeds]) => ({ name, seeds })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function seedsOf(folder: string): readonly Seed[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.startsWith("input."))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path).size <= (path.endsWith(".iso") ? maxIsoBytes : maxSeedBytes))
    .map((path) => seedAt(folder, path))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function seedAt(folder: string, path: string): Seed {
  const id = relative(folder, path).split(sep).join("/");
  const ending = id.slice(id.lastIndexOf("/") + "/input.".length);
  let bytes: Uint8Array | undefined;
  return { id, path, ending, bytes: () => (bytes ??= new Uint8Array(readFileSync(path))) };
}
