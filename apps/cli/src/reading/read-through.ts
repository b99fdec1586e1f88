import { createReader, type Reader, type ReaderOptions } from "@reader/core";
import { grantFor } from "./grant.ts";

/** One path of a command line. */
export interface PathCall {
  /** As it was typed. */
  readonly path: string;
  readonly roots: readonly string[];
  /** The reader, but for what it may read. */
  readonly setup: ReaderOptions;
}

/** Asks a reader that may read one path. Each path has a reader of its own, because each is a permission of its own. */
export async function readThrough<Outcome>(
  { path, roots, setup }: PathCall,
  ask: (reader: Reader, path: string) => Promise<Outcome>,
): Promise<Outcome> {
  const grant = grantFor(path, roots);
  const reader = createReader({ ...setup, roots: grant.roots });
  try {
    return await ask(reader, grant.path);
  } finally {
    await reader.close();
  }
}
