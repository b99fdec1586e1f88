import type { FolderEntry, Reader } from "@reader/core";
import { parsePathGlob, type PathGlob } from "./path-glob.ts";

/** A file that a walk finds. */
export interface WalkedFile {
  /** The path for the reader: that of the searched folder, followed by the path from there. */
  readonly path: string;
  /** Relative to the searched folder. */
  readonly inner: string;
  /** Relative to the root. */
  readonly rooted: string;
  readonly isDenied: boolean;
  /** The line at which the search of it starts. Defaults to the first. */
  readonly offset?: number;
}

/** Options of a walk. */
export interface WalkOptions {
  /** The folder, as the model wrote it. */
  readonly path: string;
  /** Continues after this file in walk order. Relative to the folder. */
  readonly after?: string | undefined;
  readonly signal: AbortSignal;
  /** Counts the folders that are skipped because they are too deep. */
  readonly depths: WalkDepths;
  /** Called for each entry that the walk leaves out, with its path relative to the searched folder. */
  readonly onSkip?: ((inner: string, reason: SkipReason) => void) | undefined;
}

/**
 * Why a walk leaves out an entry: it is ignored, a link, or a pipe or device; or it is a folder that cannot be listed, is
 * too deep, or has more entries than are listed.
 */
export type SkipReason = "ignored" | "link" | "special" | "unlisted" | "too-deep" | "incomplete";

/** The counters of a walk. */
export interface WalkDepths {
  /** Number of folders below the depth limit, which were skipped. */
  tooDeep: number;
}

/** Folders that contain no files of the project itself. */
const skippedFolders: ReadonlySet<string> = new Set([".git", ".hg", ".svn", ".jj", "node_modules"]);

/** The files with ignore rules. Later ones take precedence. */
const ignoreFiles: readonly string[] = [".gitignore", ".ignore"];

/** Maximum depth of folders. Deeper ones are skipped. */
export const maxDepth = 100;

/**
 * Yields the files of a folder in a fixed order: by name in the order of UTF-16 units, with the contents of a folder at
 * its name. Skips links, ignored files, and the folders of version control and installed packages. Yields nothing if
 * the folder cannot be listed.
 */
export async function* walk(reader: Reader, options: WalkOptions): AsyncGenerator<WalkedFile, void, undefined> {
  const ground = { ...options, reader };
  const top = await topFolder(ground, options.path);
  if (top === undefined) return;
  // One generator for all folders: with one for each, a file would pass through as many as its path is deep.
  const open = [await openFolder(ground, top, options.after?.split("/") ?? [])];
  for (let current = open.at(-1); current !== undefined && !options.signal.aborted; current = open.at(-1)) {
    const { value: entry } = current.rest.next();
    if (entry === undefined) {
      open.pop();
      continue;
    }
    const child = childOf(current.folder, entry.name, current.scope);
    if (isSkipped(ground, entry, child)) continue;
    if (entry.kind === "directory") open.push(await openFolder(ground, child, current.afterIn(entry.name)));
    else yield { path: child.path, inner: child.inner, rooted: child.rooted, isDenied: entry.isDenied === true };
  }
}

/** Returns the folder where a walk starts, or `undefined` if it cannot be listed. */
async function topFolder({ reader, onSkip }: Ground, path: string): Promise<Folder | undefined> {
  const listed = await reader.list(path);
  if (!listed.ok) {
    onSkip?.("", "unlisted");
    return undefined;
  }
  const rooted = listed.path === "." ? "" : listed.path;
  const scope = await outerScope(reader, path, rooted);
  return { path: path === "." ? "" : path, inner: "", rooted, scope, depth: 0 };
}

/** True if the walk leaves out an entry, which it reports. */
function isSkipped({ onSkip }: Ground, entry: FolderEntry, folder: Folder): boolean {
  const reason = skipReason(entry, folder);
  if (reason !== undefined) onSkip?.(folder.inner, reason);
  return reason !== undefined;
}

interface Ground extends Pick<WalkOptions, "signal" | "depths" | "onSkip"> {
  readonly reader: Reader;
}

interface Folder {
  readonly path: string;
  readonly inner: string;
  readonly rooted: string;
  readonly scope: IgnoreScope | undefined;
  readonly depth: number;
}

/** A folder whose entries are being walked. */
interface OpenFolder {
  readonly folder: Folder;
  /** The ignore rules of its entries. */
  readonly scope: IgnoreScope | undefined;
  /** The entries that are left. */
  readonly rest: Iterator<FolderEntry, undefined>;
  /** Returns where an earlier walk stopped in one of its folders, as path segments. */
  readonly afterIn: (name: string) => readonly string[];
}

async function openFolder(ground: Ground, folder: Folder, after: readonly string[]): Promise<OpenFolder> {
  const listed = await entriesOf(ground, folder);
  return {
    folder,
    scope: await scopeOf(ground.reader, folder, listed),
    rest: entriesAfter(listed, after).values(),
    afterIn: (name) => (name === after[0] ? after.slice(1) : []),
  };
}

/** Returns the entries of a folder, and reports what it leaves out. */
async function entriesOf(
  { reader, depths, onSkip }: Ground,
  { path, inner, depth }: Folder,
): Promise<readonly FolderEntry[]> {
  if (depth > maxDepth) {
    depths.tooDeep += 1;
    onSkip?.(inner, "too-deep");
    return [];
  }
  const listed = await reader.list(path === "" ? "." : path);
  if (listed.ok && listed.isComplete) return listed.entries;
  onSkip?.(inner, listed.ok ? "incomplete" : "unlisted");
  return listed.ok ? listed.entries : [];
}

/** Returns the sorted entries after the point where an earlier walk stopped: in the folder of that name, or after the file. */
function entriesAfter(entries: readonly FolderEntry[], after: readonly string[]): readonly FolderEntry[] {
  const sorted = entries.toSorted(byName);
  const [first] = after;
  if (first === undefined) return sorted;
  return sorted.filter(({ name, kind }) => name > first || (name === first && kind === "directory"));
}

function skipReason({ name, kind }: FolderEntry, { scope, rooted }: Folder): SkipReason | undefined {
  if (kind === "symlink") return "link";
  if (kind !== "directory" && kind !== "file") return "special";
  return (kind === "directory" && skippedFolders.has(name)) || isIgnored(scope, rooted, kind) ? "ignored" : undefined;
}

function childOf(folder: Folder, name: string, scope: IgnoreScope | undefined): Folder {
  const { path, inner, rooted, depth } = folder;
  return {
    path: joined(path, name),
    inner: joined(inner, name),
    rooted: joined(rooted, name),
    scope,
    depth: depth + 1,
  };
}

function joined(folder: string, name: string): string {
  return folder === "" || folder.endsWith("/") ? `${folder}${name}` : `${folder}/${name}`;
}

function byName(left: FolderEntry, right: FolderEntry): number {
  if (left.name === right.name) return 0;
  return left.name < right.name ? -1 : 1;
}

/** Returns the ignore rules of a folder, including the inherited rules. */
async function scopeOf(
  reader: Reader,
  folder: Pick<Folder, "path" | "rooted" | "scope">,
  entries: readonly FolderEntry[],
): Promise<IgnoreScope | undefined> {
  const present = ignoreFiles.filter((name) => entries.some((entry) => entry.name === name && entry.kind === "file"));
  if (present.length === 0) return folder.scope;
  const contents = await Promise.all(present.map((name) => contentOf(reader, joined(folder.path, name))));
  return { rules: parseIgnoreFile(contents.join("\n")), folder: folder.rooted, outer: folder.scope };
}

async function contentOf(reader: Reader, path: string): Promise<string> {
  const { parts } = await reader.read({ path, overBudget: "cut" });
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

/** Returns the rules of the folders above the searched one. Returns `undefined` if they ignore it, because it was requested. */
async function outerScope(reader: Reader, path: string, rooted: string): Promise<IgnoreScope | undefined> {
  const names = rooted === "" ? [] : rooted.split("/");
  let scope: IgnoreScope | undefined;
  for (const depth of names.keys()) {
    const above = joined(path, Array.from({ length: names.length - depth }, () => "..").join("/"));
    const listed = await reader.list(above);
    if (!listed.ok) continue;
    scope = await scopeOf(reader, { path: above, rooted: names.slice(0, depth).join("/"), scope }, listed.entries);
    if (isIgnored(scope, names.slice(0, depth + 1).join("/"), "directory")) return undefined;
  }
  return scope;
}

interface Rule {
  readonly glob: PathGlob;
  readonly isNegated: boolean;
  readonly isForFolders: boolean;
}

/** The rules of the ignore files of one folder. */
interface IgnoreRules {
  /** Returns whether an entry below the folder is ignored, or `undefined` if no rule matches. `path` is relative to the folder. */
  verdict(path: string, kind: "file" | "directory"): "ignored" | "kept" | undefined;
}

/** Parses an ignore file in the syntax of `gitignore(5)`. The last rule that matches decides. */
export function parseIgnoreFile(content: string): IgnoreRules {
  const rules = content.split("\n").flatMap(parseLine).toReversed();
  return {
    verdict(path, kind) {
      const rule = rules.find(
        ({ glob, isForFolders }) => (!isForFolders || kind === "directory") && glob.matches(path),
      );
      if (rule === undefined) return undefined;
      return rule.isNegated ? "kept" : "ignored";
    },
  };
}

function parseLine(raw: string): Rule[] {
  const line = raw.replace(/\r$/, "").replace(/(?<!\\)[ \t]+$/, "");
  if (line === "" || line.startsWith("#")) return [];
  const isNegated = line.startsWith("!");
  const pattern = isNegated ? line.slice(1) : line;
  const isForFolders = pattern.endsWith("/");
  const glob = isForFolders ? pattern.slice(0, -1) : pattern;
  return glob === "" ? [] : [{ glob: parsePathGlob(glob, false), isNegated, isForFolders }];
}

/** The rules that apply in a folder, including those of the folders above it. */
interface IgnoreScope {
  readonly rules: IgnoreRules;
  /** The folder of the rules, relative to the root; `""` for the root. */
  readonly folder: string;
  readonly outer: IgnoreScope | undefined;
}

/** True if an entry is ignored. The nearest folder with a matching rule decides. `path` is relative to the root. */
function isIgnored(scope: IgnoreScope | undefined, path: string, kind: "file" | "directory"): boolean {
  for (let each = scope; each !== undefined; each = each.outer) {
    const inner = each.folder === "" ? path : path.slice(each.folder.length + 1);
    const verdict = each.rules.verdict(inner, kind);
    if (verdict !== undefined) return verdict === "ignored";
  }
  return false;
}
