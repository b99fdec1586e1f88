import type { Json } from "@reader/core";
import type { SeenRequest } from "./seen.ts";

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
