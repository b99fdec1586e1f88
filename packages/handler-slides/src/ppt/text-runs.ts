import type { SlideRun } from "@reader/office-kit/drawing";
import type { TextEntry } from "./text-entry.ts";

/** The link targets of a document, by number. */
export type Links = ReadonlyMap<number, string>;

/** Splits the paragraphs of a text, in order, into runs with the same link and format. */
export function createRunCutter(entry: TextEntry, links: Links): (start: number, end: number) => readonly SlideRun[] {
  const stretches = stretchesOf(entry, links);
  let first = 0;
  return (start, end) => {
    while ((stretches[first]?.end ?? Infinity) <= start) first += 1;
    const runs: SlideRun[] = [];
    for (let at = first; (stretches[at]?.start ?? Infinity) < end; at += 1) {
      const stretch = stretches[at];
      if (stretch === undefined) continue;
      const text = entry.text.slice(Math.max(start, stretch.start), Math.min(end, stretch.end));
      runs.push({ ...stretch.context, text: text.replaceAll("\v", "\n") });
    }
    return runs;
  };
}

/** The properties that all characters of a range share. */
type RunContext = Pick<SlideRun, "link" | "look">;

interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly context: RunContext;
}

const nothing: RunContext = {};

/** The whole text, split where a link or a format starts or ends. */
function stretchesOf(entry: TextEntry, links: Links): readonly Stretch[] {
  const [looks, leading] = [lookStretches(entry), linkStretches(entry, links)];
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

/** Ranges with a format, in order. Adjacent equal ones are merged. */
function lookStretches({ style, text }: TextEntry): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let start = 0;
  for (const { characters, look } of style.characters) {
    const end = Math.min(text.length, start + characters);
    const last = stretches.at(-1);
    const goesOn = last?.end === start && last.context.look === look;
    if (look !== undefined && goesOn) stretches[stretches.length - 1] = { ...last, end };
    else if (look !== undefined && end > start) stretches.push({ start, end, context: { look } });
    start = end;
  }
  return stretches;
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
