import type { HandlerOrigin, Recogniser } from "@reader/core/handler";

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
