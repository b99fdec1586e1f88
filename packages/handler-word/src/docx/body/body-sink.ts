import {
  type CellSpan,
  type ParagraphStyle,
  type RunFormat,
  createDocumentBuilder,
  type ImageStore,
  type Recording,
  type DocumentPiece,
  type HiddenPassages,
  createRunWriter,
  type RunWriter,
} from "@reader/document/builder";
import { createMarkdownBuilder, type MarkdownPiece } from "@reader/document";
import type { ImageStart } from "@reader/document/content";

/** Receives the text of a document in reading order. */
export interface BodySink {
  /** Starts a paragraph with visible content. */
  startParagraph(style: ParagraphStyle): void;
  endParagraph(): void;
  write(text: string, format: RunFormat): void;
  /** Adds Markdown in a paragraph. */
  raw(markdown: string, format: RunFormat): void;
  /** Adds a separate block of Markdown in a paragraph, such as the table of a chart. */
  block(markdown: string): void;
  lineBreak(): void;
  /** Starts a page of the layout that the document stores. */
  startPage(page: number): void;
  image(image: BodyImage, format: RunFormat): void;
  /** Adds a document, such as HTML, that is a part of the package and is shown here. */
  document(part: string): void;
  /** Starts the content of a note, between two paragraphs. */
  startNote(): void;
  /** Ends the note with this mark, such as `[^1]`. */
  endNote(mark: string): void;
  startTable(): void;
  startRow(): void;
  startCell(span: CellSpan): void;
  endCell(): void;
  endRow(): void;
  endTable(): void;
}

/** An image in the package. */
export interface BodyImage {
  /** The name of the image's part. */
  readonly part: string;
  readonly alt: string;
}

/** The kinds of notes in a document. */
export type NoteKind = "footnote" | "endnote";

/** A sink that discards everything, for passes that only count. */
export const nullSink: BodySink = {
  startParagraph: ignore,
  endParagraph: ignore,
  write: ignore,
  raw: ignore,
  block: ignore,
  lineBreak: ignore,
  startPage: ignore,
  image: ignore,
  document: ignore,
  startNote: ignore,
  endNote: ignore,
  startTable: ignore,
  startRow: ignore,
  startCell: ignore,
  endCell: ignore,
  endRow: ignore,
  endTable: ignore,
};

function ignore(): void {}

/** Writes a document as Markdown, in fragments. */
interface DocumentSink extends BodySink {
  /** Removes and returns the finished fragments. */
  take(): readonly DocumentPiece[];
  /** Removes and returns the remaining fragments, including pending notes. */
  end(): readonly DocumentPiece[];
  /** What was shown of hidden text so far, and what was left out. */
  readonly hiddenPassages: HiddenPassages;
}

/** The store that keeps images until they are shown, and the loader of image bytes. */
export interface DocumentImages {
  readonly images: ImageStore;
  readonly part: (name: string) => Promise<Uint8Array | undefined>;
  /** Loads the first bytes of a large image, for models that take no images. */
  readonly start?: (name: string) => Promise<ImageStart | undefined>;
}

/** What a document is written with. */
export interface SinkOptions extends DocumentImages {
  /** True if all hidden text is shown, however much there is. */
  readonly showsHidden?: boolean;
}

/** Creates an empty sink. */
export function createDocumentSink({ images, part, start, showsHidden }: SinkOptions): DocumentSink {
  const flow = createDocumentBuilder({ images, showsHidden });
  const pieces: DocumentPiece[] = [];
  let hasImage = false;
  /**
   * Moves finished fragments to the output after an image. An image follows the paragraph, list or table that contains
   * it.
   */
  const takeImages = (): void => {
    if (!hasImage) return;
    const finished = flow.take();
    if (finished.length > 0) hasImage = false;
    pieces.push(...finished);
  };
  return {
    startParagraph: (style) => flow.startParagraph(style),
    endParagraph() {
      flow.endParagraph();
      takeImages();
    },
    write: (text, format) => flow.write(text, format),
    raw: (markdown, format) => flow.raw(markdown, format),
    block: (markdown) => flow.block(markdown),
    lineBreak: () => flow.lineBreak(),
    startPage: (page) => flow.startPage(page),
    image({ part: name, alt }, format) {
      hasImage = true;
      flow.image({ name, alt, load: () => part(name), start: async () => start?.(name) }, format);
    },
    document(name) {
      flow.settle();
      pieces.push(...flow.take(), { type: "document", part: name });
    },
    startNote: () => flow.beginAside(),
    endNote(mark) {
      const { words, images } = contentOf(flow.endAside());
      flow.startParagraph({});
      flow.raw(`${mark}: ${words.replace(/\n+/g, "\n    ")}`);
      flow.endParagraph();
      pieces.push(...flow.take(), ...images);
    },
    startTable: () => flow.startTable(),
    startRow: () => flow.startRow(),
    startCell: (span) => flow.startCell(span),
    endCell: () => flow.endCell(),
    endRow: () => flow.endRow(),
    endTable() {
      flow.endTable();
      takeImages();
    },
    hiddenPassages: flow.hiddenPassages,
    take: () => [...pieces.splice(0), ...flow.take()],
    end() {
      flow.settle();
      return [...pieces.splice(0), ...flow.end()];
    },
  };
}

/** Returns the Markdown of a note, and its images, which follow it. */
function contentOf(note: Recording): { readonly words: string; readonly images: readonly MarkdownPiece[] } {
  const builder = createMarkdownBuilder();
  note.replay(builder);
  const pieces = builder.end();
  const words = pieces.flatMap((piece) => ("markdown" in piece ? [piece.markdown.trim()] : [])).join("\n\n");
  return { words, images: pieces.filter(({ type }) => type === "image") };
}

/** The headings and the word count of a document. */
export interface BodyOutline {
  readonly headings: readonly OutlineHeading[];
  readonly words: number;
  /** The number of pages of the layout that the document stores, or 0. */
  readonly pages: number;
}

/** A heading that starts a section. */
export interface OutlineHeading {
  /** The heading level, from 1. */
  readonly level: number;
  readonly title: string;
  /** The approximate page on which it is, if the document stores a layout. */
  readonly aboutPage?: number | undefined;
}

/** Collects headings and counts words. `outline` is complete at the end of the pass. */
interface OutlineSink extends BodySink {
  readonly outline: BodyOutline;
}

/** An open paragraph. */
interface OpenParagraph {
  /** The level of a heading; `undefined` for other paragraphs. */
  readonly heading: number | undefined;
  readonly runs: RunWriter;
  /** The page on which it starts. */
  readonly page: number;
  text: string;
}

/** Creates an empty sink. */
export function createOutlineSink(): OutlineSink {
  const outline = { headings: [] as OutlineHeading[], words: 0, pages: 0 };
  /** The open paragraphs, innermost last: a note is inside a paragraph. */
  const paragraphs: OpenParagraph[] = [];
  /** Number of open cells and notes. */
  let depth = 0;
  const change = (by: number): void => void (depth += by);
  return {
    ...nullSink,
    outline,
    startParagraph({ heading, list }) {
      const isSection = heading !== undefined && depth === 0;
      const label = isSection && list !== undefined ? `${list.label} ` : "";
      paragraphs.push(createParagraph(isSection ? heading : undefined, label, outline.pages));
    },
    endParagraph() {
      const paragraph = paragraphs.pop();
      if (paragraph === undefined) return;
      paragraph.runs.close();
      outline.words += wordsIn(paragraph.text);
      const title = paragraph.text.replace(/\s+/g, " ").trim();
      if (paragraph.heading === undefined) return;
      const aboutPage = outline.pages === 0 ? undefined : paragraph.page;
      outline.headings.push({ level: paragraph.heading, title, aboutPage });
    },
    write: (text, format) => paragraphs.at(-1)?.runs.write(text, format),
    raw(markdown, format) {
      const paragraph = paragraphs.at(-1);
      if (paragraph === undefined || isNoteMark.test(markdown)) return;
      paragraph.runs.ready(format);
      paragraph.text += markdown;
    },
    block(markdown) {
      const paragraph = paragraphs.at(-1);
      if (paragraph !== undefined) paragraph.text += ` ${markdown} `;
    },
    startPage: (page) => void (outline.pages = page),
    startCell: () => change(1),
    endCell: () => change(-1),
    startNote: () => change(1),
    endNote: () => change(-1),
  };
}

/** Creates a paragraph that marks tracked changes and hidden text as in Markdown. */
function createParagraph(heading: number | undefined, text: string, page: number): OpenParagraph {
  const add = (characters: string): void => void (paragraph.text += characters);
  const runs = createRunWriter(() => ({ open: ignore, close: ignore, text: add, raw: add }));
  const paragraph: OpenParagraph = { heading, runs, page, text };
  return paragraph;
}

const isNoteMark = /^\[\^\w+\]$/;

/** Returns the number of words in a text. */
export function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}
