import { useCallback, useEffect, useMemo, useState } from "react";
import type { Listing, RootFolder } from "../../../src/web/wire.ts";
import { fetchListing, fetchMembers } from "../shared/api.ts";
import { problemWords } from "../shared/words.ts";
import { rowsAtOnce, rowsOf, type TreeRow } from "./tree.ts";

/** The workspace as a tree. */
export interface Tree {
  readonly rows: readonly TreeRow[];
  readonly filter: string;
  readonly setFilter: (filter: string) => void;
  /** Opens or closes a folder or an archive. */
  readonly toggle: (row: Pick<TreeRow, "key" | "kind">) => void;
  /** Shows more entries of a folder. */
  readonly showMore: (key: string) => void;
  /** Lists a folder again, and opens it. */
  readonly reload: (path: string) => void;
}

/** Manages a tree whose folders and archives are listed when they are first opened. The roots are open. */
export function useTree(roots: readonly RootFolder[]): Tree {
  const [listings, setListings] = useState<ReadonlyMap<string, Listing>>(new Map());
  const [shown, setShown] = useState<ReadonlyMap<string, number>>(new Map());
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(roots.map(({ path }) => path)));
  const [filter, setFilter] = useState("");
  const load = useCallback(async (key: string, fetch: (path: string) => Promise<Listing>): Promise<void> => {
    try {
      const listing = await fetch(key);
      setListings((before) => new Map(before).set(key, listing));
    } catch (error: unknown) {
      const problem: Listing = { ok: false, message: problemWords(error), hint: "" };
      // What is listed stays usable if the program cannot be asked again.
      setListings((before) => (before.get(key)?.ok === true ? before : new Map(before).set(key, problem)));
    }
  }, []);
  useEffect(() => {
    for (const { path } of roots) void load(path, fetchListing);
  }, [roots, load]);
  const toggle = useCallback(
    ({ key, kind }: Pick<TreeRow, "key" | "kind">) => {
      if (!open.has(key)) void load(key, kind === "archive" ? fetchMembers : fetchListing);
      setOpen((before) => (before.has(key) ? without(before, key) : new Set(before).add(key)));
    },
    [open, load],
  );
  const reload = useCallback(
    (path: string) => {
      void load(path, fetchListing);
      setOpen((before) => new Set(before).add(path));
    },
    [load],
  );
  const showMore = useCallback(
    (key: string) => setShown((before) => new Map(before).set(key, (before.get(key) ?? rowsAtOnce) + rowsAtOnce)),
    [],
  );
  const rows = useMemo(
    () => rowsOf(roots, { listings, open, shown, filter: filter.trim() }),
    [roots, listings, open, shown, filter],
  );
  return { rows, filter, setFilter, toggle, showMore, reload };
}

function without(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  return new Set([...keys].filter((each) => each !== key));
}
