// What the web view's server and its page say to each other, as JSON. Types only: the page is bundled by itself.
import type { Json, Place, ReadErrorCode, ReadRequest } from "@reader/core";

/** The models that a page can look with: a provider's profile of what its models take. */
export type ModelName = "anthropic" | "openai" | "gemini" | "text";

/** What a page is told when it starts. */
export interface Start {
  /** Paths of the folders to list, in order: the roots of the workspace, then that of dropped files. */
  readonly folders: readonly RootFolder[];
  readonly providers: readonly ProviderName[];
  /** Which model answers questions, in words; absent where none does. */
  readonly model?: string;
  /** What one may ask. */
  readonly questions: readonly string[];
  /** Bytes of one dropped file. */
  readonly maxDropBytes: number;
}

/** A folder that stands at the top of the file list. */
export interface RootFolder {
  readonly path: string;
  readonly label: string;
  /** Whether files can be dropped onto it. */
  readonly takesFiles: boolean;
}

/** A shape in which an answer is sent. */
export interface ProviderName {
  readonly id: string;
  readonly label: string;
  /** Whether it has models of its own; then the model that is looked with does not count. */
  readonly knowsModel: boolean;
}

/** One entry of a folder. */
export interface FileEntry {
  readonly name: string;
  /** What to ask for. */
  readonly path: string;
  readonly kind: "folder" | "file" | "link" | "other";
  /** Present for a file that the policy denies. */
  readonly isDenied?: true;
}

/** What a folder holds, or why that cannot be told. */
export type Listing =
  | { readonly ok: true; readonly entries: readonly FileEntry[]; readonly isComplete: boolean }
  | { readonly ok: false; readonly message: string; readonly hint: string };

/** A read that the page asks for. `request` is whatever a model might send. */
export interface SeenRequest {
  readonly request: Json;
  readonly model: ModelName;
}

/** A picture, ready to be shown. */
export interface Picture {
  /** A `data:` URL. */
  readonly url: string;
  readonly mediaType: string;
  /** Bytes as sent, before base64. */
  readonly bytes: number;
  readonly widthPx?: number;
  readonly heightPx?: number;
  /** The size before it was made to fit, where that differs. */
  readonly originalWidthPx?: number;
  readonly originalHeightPx?: number;
  readonly alt?: string;
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

/** The message of a provider that carries an answer. */
export interface Payload {
  /** With pictures and documents named instead of their base64. */
  readonly message: Json;
  /** The tool as the provider is told of it. */
  readonly definition: Json;
  /** Bytes of the message as it is sent, in JSON. */
  readonly bytes: number;
}

/** What a page asks of a provider. */
export interface PayloadRequest extends SeenRequest {
  readonly provider: string;
}

/** A look at a file as a person sees it. */
export interface LookRequest {
  readonly path: string;
  /** What the bytes are, where that is known: it decides what is asked for. */
  readonly mediaType?: string;
  /** Where to look. */
  readonly place?: { readonly unit: string; readonly index: number };
  /** The line or row to look at, from 1; some are shown before it. */
  readonly line?: number;
  /** The first line or row to show, from 1, or from -1 at the end of a text; instead of `line`. */
  readonly from?: number;
  /** A part of the file, such as a member of an archive. */
  readonly select?: string;
  /** The password of a protected document. */
  readonly password?: string;
}

/** What a person sees of a file. */
export type Look =
  | { readonly kind: "pictures"; readonly pictures: readonly PlacedPicture[]; readonly pager?: Pager }
  | { readonly kind: "document"; readonly sections: readonly LookSection[]; readonly pager?: Pager }
  | {
      readonly kind: "text";
      readonly firstLine: number;
      readonly text: string;
      /** What is not as in the file. */
      readonly note?: string;
      readonly pager?: Pager;
    }
  /** There is nothing in the file. */
  | { readonly kind: "empty"; readonly message: string }
  /** Why it cannot be shown. */
  | { readonly kind: "nothing"; readonly message: string; readonly hint: string };

/** A picture, and where in the file it stands. */
export interface PlacedPicture extends Picture {
  readonly at?: Place;
}

/** A part of a document that flows. */
export type LookSection =
  | { readonly kind: "markdown" | "code"; readonly text: string; readonly firstLine: number; readonly at?: Place }
  | { readonly kind: "picture"; readonly picture: Picture; readonly at?: Place };

/** Where in a file a look is, and its neighbours. */
export interface Pager {
  /** `Page 3 of 12`, `Lines 1–400 of 2 961`. */
  readonly label: string;
  readonly previous?: LookRequest;
  readonly next?: LookRequest;
}

/** What happens in a conversation, as the page is told of it. */
export type ConversationEvent =
  | { readonly type: "question"; readonly text: string }
  | {
      readonly type: "call";
      readonly id: string;
      readonly name: string;
      readonly request: Json;
      readonly words: string;
    }
  | {
      readonly type: "result";
      readonly id: string;
      readonly summary: string;
      readonly isError: boolean;
      readonly milliseconds: number;
      /** Pictures and documents that went along. */
      readonly media: number;
    }
  | { readonly type: "text"; readonly delta: string }
  | { readonly type: "citation"; readonly citation: WireCitation }
  | { readonly type: "done"; readonly words: string }
  | { readonly type: "error"; readonly message: string; readonly hint: string };

/** A place that an answer names. */
export interface WireCitation {
  /** As it stands in the answer, without its brackets. */
  readonly text: string;
  readonly isRead: boolean;
  /** Why it was not read. */
  readonly reason?: string;
  readonly excerpt?: string;
  /** A read that opens it. */
  readonly request: ReadRequest;
}

/** A file that was dropped, or why it was not taken. */
export type Dropped = { readonly ok: true; readonly path: string } | { readonly ok: false; readonly message: string };
