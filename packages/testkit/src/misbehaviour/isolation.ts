import type { Handler } from "@reader/core";

/** What an isolation must hold a handler to. */
export interface IsolationLimits {
  /**
   * The time of a document that never ends; it reaches the isolation as `documentTimeMs` of the budget. If the outcome is
   * wrong, longer times are tried, up to `patientTimeMs`: a busy machine may not even have started the handler.
   */
  readonly hastyTimeMs: number;
  /** The time of every other document: none should need it. */
  readonly patientTimeMs: number;
  /** Memory of one child process. Reached: `too-large`. */
  readonly maxMemoryBytes: number;
  /** Bytes of all events of one document. Reached: `too-large`. */
  readonly maxOutputBytes: number;
}

/** Handlers that run elsewhere, and the way to end what runs them. */
export interface IsolationUnderTest {
  readonly handlers: readonly Handler[];
  close(): Promise<void>;
}

/** Isolates handlers by their `origin`, which is a file URL, or by chance the name of a package that is not there. */
export type MakeIsolation = (handlers: readonly Handler[], limits: IsolationLimits) => IsolationUnderTest;
