import type { ParagraphStyle, RunFormat } from "@reader/document/builder";
import type { BodyImage, BodySink } from "./body-sink.ts";

/** Writes one paragraph. The paragraph starts with its first visible content, so that empty ones produce no output. */
export class ParagraphWriter {
  readonly #sink: BodySink;
  readonly #style: ParagraphStyle;
  readonly #onStart: () => void;
  /** Whitespace before the first visible content. */
  #indent = "";
  #hasStarted = false;
  /** Buffered text. More of the same format may follow, because Word splits text into many runs. */
  #text = "";
  #format: RunFormat = noFormat;

  /** Creates a writer. `onStart` is called once if the paragraph has visible content. */
  constructor(sink: BodySink, style: ParagraphStyle, onStart: () => void) {
    this.#sink = sink;
    this.#style = style;
    this.#onStart = onStart;
  }

  write(text: string, format: RunFormat): void {
    if (text === "") return;
    const isBlank = text.trim() === "";
    if (!this.#hasStarted && isBlank) {
      this.#indent += text;
      return;
    }
    this.#start();
    if (!(isBlank ? isLikeAround(format, this.#format) : isSameFormat(format, this.#format))) {
      this.#flush();
      this.#format = format;
    }
    this.#text += text;
  }

  raw(markdown: string, format: RunFormat): void {
    this.#ready().raw(markdown, format);
  }

  block(markdown: string): void {
    this.#ready().block(markdown);
  }

  lineBreak(): void {
    if (this.#hasStarted) this.#ready().lineBreak();
    else this.#indent += "\n";
  }

  /** Starts a page. It does not start the paragraph. */
  startPage(page: number): void {
    this.#flush();
    this.#sink.startPage(page);
  }

  image(image: BodyImage, format: RunFormat): void {
    this.#ready().image(image, format);
  }

  end(): void {
    if (this.#hasStarted) this.#ready().endParagraph();
  }

  /** Returns the sink after it started the paragraph and wrote the buffered text. */
  #ready(): BodySink {
    this.#start();
    this.#flush();
    return this.#sink;
  }

  #start(): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    this.#onStart();
    this.#sink.startParagraph(this.#style);
    if (this.#style.isCode === true) this.#text = this.#indent;
  }

  #flush(): void {
    if (this.#text !== "") this.#sink.write(this.#text, this.#format);
    this.#text = "";
  }
}

const noFormat: RunFormat = {};

/** True if whitespace can take the format of the preceding text without a visible difference. */
function isLikeAround(blank: RunFormat, before: RunFormat): boolean {
  return before.script === undefined && isSamePlace(blank, before);
}

function isSameFormat(one: RunFormat, other: RunFormat): boolean {
  return one === other || (isSamePlace(one, other) && isSameLook(one, other));
}

function isSamePlace(one: RunFormat, other: RunFormat): boolean {
  return (
    one.link === other.link &&
    isSame(one.isInserted, other.isInserted) &&
    isSame(one.isDeleted, other.isDeleted) &&
    isSame(one.isHidden, other.isHidden)
  );
}

function isSameLook(one: RunFormat, other: RunFormat): boolean {
  return (
    isSame(one.isBold, other.isBold) &&
    isSame(one.isItalic, other.isItalic) &&
    isSame(one.isStruck, other.isStruck) &&
    isSame(one.isCode, other.isCode) &&
    one.script === other.script
  );
}

function isSame(one: boolean | undefined, other: boolean | undefined): boolean {
  return (one ?? false) === (other ?? false);
}
