import type { Recogniser } from "@reader/core";
import type { Handler, HandlerOrigin } from "@reader/core/handler";

/**
 * The facts about a handler that the parent process needs. The handler's code loads only in the child, except for
 * `sniff`, `annotate` and `canary`, which run in the parent.
 */
export interface HandlerDescription extends Pick<
  Handler,
  | "name"
  | "mediaTypes"
  | "sniff"
  | "annotate"
  | "textByDefault"
  | "tables"
  | "outlinesOnly"
  | "version"
  | "byHand"
  | "canary"
> {
  /** How the child makes the handler. */
  readonly origin: HandlerOrigin;
  /** True if the handler has an `outline`. The parent cannot find out without loading the handler. */
  readonly outlines?: true;
  /** Absolute paths of folders that the child may read, in addition to the handler's package and its dependencies. */
  readonly reads?: readonly string[];
  /** Another package that reads the same files, which an error names if that of the handler is not installed. */
  readonly alternative?: AlternativePackage;
}

/** A package that can be installed instead of another one. */
export interface AlternativePackage {
  readonly name: string;
  /** An SPDX expression. */
  readonly licence: string;
}

/** A handler or its description. A handler must have an `origin`. */
export type IsolatableHandler = Handler | HandlerDescription;

/** Tells another process how to create a recogniser. */
export interface RecogniserOrigin extends HandlerOrigin {
  /**
   * Absolute paths of folders to read in addition to the module's package and its dependencies, such as language data.
   */
  readonly reads?: readonly string[];
}

/** A recogniser that another process can create. */
export interface IsolatableRecogniser extends Recogniser {
  /** Finds the packages that it needs. Rejects with a `ReadError` that names a package that is not installed. */
  origin(): RecogniserOrigin | Promise<RecogniserOrigin>;
}
