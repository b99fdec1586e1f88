import type { MediaType } from "./media-type.ts";
import type { Notice } from "./notices.ts";
import type { PlaceUnit, Place } from "./place.ts";
import type { LineBoxes, RecognisedText } from "./recognition.ts";

/**
 * Text of a document. It continues the line of the text event before it, unless that one ended with a newline or had
 * another place: a new place always starts a new line. Line numbers and place marks are added by the core.
 */
export interface TextPart {
  readonly type: "text";
  readonly text: string;
  readonly at?: Place;
  /** Present if the text, or some of its lines, was recognised in an image. */
  readonly recognised?: RecognisedText;
  /** Where its lines stand on the page, if the request asks for it. */
  readonly boxes?: LineBoxes;
  /** The number of scans and images that this text describes because no recogniser was given. */
  readonly unrecognised?: number;
}

/** An encoded image. */
export interface ImagePart {
  readonly type: "image";
  readonly mediaType: MediaType;
  readonly data: Uint8Array;
  readonly widthPx?: number;
  readonly heightPx?: number;
  /** The size before resizing, if it was resized, so that coordinates can be mapped back. */
  readonly originalWidthPx?: number;
  readonly originalHeightPx?: number;
  /** Alternative text from the document. */
  readonly alt?: string;
  readonly at?: Place;
}

/** The document itself, for models that accept its type. */
export interface DocumentPart {
  readonly type: "document";
  readonly mediaType: MediaType;
  readonly data: Uint8Array;
  readonly name: string;
  /** The number of pages, which some models limit. */
  readonly pages?: number;
  readonly at?: Place;
}

/** The number of units in the whole file. Units other than lines can be requested with `pages`. */
export interface Extent {
  readonly type: "extent";
  readonly unit: PlaceUnit | "line";
  readonly total: number;
  /** True if `total` is the exact count; otherwise it is a minimum. */
  readonly exact: boolean;
}

/** An event that a handler yields. */
export type HandlerEvent = TextPart | ImagePart | DocumentPart | Notice | Extent;

/** Creates a text event. */
export function text(content: string, at?: Place): TextPart {
  return at === undefined ? { type: "text", text: content } : { type: "text", text: content, at };
}

/** Creates a text event that describes a scan or an image whose text a recogniser would find. */
export function unrecognisedText(content: string, at?: Place): TextPart {
  return { ...text(content, at), unrecognised: 1 };
}

/** Creates an image event. `facts` are its size, alternative text and place. */
export function image(mediaType: MediaType, data: Uint8Array, facts: ImageFacts = {}): ImagePart {
  return { type: "image", mediaType, data, ...facts };
}

/** The facts of an image. */
export type ImageFacts = Omit<ImagePart, "type" | "mediaType" | "data">;

/** Creates an event with the document itself. */
export function document(mediaType: MediaType, data: Uint8Array, facts: DocumentFacts): DocumentPart {
  return { type: "document", mediaType, data, ...facts };
}

/** The facts of a document. */
export type DocumentFacts = Omit<DocumentPart, "type" | "mediaType" | "data">;

/** Creates an event that reports the number of units in the whole file. */
export function extent(unit: Extent["unit"], total: number, exactness: "exact" | "at-least" = "exact"): Extent {
  return { type: "extent", unit, total, exact: exactness === "exact" };
}
