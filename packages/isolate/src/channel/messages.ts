import type {
  Budget,
  Capabilities,
  InnerWish,
  PageRange,
  ReadErrorCode,
  ReadErrorDetails,
  Recognised,
  RecognisableImage,
  Source,
  View,
} from "@reader/core/handler";
import type { Factory } from "./create-handler.ts";

/**
 * What a child is told once, as the argument of its program: a message would only reach it when its event loop runs.
 * An order that is too long for an argument comes as the first message nevertheless.
 */
export interface StartOrder {
  readonly module: string;
  readonly limits: ChildLimits;
  /** The folders from which native code may be loaded, by their real paths; absent if none may be loaded. */
  readonly addonFolders?: readonly string[];
}

/** What a child holds itself to; the parent checks the same. */
export interface ChildLimits {
  readonly maxMemoryBytes: number;
  readonly maxInputBytes: number;
  readonly maxOutputBytes: number;
  readonly maxEventBytes: number;
}

/** Which bytes of a source are wanted. */
export type ByteRequest =
  | { readonly want: "head"; readonly length: number }
  | { readonly want: "bytes" }
  | { readonly want: "slice"; readonly start: number; readonly end: number };

/** What is wanted of a document. */
export type Verb = "read" | "info" | "outline";

/** A document to read. */
export interface OpenMessage {
  readonly type: "open";
  readonly document: number;
  readonly verb: Verb;
  readonly factory: Factory;
  readonly source: Pick<Source, "path" | "name" | "size" | "sniff" | "identity">;
  readonly context: {
    readonly pages?: readonly PageRange[];
    readonly select?: string;
    readonly view: View;
    readonly password?: string;
    readonly capabilities: Capabilities;
    readonly budget: Budget;
    /** Whether the parent has somebody who recognises the text of pictures. */
    readonly canRecognise: boolean;
    /** Whether the parent tells which files inside the document are denied. */
    readonly hasPolicy: boolean;
  };
  /** When it was asked for, in milliseconds since 1970: the time of an outline runs from then on. */
  readonly askedAt: number;
  /** After so long a step without an answer the child kills itself. */
  readonly killAfterMs: number;
  /** Events that the parent already has from a child that was lost. */
  readonly skip: number;
}

/** The answer to a wish for bytes, for an event of a nested file, for the text of a picture, or for what is denied. */
export interface AnswerMessage {
  readonly type: "answer";
  readonly call: number;
  readonly value: CallAnswer;
}

/** An order that is no argument, because it is longer than one may be. */
export interface StartMessage extends StartOrder {
  readonly type: "start";
}

/** Characters of the longest order that is an argument: Windows takes 32 767 in all, Linux 131 072 bytes in one. */
export const maxOrderCharacters: number = 30_000;

/** What the parent says. */
export type ParentMessage =
  | StartMessage
  | OpenMessage
  /** The consumer took so many events and bytes in all. */
  | { readonly type: "credit"; readonly document: number; readonly events: number; readonly bytes: number }
  | { readonly type: "cancel"; readonly document: number; readonly reason: PackedError }
  | AnswerMessage
  | { readonly type: "refuse"; readonly call: number; readonly error: PackedError };

/** Bytes are the tail of the frame; of a nested file comes an event, with its bytes as the tail, or the end. */
export type CallAnswer =
  | { readonly kind: "bytes" }
  /** The bytes are on the direct line. */
  | { readonly kind: "direct" }
  | { readonly kind: "end" }
  | { readonly kind: "event"; readonly event: unknown }
  | { readonly kind: "recognised"; readonly recognised: Recognised }
  | { readonly kind: "judged"; readonly denied: readonly boolean[] };

/** What a child says. */
export type ChildMessage =
  | { readonly type: "ready" }
  /** The bytes of an image or a document are the tail. */
  | { readonly type: "event"; readonly document: number; readonly event: unknown }
  /** What `info` or `outline` gave, whichever was asked. */
  | { readonly type: "told"; readonly document: number; readonly told: unknown }
  | { readonly type: "end"; readonly document: number; readonly rssBytes: number; readonly error?: PackedError }
  | { readonly type: "bytes"; readonly document: number; readonly call: number; readonly request: ByteRequest }
  /** The same wish on the direct line, where the answer is waited for. */
  | { readonly type: "bytes-now"; readonly document: number; readonly call: number; readonly request: ByteRequest }
  /** The bytes of the nested file are the tail. */
  | {
      readonly type: "nest";
      readonly document: number;
      readonly nested: number;
      readonly name: string;
      readonly wish: InnerWish;
    }
  /** The bytes of the picture are the tail. */
  | { readonly type: "recognise"; readonly document: number; readonly call: number; readonly image: ImageFrame }
  /** The names of files inside the document, to be told which of them are denied. */
  | { readonly type: "judge"; readonly document: number; readonly call: number; readonly names: readonly string[] }
  | { readonly type: "pull"; readonly document: number; readonly call: number; readonly nested: number }
  | { readonly type: "drop"; readonly document: number; readonly nested: number };

/** A picture whose text is wanted, without its bytes. */
export type ImageFrame = Omit<RecognisableImage, "data">;

/** An error on its way between processes. */
export type PackedError =
  | {
      readonly kind: "read-error";
      readonly code: ReadErrorCode;
      readonly message: string;
      readonly hint?: string;
      readonly details?: ReadErrorDetails;
    }
  /** The error that the parent gave as the answer to this call, coming back as it was. */
  | { readonly kind: "relayed"; readonly call: number }
  /** A package that is not installed. */
  | { readonly kind: "missing"; readonly package: string }
  /** An output limit that the child met. */
  | { readonly kind: "limit"; readonly name: "maxOutputBytes" | "maxEventBytes"; readonly actual: number }
  /** Events that cannot be events. */
  | { readonly kind: "malformed" }
  | { readonly kind: "other"; readonly name: string; readonly message: string; readonly code?: string };

/** Events that may be under way before the consumer has taken one. */
export const windowEvents: number = 16;

/** Bytes of events that may be under way; one event may be larger. */
export const windowBytes: number = 256 * 1024;

/** Names of files inside a document that are asked about at once. */
export const maxJudgedNames: number = 256;
