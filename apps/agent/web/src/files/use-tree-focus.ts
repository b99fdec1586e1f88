import { useEffect, useRef, useState, type FocusEvent, type RefObject } from "react";
import { revealWithin } from "../scroll-within.ts";
import type { TreeRow } from "./tree-rows.ts";

/** The row that keys act on. */
export interface TreeFocus {
  readonly list: RefObject<HTMLUListElement | null>;
  readonly current: TreeRow | undefined;
  readonly focus: (row: TreeRow) => void;
  /** Focuses what stands in the place of `row` once there are other rows. */
  readonly focusInPlaceOf: (row: TreeRow) => void;
  /** However the focus came there. */
  readonly onFocus: (event: FocusEvent) => void;
}

/** Keeps the focus of a tree; what is shown (`openPath`) is brought into sight. */
export function useTreeFocus(rows: readonly TreeRow[], openPath: string | undefined): TreeFocus {
  const list = useRef<HTMLUListElement>(null);
  const awaited = useRef<number>(undefined);
  const [focused, setFocused] = useState<string>();
  const focus = (row: TreeRow): void => {
    setFocused(row.path);
    list.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(row.path)}"]`)?.focus();
  };
  useEffect(() => {
    const row = awaited.current === undefined ? undefined : rows[awaited.current];
    awaited.current = undefined;
    if (row !== undefined) focus(row);
  }, [rows]);
  useEffect(() => {
    const line = list.current?.querySelector("[aria-selected=true]");
    if (list.current !== null && line instanceof HTMLElement) revealWithin(list.current, line);
  }, [openPath]);
  return {
    list,
    current: rows.find(({ path }) => path === focused) ?? rows.find(({ path }) => path === openPath) ?? rows[0],
    focus,
    focusInPlaceOf(row) {
      awaited.current = rows.indexOf(row);
    },
    onFocus({ target }) {
      if (target instanceof HTMLElement) setFocused(target.dataset["path"]);
    },
  };
}
