import type { RecognisedLine } from "@reader/core/handler";
import { boxAround, medianOf, type Block } from "../model/lines.ts";

/** Blocks in which every character is as wide as any other: code, terminals, typewriting. */
export interface FixedPitch {
  /** Their numbers. */
  readonly blocks: readonly number[];
  /** The width of a character, in pixels. */
  readonly pitch: number;
}

/** Distances between words that are looked at before something is said of a block. */
const minSteps = 4;

/** Before which stand words of so many lengths: in a column of cells the same word comes again and again. */
const minLengths = 3;

/** So few distances that differ say nothing against a pitch: words are cut, and marks left out. */
const minStepsAgainst = 10;

/** Characters of print differ by half of their width; of a typewriter only their ink does. */
const maxDeviation = 0.06;
const minShare = 0.6;

/** Columns at the left of code that are its own: numbers of lines. */
const marginColumns = 10;

/** Runs of blocks of one pitch, with the crumbs between: what is too short to say itself which pitch it has. */
export function findFixedPitch(blocks: readonly Block[]): readonly FixedPitch[] {
  const pitches = blocks.map(pitchOf);
  const runs: { pitch: number; members: number[] }[] = [];
  let open: { pitch: number; members: number[] } | undefined;
  pitches.forEach((pitch, index) => {
    if (pitch === "proportional") open = undefined;
    if (typeof pitch !== "number") return;
    if (open === undefined || Math.abs(pitch / open.pitch - 1) > maxDeviation)
      runs.push((open = { pitch, members: [] }));
    open.members.push(index);
  });
  return runs.map(({ pitch, members }) => {
    const crumbs = blocks.flatMap((block, index) =>
      pitches[index] === "unknown" &&
      isWithin(
        block,
        members.flatMap((member) => blocks[member] ?? []),
        pitch,
      )
        ? [index]
        : [],
    );
    return { pitch, blocks: [...members, ...crumbs].toSorted((one, other) => one - other) };
  });
}

function pitchOf(block: Block): number | "proportional" | "unknown" {
  const found = block.flatMap(stepsOf);
  const isEnough = found.length >= minSteps && new Set(found.map(({ length }) => length)).size >= minLengths;
  if (!isEnough) return "unknown";
  const steps = found.map(({ distance, length }) => distance / length);
  const pitch = medianOf(steps);
  const fitting = steps.filter((step) => Math.abs(step / pitch - 1) <= maxDeviation);
  if (fitting.length >= steps.length * minShare) return pitch;
  return steps.length < minStepsAgainst ? "unknown" : "proportional";
}

/** From the start of a word to that of the next. */
interface Step {
  readonly distance: number;
  /** The characters of the word and the space: at a fixed pitch each is as wide, but where a gap is wider. */
  readonly length: number;
}

function stepsOf({ words }: RecognisedLine): readonly Step[] {
  return words.slice(1).flatMap(({ box }, index) => {
    const before = words[index];
    if (before === undefined || before.text.length < 2) return [];
    return [{ distance: box.x0 - before.box.x0, length: before.text.length + 1 }];
  });
}

function isWithin(block: Block, lines: readonly RecognisedLine[], pitch: number): boolean {
  const inner = boxAround(block);
  const outer = boxAround(lines);
  const isBeside = inner.x0 >= outer.x0 - marginColumns * pitch && inner.x1 <= outer.x1 + pitch;
  return isBeside && inner.y0 >= outer.y0 - 4 * pitch && inner.y1 <= outer.y1 + 4 * pitch;
}
