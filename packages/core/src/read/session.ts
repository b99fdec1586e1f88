import type { LineRange } from "../contract/request.ts";
import type { ReadResult, TextFacts } from "../contract/result.ts";
import { createLruCache, type LruCache } from "../memory/lru-cache.ts";

/** What a conversation has seen of a file, so that an edit tool does not overwrite lines that were never read. */
export interface Snapshot {
  /** The path relative to its root. */
  readonly path: string;
  /** Device, inode, size and exact times. It changes if the content changes. */
  readonly identity: string;
  /** `sha256:` and the hexadecimal digest of the whole file; absent above 8 MiB. */
  readonly hash?: string;
  /** The size in bytes. */
  readonly size: number;
  /** How the text is stored; absent for documents. */
  readonly text?: TextFacts;
  /** The lines that were shown, sorted and merged. */
  readonly ranges: readonly LineRange[];
  /** True if every line of the file was shown in full. */
  readonly isComplete: boolean;
}

/**
 * What one conversation has already seen. The caller creates it and passes it to each read of that conversation. Without
 * a session, no result is `unchanged`.
 */
export interface Session {
  /** Increment it when messages are cut from the conversation: what was seen before then counts as not seen. */
  generation: number;
  /** Forgets one file, or all. */
  forget(path?: string): void;
  /** Returns what was seen of a file in this generation, by the requested path or that of the result. */
  snapshot(path: string): Snapshot | undefined;
}

/** A read to remember. */
export interface SeenRead {
  readonly asked: string;
  readonly identity: string;
  readonly size: number;
  readonly hash: string | undefined;
  /** The request and everything else that determines the result. */
  readonly requestKey: string;
  readonly result: ReadResult;
}

/** The memory limits of a session. What it forgets counts as not seen, and is returned in full again. */
export interface SessionLimits {
  /** Maximum number of files; the least recently read is forgotten first. */
  readonly maxFiles: number;
  /** Maximum memory for all files, in estimated bytes. */
  readonly maxBytes: number;
  /** Maximum number of requests of one file that can be `unchanged`. */
  readonly maxRequests: number;
  /** Maximum number of separate line ranges of one file. */
  readonly maxRanges: number;
}

const defaultLimits: SessionLimits = {
  maxFiles: 2000,
  maxBytes: 16 * 1024 * 1024,
  maxRequests: 32,
  maxRanges: 2000,
};

/** Estimated overhead in bytes of a file, of a request with its answer without content, and of a range. */
const fileBytes = 1024;
const requestBytes = 2048;
const rangeBytes = 64;

/** Estimated overhead of a requested name, in bytes. */
const nameBytes = 128;

interface FileRecord {
  readonly snapshot: Snapshot;
  /** The generation in which the ranges were shown. */
  readonly generation: number;
  /** The results and their generations, by request key. */
  readonly answered: ReadonlyMap<string, { readonly generation: number; readonly result: ReadResult }>;
}

interface Memory {
  readonly limits: SessionLimits;
  readonly files: LruCache<FileRecord>;
  /** Result paths by requested path. */
  readonly names: LruCache<string>;
}

const memories = new WeakMap<Session, Memory>();

/** Creates a session that has seen nothing. */
export function createSession(given: Partial<SessionLimits> = {}): Session {
  const limits = { ...defaultLimits, ...given };
  const { maxFiles, maxBytes } = limits;
  const memory: Memory = {
    limits,
    files: createLruCache({ maxEntries: maxFiles, maxBytes, entryBytes: fileBytes }),
    names: createLruCache({ maxEntries: 2 * maxFiles, maxBytes, entryBytes: nameBytes }),
  };
  const pathOf = (path: string): string => memory.names.get(plainPath(path)) ?? plainPath(path);
  const session: Session = {
    generation: 0,
    forget(path) {
      if (path === undefined) memory.files.clear();
      else memory.files.take(pathOf(path));
    },
    snapshot(path) {
      const record = memory.files.get(pathOf(path));
      return record === undefined || record.generation === session.generation ? record?.snapshot : withoutLines(record);
    },
  };
  memories.set(session, memory);
  return session;
}

/** Removes redundant parts of a path: `./a//b.txt` becomes `a/b.txt`. */
function plainPath(path: string): string {
  const names = path.split("/").filter((name) => name !== "" && name !== ".");
  return `${path.startsWith("/") ? "/" : ""}${names.join("/")}`;
}

/** Drops the seen lines of a file that was shown before messages were cut, and keeps its facts. */
function withoutLines({ snapshot }: FileRecord): Snapshot {
  return { ...snapshot, ranges: [], isComplete: false };
}

/** Returns the result `unchanged` if this session saw the same result for the same request in this generation. */
export function recall(
  session: Session,
  now: Pick<SeenRead, "asked" | "identity" | "requestKey">,
): ReadResult | undefined {
  const memory = memories.get(session);
  const record = memory?.files.get(memory.names.get(plainPath(now.asked)) ?? now.asked);
  const answered = record?.answered.get(now.requestKey);
  if (record?.snapshot.identity !== now.identity || answered?.generation !== session.generation) return undefined;
  return answered.result;
}

/** Records a result. */
export function remember(session: Session, read: SeenRead): void {
  const memory = memories.get(session);
  if (memory === undefined) return;
  const { path } = read.result;
  const before = memory.files.take(path);
  const known = before?.snapshot.identity === read.identity ? before : undefined;
  const seen = known?.generation === session.generation ? known.snapshot.ranges : [];
  const record: FileRecord = {
    snapshot: snapshotOf(read, seen, memory.limits),
    generation: session.generation,
    answered: withAnswer(known?.answered ?? new Map(), { session, read, limits: memory.limits }),
  };
  const name = plainPath(read.asked);
  memory.names.set(name, path, 2 * path.length);
  memory.files.set(path, record, bytesOf(record));
}

interface Answering {
  readonly session: Session;
  readonly read: SeenRead;
  readonly limits: SessionLimits;
}

/** Adds a result after the earlier ones. */
function withAnswer(before: FileRecord["answered"], { session, read, limits }: Answering): FileRecord["answered"] {
  const others = [...before].filter(([key]) => key !== read.requestKey);
  const answer = { generation: session.generation, result: unchanged(read.result) };
  return new Map([...others, [read.requestKey, answer] as const].slice(-limits.maxRequests));
}

function bytesOf({ snapshot, answered }: FileRecord): number {
  const ofRequests = [...answered.keys()].reduce((sum, key) => sum + requestBytes + 2 * key.length, 0);
  return ofRequests + rangeBytes * snapshot.ranges.length + 2 * snapshot.path.length;
}

/** A result without its content, which the conversation already has. */
function unchanged(result: ReadResult): ReadResult {
  const { stopped: _, next: __, outline: ___, ...facts } = result;
  return { ...facts, status: "unchanged", parts: [], notices: [], cost: { tokens: 0, bytes: 0, images: 0 } };
}

function snapshotOf(read: SeenRead, before: readonly LineRange[], { maxRanges }: SessionLimits): Snapshot {
  const { result, identity, size, hash } = read;
  const shown = rangesOf(result);
  const all = mergeRanges([...before, ...shown]);
  // Ranges beyond the limit count as not seen.
  const ranges = all.length > maxRanges ? mergeRanges(shown).slice(0, maxRanges) : all;
  const total = result.extents.find(({ unit }) => unit === "line");
  return {
    path: result.path,
    identity,
    size,
    ...(hash === undefined ? {} : { hash }),
    ...(result.text === undefined ? {} : { text: result.text }),
    ranges,
    isComplete: isComplete(ranges, total?.exact === true ? total.total : undefined),
  };
}

function isComplete(ranges: readonly LineRange[], total: number | undefined): boolean {
  if (total === 0) return true;
  const [only, ...more] = ranges;
  return more.length === 0 && only?.first === 1 && only.last === total;
}

/** The lines of a result that were shown in full: not clipped, not continued. */
function rangesOf(result: ReadResult): LineRange[] {
  return result.parts.flatMap((part) => {
    if (part.type !== "text" || part.firstLine < 1 || part.firstColumn !== undefined) return [];
    const clipped = new Set(part.clips?.map(({ line }) => line));
    return wholeRuns(part.firstLine, part.firstLine + part.lineCount - 1, clipped);
  });
}

function wholeRuns(first: number, last: number, holes: ReadonlySet<number>): LineRange[] {
  const runs: LineRange[] = [];
  let start = first;
  for (const hole of [...holes].sort((left, right) => left - right)) {
    if (hole > start) runs.push({ first: start, last: hole - 1 });
    start = hole + 1;
  }
  return start > last ? runs : [...runs, { first: start, last }];
}

/** Sorts ranges and merges adjacent ones. */
function mergeRanges(ranges: readonly LineRange[]): LineRange[] {
  const merged: { first: number; last: number }[] = [];
  for (const { first, last = first } of ranges.toSorted((left, right) => left.first - right.first)) {
    const open = merged.at(-1);
    if (open !== undefined && first <= open.last + 1) open.last = Math.max(open.last, last);
    else merged.push({ first, last });
  }
  return merged;
}
