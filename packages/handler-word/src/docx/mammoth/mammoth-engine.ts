import type { MammothElement } from "./mammoth-node.ts";

/** A document for mammoth, part by part. */
export interface MammothInput {
  /** The names of all parts. */
  readonly names: readonly string[];
  /** The bytes of a part; undefined where there is none. Whoever gives them holds them within its limits. */
  readonly part: (name: string) => Promise<Uint8Array | undefined>;
  /** Changes the tree of a part before mammoth reads it; called once for each part that mammoth reads as XML. */
  readonly rewrite?: (part: string, root: MammothElement) => MammothElement;
  /** mammoth's own options: `styleMap`, `convertImage`, `idPrefix` and the like. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** What mammoth made of a document. */
export interface MammothOutput {
  readonly html: string;
  /** mammoth's own warnings, such as of styles that it does not know. */
  readonly messages: readonly string[];
}

/** Turns documents into HTML, byte for byte as mammoth does. */
export interface MammothEngine {
  /** Whether mammoth runs with parts of ours; false where it runs as it is published. */
  readonly isFast: boolean;
  /** Throws `corrupt` where a part cannot be read, and whatever mammoth throws where it cannot make sense of them. */
  convert(input: MammothInput): Promise<MammothOutput>;
}
