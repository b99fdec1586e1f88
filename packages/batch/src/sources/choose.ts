import { parsePathGlob } from "@reader/tool/walk";
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
  const included = include.map((glob) => parsePathGlob(glob, false));
  const excluded = exclude.map((glob) => parsePathGlob(glob, false));
  return ({ path, inner = path }) => {
    const relative = inner.replace(/^\/+/, "");
    if (included.length > 0 && !included.some((glob) => glob.matches(relative))) return "excluded";
    if (excluded.some((glob) => glob.matches(relative))) return "excluded";
    return shard !== undefined && shardOf(path, shard.count) !== shard.index ? "other-shard" : undefined;
  };
}
