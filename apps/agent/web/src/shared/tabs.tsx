import { useEffect, useRef, type KeyboardEvent, type ReactNode } from "react";

/** One tab. */
export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
}

interface TabsProps<Id extends string> {
  /** The label of the tab list for screen readers. */
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
  readonly panelId: string;
}

/** A tab list. Tab focuses the chosen tab; the arrow keys, Home and End move between tabs. */
export function Tabs<Id extends string>({ label, tabs, chosen, onChoose, panelId }: TabsProps<Id>): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [tabList, tab] = [list.current, list.current?.querySelector("[aria-selected=true]")];
    if (tabList !== null && tab instanceof HTMLElement) tabList.scrollLeft = tab.offsetLeft - tabList.clientWidth / 2;
  }, [chosen]);
  const move = (event: KeyboardEvent): void => {
    const next =
      tabs[
        targetIndex(
          event.key,
          tabs.findIndex(({ id }) => id === chosen),
          tabs.length,
        )
      ];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next.id);
    list.current?.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus();
  };
  return (
    <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
      {tabs.map(({ id, label: words }) => (
        <button
          key={id}
          id={`tab-${id}`}
          type="button"
          role="tab"
          aria-selected={id === chosen}
          aria-controls={panelId}
          tabIndex={id === chosen ? 0 : -1}
          onClick={() => onChoose(id)}
        >
          {words}
        </button>
      ))}
    </div>
  );
}

/** The index of the tab that a key selects. It wraps around at both ends. */
function targetIndex(key: string, index: number, count: number): number {
  const targets: Readonly<Record<string, number>> = {
    ArrowRight: (index + 1) % count,
    ArrowLeft: (index - 1 + count) % count,
    Home: 0,
    End: count - 1,
  };
  return targets[key] ?? -1;
}
