import { type HandlerEvent, type HandlerContext, quoted, ReadError, text, extent } from "@reader/core/handler";

/** An item of a file that is shown as a section: an event or a person. */
export interface Item {
  readonly title: string;
  readonly lines: readonly string[];
  /** What a selection may name, such as the title and an identifier. */
  readonly names: readonly string[];
}

/** What items are called, and how one is selected. */
export interface ItemWords {
  readonly one: string;
  readonly many: string;
  /** Finishes the hint of an error: `or a date: \`2026-11\``. */
  readonly alsoSelect?: string;
}

/** Yields items as sections: those of `pages` and `select`, or all. `matches` tests a selection beyond the names. */
export function* itemEvents<T extends Item>(
  items: readonly T[],
  context: Pick<HandlerContext, "pages" | "select" | "signal">,
  {
    path,
    words,
    matches,
  }: { readonly path: string; readonly words: ItemWords; readonly matches?: (item: T, select: string) => boolean },
): Generator<HandlerEvent> {
  const numbers = chosenNumbers(items, context, { path, words, ...(matches === undefined ? {} : { matches }) });
  let isFirst = true;
  for (const index of numbers) {
    context.signal.throwIfAborted();
    const item = items[index - 1];
    if (item === undefined) continue;
    const at = { unit: "section" as const, index, label: item.title };
    yield text(`${isFirst ? "" : "\n"}${[item.title, ...item.lines].join("\n")}\n`, at);
    isFirst = false;
  }
  if (items.length > 0) yield extent("section", items.length);
}

interface Choice<T extends Item> {
  readonly path: string;
  readonly words: ItemWords;
  readonly matches?: (item: T, select: string) => boolean;
}

function chosenNumbers<T extends Item>(
  items: readonly T[],
  { pages, select }: Pick<HandlerContext, "pages" | "select">,
  choice: Choice<T>,
): readonly number[] {
  const all = items.map((_, at) => at + 1);
  const paged = pages === undefined ? all : all.filter((index) => pages.some((range) => isIn(items, index, range)));
  if (pages !== undefined && paged.length === 0) throw outOfRange(items.length, choice);
  if (select === undefined) return paged;
  const chosen = paged.filter((index) => isSelected(items[index - 1], select, choice.matches));
  if (chosen.length === 0) throw notFound(items, select, choice);
  return chosen;
}

function isIn(items: readonly Item[], index: number, range: NonNullable<HandlerContext["pages"]>[number]): boolean {
  if ("label" in range) return items[index - 1]?.title === range.label;
  if (range.first < 0) return index > items.length + range.first;
  return index >= range.first && index <= (range.last ?? Number.POSITIVE_INFINITY);
}

/** True if a selection is part of a name of an item, whatever the case. */
function isSelected<T extends Item>(item: T | undefined, select: string, matches: Choice<T>["matches"]): boolean {
  if (item === undefined) return false;
  const wanted = select.trim().toLowerCase();
  return matches?.(item, select.trim()) === true || item.names.some((name) => name.toLowerCase().includes(wanted));
}

function outOfRange<T extends Item>(total: number, { path, words }: Choice<T>): ReadError {
  return new ReadError("out-of-range", `${path} has ${total} ${total === 1 ? words.one : words.many}.`, {
    hint: total === 0 ? "Read it without `pages`." : `Ask for \`pages\` from 1 to ${total}.`,
    details: { total, unit: "section" },
  });
}

/** Maximum number of names that an error lists. */
const maxNamed = 10;

function notFound<T extends Item>(items: readonly T[], select: string, { path, words }: Choice<T>): ReadError {
  const names = items.slice(0, maxNamed).map(({ title }) => quoted(title));
  const more = words.alsoSelect === undefined ? "" : `, ${words.alsoSelect}`;
  return new ReadError("out-of-range", `${path} has no ${words.one} called ${quoted(select)}.`, {
    hint:
      names.length === 0 ? "Read it without `select`." : `Select a part of a name such as ${names.join(", ")}${more}.`,
    details: { total: items.length, unit: "section" },
  });
}
