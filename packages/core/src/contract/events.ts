import type { MediaType } from "./media-type.ts";
import type { Notice } from "./notices.ts";
import type { PlaceUnit, Place } from "./place.ts";
import type { RecognisedText } from "./recognition.ts";

/**
 * Text of a document. It continues the line of the text event before it, unless that one ended with a newline or had
 * another place: a new place always starts a new line. Line numbers and place marks are added by the core.
 */
export interface TextPart {
  readonly type: "text";
  readonly text: string;
  readonly at?: Place;
  /** Where the text, or some of its lines, was recognised in a picture. */
  readonly recognised?: RecognisedText;
}

/** A picture in an encoding of its own. */
export interface ImagePart {
  readonly type: "image";
  readonly mediaType: MediaType;
  readonly data: Uint8Array;
  readonly widthPx?: number;
  readonly heightPx?: number;
  /** The size before it was made to fit, where that differs, so that coordinates can be mapped back. */
  readonly originalWidthPx?: number;
  readonly originalHeightPx?: number;
  /** A text that stands for the picture, from the document. */
  readonly alt?: string;
  readonly at?: Place;
}

/** The document itself, for models that take its type. */
export interface DocumentPart {
  readonly type: "document";
  readonly mediaType: MediaType;
  readonly data: Uint8Array;
  readonly name: string;
  /** How many pages it has, which some models limit. */
  readonly pages?: number;
  readonly at?: Place;
}

/** How much there is of something in the whole file. Units other than lines can be asked for with `pages`. */
export interface Extent {
  readonly type: "extent";
  readonly unit: PlaceUnit | "line";
  readonly total: number;
  /** Whether `total` is the true count; otherwise there are at least so many. */
  readonly exact: boolean;
}

/** What a handler yields. */
export type HandlerEvent = TextPart | ImagePart | DocumentPart | Notice | Extent;

/** A text event. */
export function text(content: string, at?: Place): TextPart {
  return at === undefined ? { type: "text", text: content } : { type: "text", text: content, at };
}

/** An image event; `facts` are its size, its alternative text and its place. */
export function image(mediaType: MediaType, data: Uint8Array, facts: ImageFacts = {}): ImagePart {
  return { type: "image", mediaType, data, ...facts };
}

/** What is known of an image besides its bytes. */
export type ImageFacts = Omit<ImagePart, "type" | "mediaType" | "data">;

/** An event that hands over the document itself. */
export function document(mediaType: MediaType, data: Uint8Array, facts: DocumentFacts): DocumentPart {
  return { type: "document", mediaType, data, ...facts };
}

/** What is known of a document besides its bytes. */
export type DocumentFacts = Omit<DocumentPart, "type" | "mediaType" | "data">;

/** Tells how many units the whole file has. */
export function extent(unit: Extent["unit"], total: number, exactness: "exact" | "at-least" = "exact"): Extent {
  return { type: "extent", unit, total, exact: exactness === "exact" };
}
