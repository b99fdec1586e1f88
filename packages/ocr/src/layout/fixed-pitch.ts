import type { RecognisedLine } from "@reader/core/internal";
import { boxAround, medianOf, type Block } from "../model/lines.ts";

/** Blocks of monospaced text: code, terminals, typewriting. */
export interface FixedPitch {
  /** Indices of the blocks. */
  readonly blocks: readonly number[];
  /** The width of a character, in pixels. */
  readonly pitch: number;
}

/** Minimum number of word distances needed to classify a block. */
const minSteps = 4;

/** Minimum number of different word lengths. Columns of cells often repeat the same word. */
const minLengths = 3;

/**
 * Minimum number of distances needed to rule out a fixed pitch, since the engine splits words and drops punctuation.
 */
const minStepsAgainst = 10;

/** Maximum relative deviation of steps at a fixed pitch, and the minimum share of steps within it. */
const maxDeviation = 0.06;
const minShare = 0.6;

/** Columns to the left of code that belong to it, for line numbers. */
const marginColumns = 10;

/** Returns runs of blocks with one pitch, including blocks between them that are too short to classify. */
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

/** The step from the start of a word to the start of the next. */
interface Step {
  readonly distance: number;
  /** Characters of the word plus one space. */
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
