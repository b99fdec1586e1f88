import type { Painted } from "../base/painted.ts";
import type { PageFont, FontGlyph } from "../base/painted.ts";
import { UnsupportedContent } from "../base/unsupported-content.ts";

/** Receives glyphs. */
export type GlyphSink = Pick<Painted, "glyph" | "row" | "endText">;

/** A shown glyph with its matrix. */
interface ShownGlyph {
  readonly font: PageFont;
  readonly glyph: FontGlyph;
  readonly matrix: readonly number[];
}

/** Ligatures and presentation forms, which the engine expands. */
const form = /[\uFB00-\uFDFF\uFE70-\uFEFC]/u;

/** Their expansions. The engine compares the unexpanded form with the ActualText, so they never match. */
const takenApart: ReadonlySet<string> = new Set("ff fi fl ffi ffl st մն մե մի վն մխ".split(" "));

/** Longer ActualText, which each text run shares, does not occur on real pages. */
const maxCharacters = 2000;

/** Maximum number of glyphs in one run. More are not real either. */
const maxGlyphs = 2 * maxCharacters;

/**
 * Replaces the text of glyphs by ActualText as the engine does: characters that match at the start and end of a run
 * stay, those between are distributed over the glyphs, and the rest is appended at the end.
 */
export class ActualText implements GlyphSink {
  readonly #painted: GlyphSink;
  /** The characters not yet distributed. */
  #rest: readonly string[];
  #run: ShownGlyph[] = [];
  /** The last glyph passed on, which may receive the rest. */
  #held: ShownGlyph | undefined;
  #isRunOver = false;
  #isShut = false;

  constructor(painted: GlyphSink, text: string) {
    if (text.length > maxCharacters || form.test(text)) throw new UnsupportedContent("actual text");
    this.#painted = painted;
    this.#rest = Array.from(text);
  }

  glyph(font: PageFont, glyph: FontGlyph, matrix: readonly number[] | Float64Array): void {
    // All characters are distributed; further glyphs have no text.
    if (this.#rest.length === 0) return;
    const shown = { font, glyph, matrix: Array.from(matrix) };
    const [first] = this.#run;
    if (first !== undefined && !isSameKind(first, shown)) this.#giveRun();
    if (this.#run.push(shown) > maxGlyphs) throw new UnsupportedContent("actual text");
  }

  endText(): void {
    this.#giveRun();
    if (this.#held === undefined) this.#painted.endText();
    else this.#isRunOver = true;
  }

  /** Called when something else is painted: the rest cannot be placed any more. */
  shut(): void {
    this.#release();
    this.#isShut = true;
  }

  /**
   * Called at the end of the marked content. The rest is a separate run; without a glyph, the engine would invent a
   * position.
   */
  end(): void {
    const held = this.#held;
    this.#release();
    if (this.#rest.length === 0) return;
    if (held !== undefined) this.#giveRest(held);
    else if (this.#isShut) throw new UnsupportedContent("actual text");
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

  /** Passes on the glyphs that match the start of the ActualText. Returns their number. */
  #giveStart(run: readonly ShownGlyph[]): number {
    let start = 0;
    for (const shown of run) {
      if (takenApart.has(shown.glyph.text)) throw new UnsupportedContent("actual text");
      const characters = Array.from(shown.glyph.text);
      if (characters.length === 0 || characters.some((character, index) => character !== this.#rest[index])) break;
      this.#give(shown);
      this.#rest = this.#rest.slice(characters.length);
      start++;
    }
    return start;
  }

  #giveRemainder(run: readonly ShownGlyph[], start: number): void {
    if (run.slice(start).some(({ glyph }) => Array.from(glyph.text).length !== 1))
      throw new UnsupportedContent("actual text");
    const rest = this.#rest;
    const same = sameAtEnd(run.slice(start), rest);
    const end = run.length - same;
    const left = rest.length - same;
    let given = 0;
    // The engine counts from the start of the run here, whatever it passed on before.
    for (const [offset, shown] of run.slice(start, end).entries()) {
      if (start + offset < left) this.#give(shown, rest[given++]);
    }
    this.#rest = rest.slice(given);
    if (end === run.length) return;
    if (given > 0 && given < left) throw new UnsupportedContent("actual text");
    this.#giveEnd(run, end);
  }

  #giveEnd(run: readonly ShownGlyph[], end: number): void {
    // The engine mistakes bytes for characters here.
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

  /** Characters without glyphs are placed at the end of the last one. */
  #append(characters: readonly string[], isInRun: boolean): void {
    if (this.#held === undefined || !isInRun) throw new UnsupportedContent("actual text");
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

/** Returns how many glyphs at the end match the ActualText. */
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

/** True if the engine treats two glyphs as one run: same font, size and direction. */
function isSameKind(one: ShownGlyph, other: ShownGlyph): boolean {
  return one.font === other.font && [0, 1, 2, 3].every((index) => one.matrix[index] === other.matrix[index]);
}
