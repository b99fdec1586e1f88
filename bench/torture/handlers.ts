// @boundaries-ignore the handlers of the command line are what users have, and are listed nowhere else
import { csv, formats, inThisProcess } from "../../apps/cli/src/handlers/handlers.ts";
import type { Handler } from "@reader/core";
import { isolate } from "@reader/isolate";

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

/** All handlers of the command line, with its isolation. */
export const createHandlers: CreateHandlers = ({ isInProcess, maxProcesses }) => {
  const resolveFrom = new URL("../../apps/cli/src/handlers/handlers.ts", import.meta.url).href;
  const isolation = isolate(formats, { resolveFrom, limits: { maxProcesses } });
  const own = formats.map((format, at) => {
    const isolated = isolation.handlers[at];
    if (isolated === undefined) throw new Error("An isolation lacks a handler.");
    if (!isInProcess || alwaysIsolated.has(format.name)) return isolated;
    return "specVersion" in format ? format : inThisProcess(format);
  });
  return { handlers: [...own, inThisProcess(csv)], close: () => isolation.close() };
};
