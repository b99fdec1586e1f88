import type { ReadErrorCode } from "@reader/core";
import type { Budget, Capabilities, PageRange, Source, View } from "@reader/core/handler";
import type { InnerRequest, ReadErrorDetails, Recognised, RecognisableImage, Transcript } from "@reader/core/internal";
import type { Factory } from "./create-handler.ts";

/**
 * The startup parameters of a child. They are passed as a program argument, because a message would only arrive once
 * the event loop runs. Parameters that are too long for an argument are sent as the first message.
 */
export interface StartOrder {
  readonly module: string;
  readonly limits: ChildLimits;
  /** The real paths of the folders that native code may be loaded from. Absent if none may be loaded. */
  readonly addonFolders?: readonly string[];
}

/** Limits that the child enforces; the parent checks them too. */
export interface ChildLimits {
  readonly maxMemoryBytes: number;
  readonly maxInputBytes: number;
  readonly maxOutputBytes: number;
  readonly maxEventBytes: number;
}

/** A request for bytes of a source. */
export type ByteRequest =
  | { readonly want: "head"; readonly length: number }
  | { readonly want: "bytes" }
  | { readonly want: "slice"; readonly start: number; readonly end: number };

/** The operation on a document. */
export type Verb = "read" | "info" | "outline";

/** Opens a document. */
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
    readonly boxes?: boolean;
    readonly tables?: "csv";
    readonly capabilities: Capabilities;
    readonly budget: Budget;
    /** True if the parent can recognise text in images. */
    readonly canRecognise: boolean;
    /** True if the parent can transcribe the recording. */
    readonly canTranscribe: boolean;
    /** True if the parent can check names of nested files against its policy. */
    readonly hasPolicy: boolean;
  };
  /** When the operation was requested, in milliseconds since 1970. The time for an outline counts from then. */
  readonly askedAt: number;
  /** The child kills itself if a step takes longer than this. */
  readonly killAfterMs: number;
  /** Number of events that the parent already received from a child that was lost. */
  readonly skip: number;
}

/** The answer to a request for bytes, an event of a nested file, recognised text, or denied names. */
export interface AnswerMessage {
  readonly type: "answer";
  readonly call: number;
  readonly value: CallAnswer;
}

/** Startup parameters that are too long for a program argument. */
export interface StartMessage extends StartOrder {
  readonly type: "start";
}

/** Maximum length of a program argument: Windows allows 32 767 characters in all, Linux 131 072 bytes for one. */
export const maxOrderCharacters: number = 30_000;

/** Messages from the parent. */
export type ParentMessage =
  | StartMessage
  | OpenMessage
  /** Total number of events and bytes that the consumer has taken. */
  | { readonly type: "credit"; readonly document: number; readonly events: number; readonly bytes: number }
  | { readonly type: "cancel"; readonly document: number; readonly reason: PackedError }
  | AnswerMessage
  | { readonly type: "refuse"; readonly call: number; readonly error: PackedError };

/**
 * The result of a call. Bytes are the tail of the frame. A nested file gives an event, with its bytes as the tail, or
 * its end.
 */
export type CallAnswer =
  | { readonly kind: "bytes" }
  /** The bytes are sent on the direct line. */
  | { readonly kind: "direct" }
  | { readonly kind: "end" }
  | { readonly kind: "event"; readonly event: unknown }
  | { readonly kind: "recognised"; readonly recognised: Recognised }
  | { readonly kind: "transcribed"; readonly transcript: Transcript }
  | { readonly kind: "names-checked"; readonly denied: readonly boolean[] };

/** Messages from a child. */
export type ChildMessage =
  | { readonly type: "ready" }
  /** The bytes of an image or a document are the tail. */
  | { readonly type: "event"; readonly document: number; readonly event: unknown }
  /** The result of `info` or `outline`. */
  | { readonly type: "description"; readonly document: number; readonly description: unknown }
  | {
      readonly type: "end";
      readonly document: number;
      readonly rssBytes: number;
      /** True if the handler replaced or removed something that the language or Node provides. */
      readonly isAltered: boolean;
      readonly error?: PackedError;
    }
  | { readonly type: "bytes"; readonly document: number; readonly call: number; readonly request: ByteRequest }
  /** A request on the direct line. The child blocks until the answer comes. */
  | { readonly type: "bytes-now"; readonly document: number; readonly call: number; readonly request: ByteRequest }
  /** The bytes of the nested file are the tail. */
  | {
      readonly type: "nest";
      readonly document: number;
      readonly nested: number;
      readonly name: string;
      readonly wish: InnerRequest;
    }
  /** The bytes of the image are the tail. */
  | { readonly type: "recognise"; readonly document: number; readonly call: number; readonly image: ImageFrame }
  /** A request to transcribe the document. */
  | { readonly type: "transcribe"; readonly document: number; readonly call: number }
  /** Names of files inside the document. The parent answers which of them are denied. */
  | {
      readonly type: "check-names";
      readonly document: number;
      readonly call: number;
      readonly names: readonly string[];
    }
  | { readonly type: "pull"; readonly document: number; readonly call: number; readonly nested: number }
  | { readonly type: "drop"; readonly document: number; readonly nested: number };

/** The size of an image for text recognition. Its bytes are sent separately. */
export type ImageFrame = Omit<RecognisableImage, "data">;

/** An error that is sent between processes. */
export type PackedError =
  | {
      readonly kind: "read-error";
      readonly code: ReadErrorCode;
      readonly message: string;
      readonly hint?: string;
      readonly details?: ReadErrorDetails;
    }
  /** The parent's own error for this call, returned unchanged. */
  | { readonly kind: "relayed"; readonly call: number }
  /** A package that is not installed. */
  | { readonly kind: "missing"; readonly package: string }
  /** An output limit that the child reached. */
  | { readonly kind: "limit"; readonly name: "maxOutputBytes" | "maxEventBytes"; readonly actual: number }
  /** The handler yielded something that is not an event. */
  | { readonly kind: "malformed" }
  | { readonly kind: "other"; readonly name: string; readonly message: string; readonly code?: string };

/** Maximum number of names in one policy check. */
export const maxCheckedNames: number = 256;
