import { loweredText, raisedText, type ScriptName, scriptOfStyle } from "./raised-text.ts";

/** Tracks whether text is superscript or subscript. */
export class Scripts {
  readonly #open = { sup: 0, sub: 0 };
  /** The script of each open span, if its style sets one. */
  readonly #spans: (ScriptName | undefined)[] = [];
  /** The number of open spans, outermost first, whose script a block has ended. */
  #ended = 0;

  /** Changes the count of open elements. */
  count(name: ScriptName, change: number): void {
    this.#open[name] = Math.max(0, this.#open[name] + change);
  }

  /** Opens a span with this style. */
  openSpan(style: string): void {
    const script = scriptOfStyle(style);
    this.#spans.push(script);
    if (script !== undefined) this.count(script, 1);
  }

  /** Ends what open spans raise or lower. They stay open, so that each end tag closes its own span. */
  endSpans(): void {
    for (const script of this.#spans.slice(this.#ended)) if (script !== undefined) this.count(script, -1);
    this.#ended = this.#spans.length;
  }

  /** Closes the innermost span, if any. */
  closeSpan(): void {
    const script = this.#spans.pop();
    if (script !== undefined && this.#spans.length >= this.#ended) this.count(script, -1);
    this.#ended = Math.min(this.#ended, this.#spans.length);
  }

  /** Returns text as plain text for its position. */
  shown(text: string): string {
    if (this.#open.sup > 0) return raisedText(text);
    return this.#open.sub > 0 ? loweredText(text) : text;
  }
}

/** Puts the readings of ruby in brackets after their characters: `東(とう)`. */
export class Ruby {
  #isDue = false;
  #isOpen = false;

  /** Starts a reading, which may have no text. */
  open(): void {
    this.#isDue = true;
  }

  /** Returns the bracket before the first text of a reading; empty before other text. */
  start(text: string): string {
    if (!this.#isDue || text.trim() === "") return "";
    this.#isDue = false;
    this.#isOpen = true;
    return "(";
  }

  /** Returns the bracket after a reading; empty if it has no text. */
  end(): string {
    const bracket = this.#isOpen ? ")" : "";
    this.#isDue = false;
    this.#isOpen = false;
    return bracket;
  }
}
