import type { Handler, HandlerOrigin, Recogniser } from "@reader/core/handler";

/** A small sound document, read where a process may have been damaged, to learn whether it still reads right. */
export interface Canary {
  /** Its name, as a file would have one. */
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** What its text must hold. */
  readonly text: string;
}

/**
 * What the parent needs to know of a handler. Its code is then loaded nowhere but in the child, except what `sniff`
 * and `annotate` need, which are asked in this process.
 */
export interface HandlerDescription extends Pick<
  Handler,
  "name" | "mediaTypes" | "sniff" | "annotate" | "outlinesOnly" | "version" | "byHand"
> {
  /** How the child makes the handler. */
  readonly origin: HandlerOrigin;
  /** Whether the handler has an `outline`, which nobody knows here without its code. */
  readonly outlines?: true;
  /** Variables that the engine needs before it loads; the environment of the child is empty besides these. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Folders that the child must read besides those of the packages that the module depends on; absolute. */
  readonly reads?: readonly string[];
  /**
   * Without one, the process is replaced after every error that may have damaged it. A function is called when the first
   * error has come; if it throws, the process is replaced as well.
   */
  readonly canary?: Canary | (() => Canary | Promise<Canary>);
}

/** A whole handler, or only the description of one. A handler must have an `origin`. */
export type IsolatableHandler = Handler | HandlerDescription;

/** How another process makes a recogniser, and what it must read for that. */
export interface RecogniserOrigin extends HandlerOrigin {
  /** Folders besides those of the packages that the module depends on, absolute: data of languages. */
  readonly reads?: readonly string[];
}

/** A recogniser that another process can make, too. */
export interface IsolatableRecogniser extends Recogniser {
  /** Looks for what it needs, and fails with a `ReadError` that names the package where something is not installed. */
  origin(): RecogniserOrigin | Promise<RecogniserOrigin>;
}
