import { parsePathGlob, type PathGlob } from "@reader/tool/walk";
import { shardOf } from "../contract/ids.ts";
import type { SourceDocument } from "./source.ts";

/** One of `count` disjoint parts of all documents. */
export interface Shard {
  /** From 0. */
  readonly index: number;
  readonly count: number;
}

/** Which of the listed documents a run reads. */
export interface Choice {
  /** Globs in the syntax of ignore files; a document must match one of them. Empty: all documents. */
  readonly include?: readonly string[];
  /** Documents that match one of these are left out. */
  readonly exclude?: readonly string[];
  readonly shard?: Shard | undefined;
}

/** Creates a function that returns why a document is left out, or `undefined` if it is read. */
export function createChoice({
  include = [],
  exclude = [],
  shard,
}: Choice): (document: SourceDocument) => "excluded" | "other-shard" | undefined {
  const parse = (glob: string): PathGlob => parsePathGlob(glob.replace(/\/+$/, ""), false);
  const included = include.map(parse);
  const excluded = exclude.map(parse);
  return ({ path, inner = path }) => {
    const relative = inner.replace(/^\/+/, "");
    if (included.length > 0 && !included.some((glob) => matchesBranch(glob, relative))) return "excluded";
    if (excluded.some((glob) => matchesBranch(glob, relative))) return "excluded";
    return shard !== undefined && shardOf(path, shard.count) !== shard.index ? "other-shard" : undefined;
  };
}

/** True if a glob matches a path or a folder above it, as a line of an ignore file does. */
function matchesBranch(glob: PathGlob, path: string): boolean {
  if (glob.matches(path)) return true;
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    if (glob.matches(path.slice(0, end))) return true;
  }
  return false;
}
