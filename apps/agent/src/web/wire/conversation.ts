import type { Json, ReadRequest } from "@reader/core";

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
