import { type Block, blocksOf, openHead, type TextStyle } from "./blocks.ts";
import { type CountTokens, splitLine } from "./split-text.ts";

/** A part of a document with one place, or the whole of a document without places. */
export interface ChunkSection<Place> {
  readonly text: string;
  /** The number of its first line in the document's text, from 1. */
  readonly firstLine: number;
  readonly at?: Place | undefined;
}

/** Options of chunks. */
export interface ChunkOptions {
  readonly maxTokens: number;
  readonly style: TextStyle;
  /** True if a chunk may go on into the next place or below the next heading. Default: false. */
  readonly isAcross?: boolean;
  readonly countTokens: CountTokens;
}

/** A part of a document for retrieval. */
export interface Chunk<Place> {
  readonly text: string;
  readonly tokens: number;
  /** The lines of the document's text that it has, both included. A repeated table head is not counted. */
  readonly lines: readonly [first: number, last: number];
  readonly places: readonly Place[];
  /** The headings above it, from the outermost. */
  readonly headings: readonly string[];
}

/**
 * Divides a document into chunks of at most `maxTokens` tokens. A chunk never crosses a place or a heading unless told, and
 * a table that is divided, or goes on in the next section, repeats its head. Lines that are too long are split between words.
 */
export function chunkDocument<Place>(
  sections: readonly ChunkSection<Place>[],
  options: ChunkOptions,
): readonly Chunk<Place>[] {
  const builder = new ChunkBuilder<Place>(options);
  let head: readonly string[] | undefined;
  for (const { text, firstLine, at } of sections) {
    if (options.isAcross !== true) builder.endSection();
    builder.place = at;
    const lines = text.split("\n");
    const blocks = blocksOf(lines, { firstLine, style: options.style, head });
    for (const block of blocks) builder.add(block);
    head = openHead(lines, blocks);
  }
  return builder.finish();
}

/** Up to this share of the limit, the sum of the counts of parts is taken for the count of the whole. */
const sureShare = 0.8;

/** One line of a chunk under construction. */
interface ChunkLine {
  readonly text: string;
  readonly number: number;
}

class ChunkBuilder<Place> {
  place: Place | undefined;
  readonly #options: ChunkOptions;
  readonly #chunks: Chunk<Place>[] = [];
  #texts: string[] = [];
  #tokens = 0;
  #first = 0;
  #last = 0;
  #places = new Set<Place>();
  /** The open headings by level. */
  #path: { readonly level: number; readonly title: string }[] = [];
  #headings: readonly string[] = [];
  /** True while the chunk has headings only, which belong to what follows. */
  #isHeadOnly = true;

  constructor(options: ChunkOptions) {
    this.#options = options;
  }

  add(block: Block): void {
    if (block.kind === "heading") this.#addHeading(block);
    else if (block.kind === "table") this.#addTable(block);
    else this.#addLines(block);
  }

  /** Ends the chunk at the border of a section. */
  endSection(): void {
    this.#end();
    this.#path = [];
  }

  finish(): readonly Chunk<Place>[] {
    this.#end();
    return this.#chunks;
  }

  #addHeading({ lines, firstLine, level }: Block): void {
    const [line = ""] = lines;
    if (this.#options.isAcross !== true && !this.#isHeadOnly) this.#end();
    this.#path = [...this.#path.filter((each) => each.level < level), { level, title: line.replace(/^#+\s+/, "") }];
    const isAfterHeads = this.#isHeadOnly;
    this.#putHeading({ text: line, number: firstLine });
    this.#isHeadOnly = isAfterHeads || this.#texts.length === 1;
  }

  /** A heading that does not fit starts the next chunk, whatever its length. */
  #putHeading(line: ChunkLine): void {
    if (this.#put([line], { separator: "\n" })) return;
    this.#end();
    const { maxTokens, countTokens } = this.#options;
    for (const text of splitLine(line.text, maxTokens, countTokens)) {
      this.#put([{ ...line, text }], { separator: "\n", isForced: true });
    }
  }

  /** Keeps a paragraph whole if a chunk can hold it. */
  #addLines({ lines, firstLine }: Block): void {
    const numbered = lines.map((text, at) => ({ text, number: firstLine + at }));
    if (this.#put(numbered, { separator: "\n\n" })) return;
    if (!this.#isHeadOnly) {
      this.#end();
      if (this.#put(numbered, { separator: "\n\n" })) return;
    }
    for (const [at, line] of numbered.entries()) this.#addLine(line, { head: "", isFirst: at === 0 });
  }

  #addTable({ lines, firstLine, headLines, head: earlier = [] }: Block): void {
    const { maxTokens, countTokens } = this.#options;
    const whole = [...earlier, ...lines.slice(0, headLines)].join("\n");
    // A head that takes most of a chunk is not repeated, and its rows are divided like other lines.
    const head = countTokens(whole) <= maxTokens / 2 ? whole : "";
    const needsHead = head !== "" && earlier.length > 0;
    const numbered = lines.map((text, at) => ({ text, number: firstLine + at }));
    if (this.#continues(numbered, earlier) || this.#putWhole(numbered, needsHead ? head : "")) return;
    for (const [at, line] of numbered.entries()) {
      const isFirst = at === 0;
      this.#addLine(line, { head: at < headLines ? "" : head, isFirst, needsHead: isFirst && needsHead });
    }
    // What follows is not part of the table.
    this.#end();
  }

  /** Adds rows of a table of an earlier section below the others, if the chunk ends with them. Ends it if they do not fit. */
  #continues(rows: readonly ChunkLine[], earlier: readonly string[]): boolean {
    if (earlier.length === 0) return false;
    if (this.#texts.length > 0 && this.#put(rows, { separator: "\n" })) return true;
    this.#end();
    return false;
  }

  /** Adds all lines of a table, below `head`, to this chunk or to a new one. */
  #putWhole(lines: readonly ChunkLine[], head: string): boolean {
    const all = lines.map(({ text, number }, at) => ({
      text: at === 0 && head !== "" ? `${head}\n${text}` : text,
      number,
    }));
    if (this.#put(all, { separator: "\n\n" })) return true;
    if (!this.#isHeadOnly) this.#end();
    return this.#put(all, { separator: "\n\n" });
  }

  /** Adds a line of a block; where it does not fit, or if no line of its table has a head above it, it starts the next chunk. */
  #addLine(line: ChunkLine, { head, isFirst, needsHead = false }: LineOptions): void {
    if (!needsHead && this.#put([line], { separator: isFirst ? "\n\n" : "\n" })) return;
    if (!this.#isHeadOnly || this.#texts.length === 0) this.#end();
    if (this.#startWith(head, line)) return;
    const { maxTokens, countTokens } = this.#options;
    const room = maxTokens - (head === "" ? 0 : countTokens(`${head}\n`));
    for (const piece of splitLine(line.text, Math.max(1, room), countTokens)) {
      this.#end();
      this.#startWith(head, { ...line, text: piece }, true);
    }
  }

  #startWith(head: string, line: ChunkLine, isForced = false): boolean {
    const text = head === "" ? line.text : `${head}\n${line.text}`;
    return this.#put([{ text, number: line.number }], { separator: "\n", isForced });
  }

  /** Adds lines to the chunk if they fit. */
  #put(lines: readonly ChunkLine[], { separator, isForced = false }: PutOptions): boolean {
    const added = lines.map(({ text }) => text).join("\n");
    const text = this.#texts.length === 0 ? added : `${separator}${added}`;
    const tokens = this.#tokens + this.#options.countTokens(text);
    if (!isForced && this.#exceeds(text, tokens)) return false;
    this.#take(lines, text, tokens);
    this.#isHeadOnly = false;
    return true;
  }

  /** True if a chunk would be too long with a further text. `sum` is the sum of the counts of its parts. */
  #exceeds(text: string, sum: number): boolean {
    const { maxTokens, countTokens } = this.#options;
    // The sum is only near the count of the whole.
    return sum > maxTokens * sureShare && countTokens(`${this.#texts.join("")}${text}`) > maxTokens;
  }

  #take(lines: readonly ChunkLine[], text: string, tokens: number): void {
    if (this.#texts.length === 0) {
      this.#first = lines[0]?.number ?? 0;
      this.#headings = this.#path.map(({ title }) => title);
    } else if (this.#isHeadOnly) this.#headings = this.#path.map(({ title }) => title);
    this.#texts.push(text);
    this.#tokens = tokens;
    this.#last = lines.at(-1)?.number ?? this.#first;
    if (this.place !== undefined) this.#places.add(this.place);
  }

  #end(): void {
    const text = this.#texts.join("");
    if (text.trim() !== "") {
      this.#chunks.push({
        text,
        tokens: this.#options.countTokens(text),
        lines: [this.#first, this.#last],
        places: [...this.#places],
        headings: this.#headings,
      });
    }
    this.#texts = [];
    this.#tokens = 0;
    this.#places = new Set();
    this.#isHeadOnly = true;
  }
}

interface LineOptions {
  /** The head of the table that is repeated above the line. */
  readonly head: string;
  /** True for the first line of a block. */
  readonly isFirst: boolean;
  /** True for the first line of a table that began in an earlier section. */
  readonly needsHead?: boolean;
}

interface PutOptions {
  /** Between the lines and those before them. */
  readonly separator: string;
  /** True to add lines that do not fit. */
  readonly isForced?: boolean;
}
