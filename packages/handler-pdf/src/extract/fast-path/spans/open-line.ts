import type { StextFont, StextLine } from "../../../model/stext-json.ts";
import type { QuickFont } from "../base/quick-font.ts";
import { LineText } from "./line-text.ts";
import type { TextRun } from "./text-run.ts";
import { boxOf, unitsOf } from "./units.ts";

const { fround } = Math;

const noFace: StextFont = { name: "", family: "", weight: "", style: "", size: 0 };

/** The line that grows while glyphs are shown. */
export class OpenLine {
  readonly text: LineText = new LineText();
  #font: QuickFont | undefined;
  #size = 0;
  /** What was told of the last line's font, and which that was. */
  #face: StextFont = noFace;
  #faced: QuickFont | undefined;
  #x = 0;
  #y = 0;
  /** Points of the base line since the last change of the run. */
  left: number = Infinity;
  right: number = -Infinity;
  #top = Infinity;
  #bottom = -Infinity;
  /** Boxes until then. */
  #x0 = Infinity;
  #y0 = Infinity;
  #x1 = -Infinity;
  #y1 = -Infinity;

  /** Begins at a point on the base line. */
  begin(run: TextRun, x: number, y: number): void {
    this.#font = run.font;
    this.#size = run.size;
    this.#x = x;
    this.#y = y;
    this.#x0 = Infinity;
    this.#y0 = Infinity;
    this.#x1 = -Infinity;
    this.#y1 = -Infinity;
  }

  /** Notes a point on the base line that boxes reach to. */
  reach(x: number, y: number): void {
    if (x < this.left) this.left = x;
    if (x > this.right) this.right = x;
    if (y < this.#top) this.#top = y;
    if (y > this.#bottom) this.#bottom = y;
  }

  /** Puts the boxes of what was shown in a run to those before. */
  endRun(run: TextRun): void {
    this.#x0 = Math.min(this.#x0, fround(this.left + run.left));
    this.#x1 = Math.max(this.#x1, fround(this.right + run.right));
    this.#y0 = Math.min(this.#y0, fround(this.#top + run.top));
    this.#y1 = Math.max(this.#y1, fround(this.#bottom + run.bottom));
    this.left = Infinity;
    this.right = -Infinity;
    this.#top = Infinity;
    this.#bottom = -Infinity;
  }

  /** The line, once its last run has ended. */
  end(): StextLine {
    return {
      wmode: 0,
      bbox: boxOf(this.#x0, this.#y0, { x1: this.#x1, y1: this.#y1 }),
      font: this.#faceOf(this.#font, unitsOf(this.#size)),
      x: unitsOf(this.#x),
      y: unitsOf(this.#y),
      text: this.text.take(),
    };
  }
  /** What is told of a font; most lines have that of the line before, and share it. */
  #faceOf(font: QuickFont | undefined, size: number): StextFont {
    if (font !== this.#faced || size !== this.#face.size) {
      const { name = "", family = "", weight = "", style = "" } = font ?? {};
      this.#faced = font;
      this.#face = { name, family, weight, style, size };
    }
    return this.#face;
  }
}
