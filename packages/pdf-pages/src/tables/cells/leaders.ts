import type { Table, TextLine } from "../../model/page-content.ts";
import { type Fragment, gapBetween } from "./fragment.ts";
import { textEms } from "./text-width.ts";
import { isInside, visualRows } from "./visual-rows.ts";

/** Leaders: dots with or without spaces, but not lines to write on. */
const leader = String.raw`(?:\.\s?){4,}|(?:\.\s){2,}\.?|…{2,}`;
const hasLeader = new RegExp(leader, "u");
const labelWithLeader = new RegExp(String.raw`^(.*?)(?:\s*\.)?\s*(?:${leader})\s*(.*)$`, "su");

/** Dots and spaces alone, which continue the leaders of a label. */
const onlyDots = /^[.…\s]+$/u;

/** Minimum number of texts with leaders. A single one is an ellipsis, or a line to write on. */
const leastLed = 3;

/** Maximum distance of leaders after their label, in ems. */
const nearEms = 1;

/** Fragments of a page without leaders. */
export interface LedFragments {
  readonly fragments: readonly Fragment[];
  /** The lines that consist of leaders. */
  readonly leaders: readonly TextLine[];
}

/**
 * Removes the leaders between labels and their values, as in tables of statistics and in tables of contents. What
 * they led from or to is marked. Leaders that follow no label are a cell without a value.
 */
export function withoutLeaders(fragments: readonly Fragment[]): LedFragments {
  if (fragments.filter(({ text }) => hasLeader.test(text)).length < leastLed) return { fragments, leaders: [] };
  const labels = new Set<Fragment>();
  const removed = new Set<Fragment>();
  for (const row of visualRows(fragments)) {
    let label: Fragment | undefined;
    for (const fragment of row.fragments) {
      if (label !== undefined && isLeaderOf(fragment, label)) {
        labels.add(label);
        removed.add(fragment);
      } else label = fragment;
    }
  }
  const kept = fragments.filter((fragment) => !removed.has(fragment));
  const lines = new Set(kept.map(({ line }) => line));
  return {
    fragments: kept.flatMap((fragment) => labelAndValue(fragment, labels.has(fragment))),
    leaders: [...removed].map(({ line }) => line).filter((line) => !lines.has(line)),
  };
}

function isLeaderOf({ text, box, line }: Fragment, label: Fragment): boolean {
  return (
    onlyDots.test(text) &&
    line.direction === "ltr" &&
    /\p{L}/u.test(label.text) &&
    gapBetween(label.box, box) < nearEms * label.sizePt
  );
}

/** Returns the label of a text with leaders, and what follows them. */
function labelAndValue(fragment: Fragment, isLed: boolean): readonly Fragment[] {
  const { text, box, line } = fragment;
  const [, label = "", value = ""] = labelWithLeader.exec(text) ?? [];
  if ((label === "" && value === "") || line.direction !== "ltr")
    return [isLed ? { ...fragment, text: text.replace(/\s*\.+$/u, ""), isLed } : fragment];
  const emPt = (box.x1 - box.x0) / Math.max(textEms(text), 0.01);
  const parts: Fragment[] = [];
  if (label !== "")
    parts.push({ ...fragment, text: label, box: { ...box, x1: box.x0 + emPt * textEms(label) }, isLed: true });
  if (value !== "")
    parts.push({ ...fragment, text: value, box: { ...box, x0: box.x1 - emPt * textEms(value) }, isLed: true });
  return parts;
}

/** Adds the lines of leaders in a table to its lines. */
export function withLeaders(table: Table, leaders: readonly TextLine[]): Table {
  const own = leaders.filter(({ box }) => isInside(box, table.box));
  return own.length === 0 ? table : { ...table, lines: new Set([...table.lines, ...own]) };
}
