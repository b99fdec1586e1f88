import type { SlideText, SlideCell } from "@reader/office-kit/drawing";
import type { ImageStart, DocumentFacts } from "@reader/document/content";
import type { HandlerEvent, Notice } from "@reader/core/handler";

/** Types that every presentation reader (PPTX, ODP, PPT) produces and the slide writer accepts. */
export interface Slide {
  /** The title on one line; empty if it has none. */
  readonly title: string;
  /** True if the slide is hidden. */
  readonly isHidden: boolean;
  /** The name of its section; empty if the deck has no sections. */
  readonly section: string;
  /** What its place says besides, such as `background`. */
  readonly mark?: string;
  /** The content in reading order, without the title. */
  readonly blocks: readonly SlideBlock[];
  /** The speaker notes. */
  readonly notes: readonly SlideBlock[];
  readonly comments: readonly SlideComment[];
  /** Lines of headers, footers and repeated text, written with the first slide that has them. */
  readonly repeated: readonly string[];
  /** Number of hidden shapes; their text is marked. */
  readonly hiddenShapes: number;
  /** Number of shapes and lines without text or description, if counted. */
  readonly wordlessShapes?: number;
}

/** A block of a slide. */
export type SlideBlock =
  | SlideText
  | SlideTable
  | SlideImage
  /** Lines of Markdown, ending with a newline. */
  | { readonly type: "markdown"; readonly markdown: string; readonly is: "chart" | "diagram" | "other" };

/** A table. */
export interface SlideTable {
  readonly type: "table";
  /** Cells covered by a span are omitted. */
  readonly rows: readonly (readonly SlideCell[])[];
  /** True if the first row is formatted as a header. */
  readonly hasHeader?: boolean;
}

/** An image. */
export interface SlideImage {
  readonly type: "image";
  /** The name of its part. */
  readonly name: string;
  /** The alternative text; empty if there is none. */
  readonly alt: string;
  /** Loads its bytes; `undefined` if they are not in the file. */
  readonly load: () => Promise<Uint8Array | undefined>;
  /** Loads its first bytes. Absent if loading the whole image is cheap. */
  readonly start?: () => Promise<ImageStart | undefined>;
}

/** A comment on a slide. */
export interface SlideComment {
  /** The author; empty if unknown. */
  readonly author: string;
  readonly text: string;
  /** What it is about, if not the whole slide. */
  readonly about?: string;
  /** True if it is a reply to the previous comment. */
  readonly isReply: boolean;
}

/** What a deck and its parts are called. */
export interface DeckWords {
  readonly file: "presentation" | "drawing";
  readonly unit: "slide" | "page";
}

/** The words for presentations. */
export const presentationWords: DeckWords = { file: "presentation", unit: "slide" };

/** The words for drawings with pages. */
export const drawingWords: DeckWords = { file: "drawing", unit: "page" };

/** An opened presentation, or a drawing of several pages. */
export interface Deck {
  readonly words: DeckWords;
  readonly slideCount: number;
  /** Its properties. */
  readonly facts: DocumentFacts;
  /** Notices about the whole file. */
  readonly notices: readonly Notice[];
  /** Returns a slide by its number, from 1. Throws a `ReadError` if it cannot be read. */
  slide(number: number): Promise<Slide>;
  /** Text of the whole deck that belongs to no slide, ending with a newline; empty if there is none. */
  closingText(): Promise<string>;
  /** Returns the events of an embedded file or of the macros, or `undefined` if the name is unknown. */
  embedded(name: string): AsyncIterable<HandlerEvent> | Iterable<HandlerEvent> | undefined;
}
