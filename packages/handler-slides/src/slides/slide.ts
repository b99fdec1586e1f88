import type { SlideText, SlideCell } from "@reader/office-kit/drawing";
import type { PictureStart } from "@reader/document/content";

/** What every reader of presentations gives (PPTX, ODP, PPT), and what the one writer of slides takes. */
export interface Slide {
  /** One line; empty where it has none. */
  readonly title: string;
  /** Whether a show leaves it out. */
  readonly isHidden: boolean;
  /** What people call the part of the deck that it belongs to; empty where there are no parts. */
  readonly section: string;
  /** In reading order, without the title. */
  readonly blocks: readonly SlideBlock[];
  /** What is said while it is shown. */
  readonly notes: readonly SlideBlock[];
  readonly comments: readonly SlideComment[];
  /** Lines of headers, footers and of what is printed on every slide: shown with the first slide that has them. */
  readonly repeated: readonly string[];
  /** Shapes on it that a show leaves out; their text is marked. */
  readonly hiddenShapes: number;
  /** Shapes and lines without words and without a description, where they were counted. */
  readonly wordlessShapes?: number;
}

/** Something on a slide. */
export type SlideBlock =
  | SlideText
  | SlideTable
  | SlidePicture
  /** Lines that are Markdown already, ending with a newline. */
  | { readonly type: "markdown"; readonly markdown: string; readonly is: "chart" | "diagram" | "other" };

/** A table. */
export interface SlideTable {
  readonly type: "table";
  /** Cells that another one covers are left out. */
  readonly rows: readonly (readonly SlideCell[])[];
  /** Whether the first row is set apart as a header. */
  readonly hasHeader?: boolean;
}

/** A picture. */
export interface SlidePicture {
  readonly type: "picture";
  /** The name of its part. */
  readonly name: string;
  /** Empty where the author gave none. */
  readonly alt: string;
  /** Its bytes; undefined where they are not in the file. */
  readonly load: () => Promise<Uint8Array | undefined>;
  /** Its first bytes, where loading all of it is dear; undefined where it is not. */
  readonly start?: () => Promise<PictureStart | undefined>;
}

/** What somebody remarked on a slide. */
export interface SlideComment {
  /** Empty where it is not known. */
  readonly author: string;
  readonly text: string;
  /** Whether it answers the one before. */
  readonly isReply: boolean;
}
