import { textEms } from "../../model/plain-text.ts";
import type { Table, TextLine } from "../../model/page-content.ts";
import { isNumeric, wordCount } from "./cell-kinds.ts";
import { type Fragment, gapBetween } from "./fragment.ts";
import { isInside, visualRows } from "./visual-rows.ts";

/** Leaders: at least five dots, with or without spaces. Fewer are an ellipsis, after the end of a sentence at most. */
const leader = String.raw`(?:\.\s?){5,}|(?:…\s?){3,}`;
const hasLeader = new RegExp(leader, "u");
const labelWithLeader = new RegExp(String.raw`^(.*?)(?:\s*\.)?\s*(?:${leader})\s*(.*)$`, "su");

/** Dots and spaces alone, which continue the leaders of a label. */
const onlyDots = /^[.…\s]+$/u;

/** Minimum number of texts with leaders on a page. */
const leastLed = 3;

/** Maximum distance of leaders after their label, and of their parts, in ems. */
const nearEms = 1;

/** Fragments of a page without leaders. */
export interface LedFragments {
  readonly fragments: readonly Fragment[];
  /** The lines that consist of leaders. */
  readonly leaders: readonly TextLine[];
}

/**
 * Removes the leaders between labels and their values, as in tables of statistics and in tables of contents. What
 * they led from or to is marked. Dots without a label are a cell without a value, and dots without a value are a line to
 * write on.
 */
export function withoutLeaders(fragments: readonly Fragment[]): LedFragments {
  if (fragments.filter(mayHaveLeader).length < leastLed) return { fragments, leaders: [] };
  const found = visualRows(fragments).flatMap((row) => ledIn(row.fragments));
  const long = found.filter((one) => one.isLong && isValue(one.value));
  const most = long.reduce((count, one) => Math.max(count, one.values), 0);
  const led = found.filter(({ isLong, hasSpaces, value, values }) => {
    if (long.length < leastLed) return isLong && isValue(value);
    return (isLong || hasSpaces || values >= most) && (isValue(value) || isHead(value));
  });
  const labels = new Set(led.map(({ label }) => label));
  const removed = new Set(led.flatMap(({ dots }) => dots));
  const kept = fragments.filter((fragment) => !removed.has(fragment));
  const lines = new Set(kept.map(({ line }) => line));
  const linked = new Set([...lines].filter(isLinkAcross));
  return {
    fragments: kept.flatMap((fragment) =>
      linked.has(fragment.line) ? [fragment] : labelAndValue(fragment, labels.has(fragment)),
    ),
    leaders: [...removed].map(({ line }) => line).filter((line) => !lines.has(line)),
  };
}

/** Searching for single characters first is several times faster. */
function mayHaveLeader({ text }: Fragment): boolean {
  return (text.includes(".") || text.includes("…")) && hasLeader.test(text);
}

/** A label with dots after it. */
interface Led {
  readonly label: Fragment;
  /** The fragments of dots behind it. */
  readonly dots: readonly Fragment[];
  /** What follows in the row. */
  readonly value: string;
  /** True if the dots are long enough for leaders. On a page with others, a long label may leave room for few. */
  readonly isLong: boolean;
  /** True if there are spaces between the dots. Otherwise few dots may be a value that is missing. */
  readonly hasSpaces: boolean;
  /** The number of texts that follow in the row. */
  readonly values: number;
}

/** Few dots at the end of a long label with spaces between, or behind it. */
const shortLeader = /(?:\s\.){2}$/u;
const shortDots = /\s\.{2,}$/u;

function ledIn(row: readonly Fragment[]): readonly Led[] {
  return row.flatMap((label, index) => {
    if (!/[\p{L}\p{N}]/u.test(label.text)) return [];
    const dots = dotsAfter(label, row.slice(index + 1, index + 1 + mostParts));
    const value = row[index + 1 + dots.length]?.text ?? "";
    const isLong = [label, ...dots].some(({ text }) => hasLeader.test(text));
    const text = [label, ...dots].map((part) => part.text).join(" ");
    const hasSpaces = shortLeader.test(text);
    const values = row.length - index - 1 - dots.length;
    return isLong || hasSpaces || shortDots.test(text) ? [{ label, dots, value, isLong, hasSpaces, values }] : [];
  });
}

/** Maximum number of texts that the leaders of one label consist of. */
const mostParts = 100;

/** Returns the dots right after a label. */
function dotsAfter(label: Fragment, others: readonly Fragment[]): readonly Fragment[] {
  const end = others.findIndex(({ text, box, line }, index) => {
    const before = others[index - 1] ?? label;
    const isNear = gapBetween(before.box, box) < nearEms * label.sizePt;
    return !onlyDots.test(text) || line.direction !== "ltr" || !isNear;
  });
  return end < 0 ? others : others.slice(0, end);
}

/** Maximum number of words of a value. */
const mostValueWords = 4;

/** Dots and underscores that are to be written on. */
const toWriteOn = /[.…_]{2,}|^[.…_\s]*$/u;

const romanNumber = /^[ivxlc]{1,7}$/iu;

/** True for what leaders lead to: a number, a page, or a placeholder for one, such as two dots. */
function isValue(text: string): boolean {
  if (text === "..") return true;
  if (!areFewWords(text)) return false;
  return /\p{N}/u.test(text) || isNumeric(text) || romanNumber.test(text);
}

/** True for words, such as the head of the values. */
function isHead(text: string): boolean {
  return areFewWords(text) && !text.endsWith(":");
}

function areFewWords(text: string): boolean {
  return !toWriteOn.test(text) && !hasLeader.test(text) && wordCount(text) <= mostValueWords;
}

/** Returns the label of a text with leaders, and what follows them. */
function labelAndValue(fragment: Fragment, isLed: boolean): readonly Fragment[] {
  const { text, line } = fragment;
  const [, start = "", value = ""] = labelWithLeader.exec(text) ?? [];
  const isWhole = value === "" ? !isLed : !isValue(value);
  if (isWhole || line.direction !== "ltr") return [fragment];
  if (start === "" && value === "") return [{ ...fragment, text: withoutDots(text), isLed: true }];
  return divided(fragment, withoutDots(text.slice(0, start.length + 1)), value);
}

/** Returns the label and the value of a text, where they are in its box. */
function divided(fragment: Fragment, label: string, value: string): readonly Fragment[] {
  const { text, box } = fragment;
  const emPt = (box.x1 - box.x0) / Math.max(textEms(text), 0.01);
  const parts: Fragment[] = [];
  if (label !== "")
    parts.push({ ...fragment, text: label, box: { ...box, x1: box.x0 + emPt * textEms(label) }, isLed: true });
  if (value !== "")
    parts.push({ ...fragment, text: value, box: { ...box, x0: box.x1 - emPt * textEms(value) }, isLed: true });
  return parts;
}

/** Removes the first dots of leaders from a label. The last dot of an abbreviation such as `U.S.` belongs to it. */
function withoutDots(label: string): string {
  const text = label.replace(/[\s.…]+$/u, "");
  return /\.\p{L}$/u.test(text) && label.charAt(text.length) === "." ? `${text}.` : text;
}

/** True if leaders are inside a link, with the words beside them, which stay together. */
function isLinkAcross({ runs }: TextLine): boolean {
  return runs.some(({ link, text }) => link !== undefined && hasLeader.test(text));
}

/** Adds the lines of leaders in a table to its lines. */
export function withLeaders(table: Table, leaders: readonly TextLine[]): Table {
  const own = leaders.filter(({ box }) => isInside(box, table.box));
  return own.length === 0 ? table : { ...table, lines: new Set([...table.lines, ...own]) };
}
