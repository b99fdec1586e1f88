import type { Json, Place, ReadErrorCode, ReadRequest } from "@reader/core";

/** A read for the page. `request` can be anything that a model might send. */
export interface SeenRequest {
  readonly request: Json;
  readonly model: ModelName;
}

/** Consecutive lines of an answer. The texts, joined by line feeds, are the content that the model gets. */
export type SeenBlock =
  | { readonly kind: "lines"; readonly text: string; readonly at?: Place }
  /** The line at the start of a place. `request` reads that place. */
  | { readonly kind: "place"; readonly text: string; readonly at?: Place; readonly request?: ReadRequest }
  /** The outline of the whole file, after the lines of a part of it. */
  | { readonly kind: "outline"; readonly text: string }
  /** A line about omitted lines or the rest of a long line. */
  | { readonly kind: "mark"; readonly text: string }
  | { readonly kind: "image"; readonly text: string; readonly image: ShownImage; readonly tokens: number }
  | { readonly kind: "document"; readonly text: string; readonly name: string; readonly bytes: number };

/** A line of the reader's notes. The lines, joined by line feeds, are what the model gets. */
export interface SeenNote {
  readonly text: string;
  /** The code of a notice. Absent for other lines. */
  readonly code?: string;
}

/** The cost of a read, and its limits. */
export interface Meter {
  readonly tokens: number;
  readonly maxTokens: number;
  readonly bytes: number;
  readonly maxBytes: number;
  readonly images: number;
  readonly maxImages: number;
}

/** The continuation of an answer. */
export interface Next {
  readonly request: ReadRequest;
  /** The number of remaining lines, if known. */
  readonly remaining?: number;
}

/** What a model gets from a read, and facts about it. */
export interface Seen {
  /** One line for a person about what was read. */
  readonly summary: string;
  readonly path: string;
  readonly milliseconds: number;
  readonly blocks: readonly SeenBlock[];
  readonly notes: readonly SeenNote[];
  /** Absent if the read failed. */
  readonly facts?: SeenFacts;
  /** Absent if the read succeeded. */
  readonly error?: { readonly code: ReadErrorCode; readonly message: string; readonly hint: string };
}

/** Facts about a file that was read. */
export interface SeenFacts {
  readonly status: "complete" | "partial" | "unchanged";
  /** The detected media type. */
  readonly mediaType: string;
  /** The file extension, or an empty string. */
  readonly extension: string;
  /** True if the file extension does not match the detected type. */
  readonly nameDisagrees: boolean;
  readonly handler: string;
  /** `12 pages`, `at least 40 000 lines`. */
  readonly extents: readonly string[];
  readonly meter: Meter;
  readonly next?: Next;
}

// The types of the JSON messages between the web view's server and its page. The page is bundled separately, so this file
// has only types.

/** The model profiles that the page offers. */
export type ModelName = "anthropic" | "openai" | "gemini" | "text";

/** The first message to the page. */
export interface Start {
  /** The folders to list: the roots of the workspace, then that of dropped files. */
  readonly folders: readonly RootFolder[];
  readonly providers: readonly ProviderName[];
  /** The name of the model that answers questions. Absent without one. */
  readonly model?: string;
  /** Suggested questions. */
  readonly questions: readonly string[];
  /** Maximum size of a dropped file, in bytes. */
  readonly maxDropBytes: number;
}

/** A top-level folder of the file list. */
export interface RootFolder {
  readonly path: string;
  readonly label: string;
  /** True if files can be dropped onto it. */
  readonly takesFiles: boolean;
}

/** A message format. */
export interface ProviderName {
  readonly id: string;
  readonly label: string;
  /** True if it has its own models. The model of the page is then ignored. */
  readonly knowsModel: boolean;
}

/** An entry of a folder. */
export interface FileEntry {
  readonly name: string;
  /** The path to request. */
  readonly path: string;
  /** The member of the archive at `path`. */
  readonly select?: string;
  readonly kind: "folder" | "file" | "link" | "other";
  /** Present for a file that the policy denies. */
  readonly isDenied?: true;
  /** The size as a model is shown it, such as `12 KB`. Absent if it was not listed. */
  readonly size?: string;
}

/** The entries of a folder or an archive, or why it cannot be listed. */
export type Listing =
  | { readonly ok: true; readonly entries: readonly FileEntry[]; readonly isComplete: boolean }
  | { readonly ok: false; readonly message: string; readonly hint: string };

/** A dropped file, or why it was refused. */
export type Dropped = { readonly ok: true; readonly path: string } | { readonly ok: false; readonly message: string };

/** A request for a file as a person sees it. */
export interface LookRequest {
  readonly path: string;
  /** The media type, if known. It decides how the file is read. */
  readonly mediaType?: string;
  /** The place to show. */
  readonly place?: { readonly unit: string; readonly index: number };
  /** The line or row to show, from 1. Some lines before it are shown too. */
  readonly line?: number;
  /** The first line or row to show, from 1, or from -1 at the end of a text. Replaces `line`. */
  readonly from?: number;
  /** A part of the file, such as a member of an archive. */
  readonly select?: string;
  /** The password of a protected document. */
  readonly password?: string;
  /** Texts to mark on the images of pages. */
  readonly marks?: readonly string[];
  /** A text at the start of the place. It finds the page of a place that has no page number. */
  readonly near?: string;
}

/** What a person sees of a file. `form` says how it was made, such as `Cells without formats and charts`. */
export type Look =
  | { readonly kind: "images"; readonly form: string; readonly images: readonly PlacedImage[]; readonly pager?: Pager }
  | {
      readonly kind: "document";
      readonly form: string;
      readonly sections: readonly LookSection[];
      /** The attachments of a message. */
      readonly attachments?: readonly FileEntry[];
      readonly pager?: Pager;
    }
  /** The members of an archive. */
  | { readonly kind: "members"; readonly form: string; readonly entries: readonly FileEntry[]; readonly pager?: Pager }
  | {
      readonly kind: "text";
      readonly form: string;
      readonly firstLine: number;
      readonly text: string;
      /** How the text differs from the file. */
      readonly note?: string;
      readonly pager?: Pager;
    }
  /** The file has no content. */
  | { readonly kind: "empty"; readonly message: string }
  /** Why it cannot be shown. */
  | { readonly kind: "nothing"; readonly message: string; readonly hint: string };

/** An image, and its place in the file. */
export interface PlacedImage extends ShownImage {
  readonly at?: Place;
  /** The marked texts. */
  readonly boxes?: readonly PageBox[];
}

/** A rectangle on a page, as shares of its width and height. */
export interface PageBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A part of a flowing document. */
export type LookSection =
  | { readonly kind: "markdown" | "code"; readonly text: string; readonly firstLine: number; readonly at?: Place }
  | { readonly kind: "image"; readonly image: ShownImage; readonly at?: Place };

/** The position in a file, and its neighbours. */
export interface Pager {
  /** `Page 3 of 12`, `Lines 1–400 of 2 961`. */
  readonly label: string;
  readonly previous?: LookRequest;
  readonly next?: LookRequest;
}

/** The message to a provider that contains an answer. */
export interface Payload {
  /** The base64 of images and documents is replaced by a description. */
  readonly message: Json;
  /** The definition of the tool for the provider. */
  readonly definition: Json;
  /** Size of the message as JSON, in bytes. */
  readonly bytes: number;
}

/** A request for the message to a provider. */
export interface PayloadRequest extends SeenRequest {
  readonly provider: string;
}

/** An image that the page can show. */
export interface ShownImage {
  /** A `data:` URL. */
  readonly url: string;
  readonly mediaType: string;
  /** Size before base64, in bytes. */
  readonly bytes: number;
  readonly widthPx?: number;
  readonly heightPx?: number;
  /** The original size, if it was scaled. */
  readonly originalWidthPx?: number;
  readonly originalHeightPx?: number;
  readonly alt?: string;
}

/** An event of a conversation, for the page. */
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
      /** The number of images and documents. */
      readonly media: number;
    }
  | { readonly type: "text"; readonly delta: string }
  | { readonly type: "citation"; readonly citation: WireCitation }
  | { readonly type: "done"; readonly words: string }
  | { readonly type: "error"; readonly message: string; readonly hint: string };

/** A place that an answer cites. */
export interface WireCitation {
  /** The mark in the answer, without its brackets. */
  readonly text: string;
  readonly isRead: boolean;
  /** Why it was not read. */
  readonly reason?: string;
  readonly excerpt?: string;
  /** A request that reads it. */
  readonly request: ReadRequest;
}
