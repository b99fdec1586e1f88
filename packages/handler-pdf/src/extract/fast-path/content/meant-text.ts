import type { Painted } from "../base/painted.ts";
import type { QuickFont, QuickGlyph } from "../base/painted.ts";
import { NotQuick } from "../base/not-quick.ts";

/** What takes glyphs. */
export type GlyphSink = Pick<Painted, "glyph" | "row" | "endText">;

/** A glyph that is shown, with its place. */
interface ShownGlyph {
  readonly font: QuickFont;
  readonly glyph: QuickGlyph;
  readonly matrix: readonly number[];
}

/** Ligatures and presentation forms, which the engine takes apart where it meets them. */
const form = /[\uFB00-\uFDFF\uFE70-\uFEFC]/u;

/** What they are taken apart to. The engine holds the form itself against the text that is meant, so that it is not the same. */
const takenApart: ReadonlySet<string> = new Set("ff fi fl ffi ffl st մն մե մի վն մխ".split(" "));

/** Longer ones, of which each run of text takes its part, are no words of a page. */
const maxCharacters = 2000;

/** Glyphs of one run: so many more than characters that are meant are no words of a page either. */
const maxGlyphs = 2 * maxCharacters;

/**
 * Puts the text that is meant (`ActualText`) in the place of what glyphs show, as the engine does: what is the same at the
 * start and at the end of a run stays, what is between is given out glyph by glyph, and what is left over stands at the end.
 */
export class MeantText implements GlyphSink {
  readonly #painted: GlyphSink;
  /** The characters that were not given out yet. */
  #rest: readonly string[];
  #run: ShownGlyph[] = [];
  /** The last glyph given out, which may get what is left over. */
  #held: ShownGlyph | undefined;
  #isRunOver = false;
  #isShut = false;

  constructor(painted: GlyphSink, text: string) {
    if (text.length > maxCharacters || form.test(text)) throw new NotQuick("actual text");
    this.#painted = painted;
    this.#rest = Array.from(text);
  }

  glyph(font: QuickFont, glyph: QuickGlyph, matrix: readonly number[] | Float64Array): void {
    // All was given out: what else is shown has no meaning.
    if (this.#rest.length === 0) return;
    const shown = { font, glyph, matrix: Array.from(matrix) };
    const [first] = this.#run;
    if (first !== undefined && !isSameKind(first, shown)) this.#giveRun();
    if (this.#run.push(shown) > maxGlyphs) throw new NotQuick("actual text");
  }

  endText(): void {
    this.#giveRun();
    if (this.#held === undefined) this.#painted.endText();
    else this.#isRunOver = true;
  }

  /** Something else is painted now: what is left over can stand nowhere any more. */
  shut(): void {
    this.#release();
    this.#isShut = true;
  }

  /** The marked content ends. What is left over is a run of its own; without a glyph, the engine would make up a place. */
  end(): void {
    const held = this.#held;
    this.#release();
    if (this.#rest.length === 0) return;
    if (held !== undefined) this.#giveRest(held);
    else if (this.#isShut) throw new NotQuick("actual text");
  }

  #giveRest({ font, glyph, matrix: [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] }: ShownGlyph): void {
    const behind = [a, b, c, d, e + glyph.width * a, f + glyph.width * b];
    this.#painted.glyph(font, { text: this.#rest.join(""), advance: 0, width: 0 }, behind);
    this.#painted.endText();
  }

  #giveRun(): void {
    const run = this.#run;
    this.#run = [];
    if (this.#rest.length === 0) return;
    const start = this.#giveStart(run);
    if (start < run.length) this.#giveRemainder(run, start);
  }

  /** Gives out what starts the text as it is meant; returns how many glyphs. */
  #giveStart(run: readonly ShownGlyph[]): number {
    let start = 0;
    for (const shown of run) {
      if (takenApart.has(shown.glyph.text)) throw new NotQuick("actual text");
      const characters = Array.from(shown.glyph.text);
      if (characters.length === 0 || characters.some((character, index) => character !== this.#rest[index])) break;
      this.#give(shown);
      this.#rest = this.#rest.slice(characters.length);
      start++;
    }
    return start;
  }

  #giveRemainder(run: readonly ShownGlyph[], start: number): void {
    if (run.slice(start).some(({ glyph }) => Array.from(glyph.text).length !== 1)) throw new NotQuick("actual text");
    const rest = this.#rest;
    const same = sameAtEnd(run.slice(start), rest);
    const end = run.length - same;
    const left = rest.length - same;
    let given = 0;
    // The engine counts from the start of the run here, whatever was given out of it before.
    for (const [offset, shown] of run.slice(start, end).entries()) {
      if (start + offset < left) this.#give(shown, rest[given++]);
    }
    this.#rest = rest.slice(given);
    if (end === run.length) return;
    if (given > 0 && given < left) throw new NotQuick("actual text");
    this.#giveEnd(run, end);
  }

  #giveEnd(run: readonly ShownGlyph[], end: number): void {
    // The engine takes bytes for characters here.
    const count = Buffer.byteLength(this.#rest.join("")) - (run.length - end);
    const between = this.#rest.slice(0, Math.max(0, count));
    if (between.length > 0) this.#append(between, end > 0);
    for (const shown of run.slice(end)) this.#give(shown);
    this.#rest = [];
  }

  #give(shown: ShownGlyph, text: string = shown.glyph.text): void {
    this.#release();
    this.#held = text === shown.glyph.text ? shown : withText(shown, text);
  }

  /** Characters without glyphs stand where the last one ends. */
  #append(characters: readonly string[], isInRun: boolean): void {
    if (this.#held === undefined || !isInRun) throw new NotQuick("actual text");
    this.#held = withText(this.#held, this.#held.glyph.text + characters.join(""));
  }

  #release(): void {
    const held = this.#held;
    this.#held = undefined;
    if (held !== undefined) this.#painted.glyph(held.font, held.glyph, held.matrix);
    if (this.#isRunOver) this.#painted.endText();
    this.#isRunOver = false;
  }
}

/** How many glyphs at the end show what is meant. */
function sameAtEnd(run: readonly ShownGlyph[], rest: readonly string[]): number {
  const most = Math.min(run.length, rest.length);
  let same = 0;
  while (same < most && run.at(-1 - same)?.glyph.text === rest.at(-1 - same)) same++;
  return same;
}

function withText({ font, glyph, matrix }: ShownGlyph, text: string): ShownGlyph {
  const { advance, width } = glyph;
  return { font, glyph: { text, advance, width }, matrix };
}

/** Whether two glyphs are of one run to the engine: of one font, size and direction. */
function isSameKind(one: ShownGlyph, other: ShownGlyph): boolean {
  return one.font === other.font && [0, 1, 2, 3].every((index) => one.matrix[index] === other.matrix[index]);
}
