import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { startRacer, type RacedPair, type Racer, type RacerOptions } from "./racer.ts";

/** Part of every file outside the root, and of names that only folders outside the root have. */
const mark = "LEAKED";

/** The number of bytes of every text outside the root; nothing inside has as many. */
const outsideBytes = 7777;

/** Files by their paths. */
export type RacedFiles = Readonly<Record<string, string | Uint8Array>>;

/** What a raced folder is made of. */
export interface RacedFolderOptions extends RacerOptions {
  /** Files of every raced folder, which are raced by themselves, too, besides `file.txt`. Names without slashes. */
  readonly inside?: RacedFiles;
  /** Files of the same names outside the root, with which they change places. */
  readonly outside?: RacedFiles;
}

/**
 * A workspace whose names are exchanged with links out of it while it is read:
 *
 * - `steady.txt` is left alone, and so is the folder `steady/`.
 * - `folder/` changes places with a link to a folder outside, and so does `folder/inner/`.
 * - `deep/a/b/` changes on each of its three levels.
 * - `file.txt`, and each name of `inside`, changes places with a link to a file outside.
 * - `pipe.txt`, and `pipe-` before each name of `inside`, changes places with a named pipe without a writer.
 *
 * Each folder holds `file.txt` and the files of `inside`.
 */
export interface RacedFolder {
  /** The workspace; its real path. */
  readonly root: string;
  /** Every raced file, relative to the root. */
  readonly files: readonly string[];
  /** Every raced folder, relative to the root. */
  readonly folders: readonly string[];
  /** Starts the racer; see `startRacer`. */
  race(): Promise<Racer>;
  /** Removes everything. */
  remove(): void;
}

/** Creates a raced folder in the folder for temporary files. The race has not begun. */
export function createRacedFolder(options: RacedFolderOptions = {}): RacedFolder {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "reader-raced-")));
  const inside: RacedFiles = { "file.txt": "inside\n", ...options.inside };
  const outside: RacedFiles = { "file.txt": `${mark}\n`.padEnd(outsideBytes, "x"), ...options.outside };
  const pairs: RacedPair[] = [];
  const place = { base, inside, outside, pairs };
  writeFiles(join(base, "root"), { "steady.txt": "inside\n", "steady/file.txt": "inside\n" });
  const folders = ["folder", "folder/inner", "deep", "deep/a", "deep/a/b"];
  for (const folder of folders) addFolder(place, folder);
  for (const name of Object.keys(inside)) addFile(place, name);
  const names = Object.keys(inside);
  return {
    root: join(base, "root"),
    files: [...folders.flatMap((folder) => names.map((name) => `${folder}/${name}`)), ...names, ...names.map(pipeName)],
    folders,
    race: () => startRacer(pairs, options),
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

/**
 * Returns what a value shows of the outside, as words around it; `undefined` if it shows nothing. `value` is an outcome,
 * an answer, a message or bytes.
 */
export function leakIn(value: unknown): string | undefined {
  const text = textOf(value);
  const found = new RegExp(String.raw`.{0,60}(?:${mark}|\b${outsideBytes}\b|\b7\.8 [kK]B).{0,60}`).exec(text);
  return found?.[0];
}

interface Place {
  readonly base: string;
  readonly inside: RacedFiles;
  readonly outside: RacedFiles;
  readonly pairs: RacedPair[];
}

/** A folder of the root, and beside the root a link to a folder outside that takes its place. */
function addFolder({ base, inside, outside, pairs }: Place, path: string): void {
  const link = join(base, "links", path.replaceAll("/", "-"));
  const target = join(base, "outside", path);
  writeFiles(join(base, "root", path), inside);
  writeFiles(target, { ...outside, [`${mark}-name.txt`]: "x", [`${mark}-folder/file.txt`]: "x" });
  linkTo(link, target);
  pairs.push([join(base, "root", path), link]);
}

/** A file that changes places with a link to a file outside, and another that does so with a pipe. */
function addFile({ base, inside, outside, pairs }: Place, name: string): void {
  const root = join(base, "root");
  const link = join(base, "links", name);
  const pipe = join(base, "links", pipeName(name));
  writeFiles(root, { [name]: inside[name] ?? "", [pipeName(name)]: inside[name] ?? "" });
  writeFiles(join(base, "outside"), { [name]: outside[name] ?? mark });
  linkTo(link, join(base, "outside", name));
  if (spawnSync("mkfifo", [pipe]).status !== 0) throw new Error("There is no mkfifo.");
  pairs.push([join(root, name), link], [join(root, pipeName(name)), pipe]);
}

function pipeName(name: string): string {
  return name === "file.txt" ? "pipe.txt" : `pipe-${name}`;
}

function writeFiles(folder: string, files: RacedFiles): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

function linkTo(link: string, target: string): void {
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(target, link);
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString("latin1");
  return JSON.stringify(plain(value)) ?? "";
}

/** The same value with its bytes as text: JSON would write them as numbers. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Uint8Array) return textOf(value);
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [plain(name), plain(each)]));
}
