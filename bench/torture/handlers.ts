import type { Handler } from "@reader/core";
import { isolatedHandlers, localHandlers } from "@reader/handlers";

/** Handlers to be tortured. */
export interface HandlersUnderTest {
  readonly handlers: readonly Handler[];
  readonly close: () => Promise<void>;
}

/** How handlers are made. */
export interface HandlerOptions {
  /** True to run handlers whose code is JavaScript only in this process: quicker, but nothing can interrupt them. */
  readonly isInProcess: boolean;
  /** Children at once. With one, the sound file of a batch is read by the child that read the damaged ones. */
  readonly maxProcesses: number;
}

/** Creates handlers. A module that is named on the command line exports a function of this type as `createHandlers`. */
export type CreateHandlers = (options: HandlerOptions) => HandlersUnderTest;

/** Handlers with native code or a large WebAssembly engine, which stay in processes of their own. */
const alwaysIsolated: ReadonlySet<string> = new Set(["pdf", "image", "outline"]);

/** All handlers of the programs, with their isolation. */
export const createHandlers: CreateHandlers = ({ isInProcess, maxProcesses }) => {
  const isolation = isolatedHandlers({ limits: { maxProcesses } });
  const local = new Map(localHandlers().map((each) => [each.name, each]));
  const handlers = isolation.handlers.map((each) =>
    isInProcess && !alwaysIsolated.has(each.name) ? (local.get(each.name) ?? each) : each,
  );
  return { handlers, close: () => isolation.close() };
};
