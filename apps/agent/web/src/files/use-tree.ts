import { useCallback, useEffect, useMemo, useState } from "react";
import type { Listing, RootFolder } from "../../../src/web/wire.ts";
import { fetchListing } from "../shared/api.ts";
import { problemWords } from "../shared/words.ts";
import { rowsAtOnce, rowsOf, type TreeRow } from "./tree.ts";

/** The workspace as a tree. */
export interface Tree {
  readonly rows: readonly TreeRow[];
  /** Opens or closes a folder. */
  readonly toggle: (path: string) => void;
  /** Shows more entries of a folder. */
  readonly showMore: (path: string) => void;
  /** Lists a folder again, and opens it. */
  readonly reload: (path: string) => void;
}

/** Manages a tree whose folders are listed when they are first opened. The roots are open. */
export function useTree(roots: readonly RootFolder[]): Tree {
  const [listings, setListings] = useState<ReadonlyMap<string, Listing>>(new Map());
  const [shown, setShown] = useState<ReadonlyMap<string, number>>(new Map());
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(roots.map(({ path }) => path)));
  const load = useCallback(async (path: string): Promise<void> => {
    const listing = await fetchListing(path).catch((error: unknown): Listing => ({
      ok: false,
      message: problemWords(error),
      hint: "",
    }));
    setListings((before) => new Map(before).set(path, listing));
  }, []);
  useEffect(() => {
    for (const { path } of roots) void load(path);
  }, [roots, load]);
  const toggle = useCallback(
    (path: string) => {
      if (!open.has(path)) void load(path);
      setOpen((before) => (before.has(path) ? without(before, path) : new Set(before).add(path)));
    },
    [open, load],
  );
  const reload = useCallback(
    (path: string) => {
      void load(path);
      setOpen((before) => new Set(before).add(path));
    },
    [load],
  );
  const showMore = useCallback(
    (path: string) => setShown((before) => new Map(before).set(path, (before.get(path) ?? rowsAtOnce) + rowsAtOnce)),
    [],
  );
  const rows = useMemo(() => rowsOf(roots, { listings, open, shown }), [roots, listings, open, shown]);
  return { rows, toggle, showMore, reload };
}

function without(paths: ReadonlySet<string>, path: string): ReadonlySet<string> {
  return new Set([...paths].filter((each) => each !== path));
}
