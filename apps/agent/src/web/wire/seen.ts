import type { Json, Place, ReadErrorCode, ReadRequest } from "@reader/core";
import type { Picture } from "./picture.ts";
import type { ModelName } from "./start.ts";

/** A read that the page asks for. `request` is whatever a model might send. */
export interface SeenRequest {
  readonly request: Json;
  readonly model: ModelName;
}

/** Consecutive lines of an answer. Their texts, joined by line ends, are the content that the model gets. */
export type SeenBlock =
  | { readonly kind: "lines"; readonly text: string; readonly at?: Place }
  /** A line that stands where a place begins; `request` reads that place. */
  | { readonly kind: "place"; readonly text: string; readonly at?: Place; readonly request?: ReadRequest }
  /** What the whole file holds, behind the lines of a part of it: a heading, and entries by where they stand. */
  | { readonly kind: "outline"; readonly text: string }
  /** A line that says what is left out, or where a long line goes on. */
  | { readonly kind: "mark"; readonly text: string }
  | { readonly kind: "image"; readonly text: string; readonly picture: Picture; readonly tokens: number }
  | { readonly kind: "document"; readonly text: string; readonly name: string; readonly bytes: number };

/** A line of what the reader says beside the content; the lines, joined by line ends, are what the model gets. */
export interface SeenNote {
  readonly text: string;
  /** What kind of notice it is; absent for what is none. */
  readonly code?: string;
}

/** What a read used, against what it may use. */
export interface Meter {
  readonly tokens: number;
  readonly maxTokens: number;
  readonly bytes: number;
  readonly maxBytes: number;
  readonly images: number;
  readonly maxImages: number;
}

/** How to go on. */
export interface Next {
  readonly request: ReadRequest;
  /** Lines from there on, where that is known. */
  readonly remaining?: number;
}

/** What a model gets of a read, and the facts about it. */
export interface Seen {
  /** One line for a person: what was read. */
  readonly summary: string;
  readonly path: string;
  readonly milliseconds: number;
  readonly blocks: readonly SeenBlock[];
  readonly notes: readonly SeenNote[];
  /** Absent where the read failed. */
  readonly facts?: SeenFacts;
  /** Absent where the read worked. */
  readonly error?: { readonly code: ReadErrorCode; readonly message: string; readonly hint: string };
}

/** What is known of a file that was read. */
export interface SeenFacts {
  readonly status: "complete" | "partial" | "unchanged";
  /** What the bytes are. */
  readonly mediaType: string;
  /** The extension of the name; empty where it has none. */
  readonly extension: string;
  /** Whether the name promises another type than the bytes have. */
  readonly nameDisagrees: boolean;
  readonly handler: string;
  /** `12 pages`, `at least 40 000 lines`. */
  readonly extents: readonly string[];
  readonly meter: Meter;
  readonly next?: Next;
}
