import { type SymbolFont, withoutPrivateSymbols } from "@reader/document/content";
import type { SlideRun } from "@reader/office-kit/drawing";
import type { TextEntry } from "./text-entry.ts";

/** The link targets of a document, by number. */
export type Links = ReadonlyMap<number, string>;

/** The fonts of a document that show symbols, by number. */
export type SymbolFonts = ReadonlyMap<number, SymbolFont>;

/** What the runs of a text refer to by number. */
export interface RunTargets {
  readonly links: Links;
  readonly symbolFonts: SymbolFonts;
}

/** Splits the paragraphs of a text, in order, into runs with the same link and format. */
export function createRunCutter(
  entry: TextEntry,
  targets: RunTargets,
): (start: number, end: number) => readonly SlideRun[] {
  const stretches = stretchesOf(entry, targets);
  let first = 0;
  return (start, end) => {
    while ((stretches[first]?.end ?? Infinity) <= start) first += 1;
    const runs: SlideRun[] = [];
    for (let at = first; (stretches[at]?.start ?? Infinity) < end; at += 1) {
      const stretch = stretches[at];
      if (stretch === undefined) continue;
      const { symbolFont, ...context } = stretch.context;
      const text = entry.text.slice(Math.max(start, stretch.start), Math.min(end, stretch.end)).replaceAll("\v", "\n");
      runs.push({ ...context, text: symbolFont === undefined ? text : withoutPrivateSymbols(text, symbolFont) });
    }
    return runs;
  };
}

/** The properties that all characters of a range share. */
interface RunContext extends Pick<SlideRun, "link" | "look"> {
  readonly symbolFont?: SymbolFont;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly context: RunContext;
}

const nothing: RunContext = {};

/** The whole text, split where a link or a format starts or ends. */
function stretchesOf(entry: TextEntry, { links, symbolFonts }: RunTargets): readonly Stretch[] {
  const [looks, leading] = [lookStretches(entry, symbolFonts), linkStretches(entry, links)];
  const edges = [0, entry.text.length, ...[...looks, ...leading].flatMap(({ start, end }) => [start, end])];
  const cuts = [...new Set(edges)].toSorted((one, other) => one - other);
  const lookAt = createFinder(looks);
  const linkAt = createFinder(leading);
  return cuts.slice(1).map((end, index) => {
    const start = cuts[index] ?? end;
    return { start, end, context: { ...lookAt(start), ...linkAt(start) } };
  });
}

/** Finds the range at an offset; call it in ascending order. */
function createFinder(stretches: readonly Stretch[]): (place: number) => RunContext {
  let at = 0;
  return (place) => {
    while ((stretches[at]?.end ?? Infinity) <= place) at += 1;
    const stretch = stretches[at];
    return stretch === undefined || stretch.start > place ? nothing : stretch.context;
  };
}

/** Ranges with a format or a symbol font, in order. Adjacent equal ones are merged. */
function lookStretches({ style, text }: TextEntry, symbolFonts: SymbolFonts): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let start = 0;
  for (const { characters, look, font } of style.characters) {
    const end = Math.min(text.length, start + characters);
    const context = contextOf(look, font === undefined ? undefined : symbolFonts.get(font));
    const last = stretches.at(-1);
    const goesOn = last?.end === start && isSame(last.context, context);
    if (context !== nothing && goesOn) stretches[stretches.length - 1] = { ...last, end };
    else if (context !== nothing && end > start) stretches.push({ start, end, context });
    start = end;
  }
  return stretches;
}

function isSame(one: RunContext, other: RunContext): boolean {
  return one.look === other.look && one.symbolFont === other.symbolFont;
}

function contextOf(look: SlideRun["look"], symbolFont: SymbolFont | undefined): RunContext {
  if (symbolFont === undefined) return look === undefined ? nothing : { look };
  return look === undefined ? { symbolFont } : { look, symbolFont };
}

/** Links in order. If two overlap, the first one applies. */
function linkStretches({ links: own, text }: TextEntry, links: Links): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let last = 0;
  for (const { id, start, end } of own.toSorted((one, other) => one.start - other.start)) {
    const link = links.get(id);
    const [from, to] = [Math.max(last, start), Math.min(text.length, end)];
    if (link === undefined || to <= from) continue;
    stretches.push({ start: from, end: to, context: { link } });
    last = to;
  }
  return stretches;
}
