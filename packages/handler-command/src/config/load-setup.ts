import { resolve } from "node:path";
import { shellWord, type Budget, type Handler } from "@reader/core/handler";
import type { HandlerDescription, IsolatedHandlers } from "@reader/isolate";
import type { ModuleEntry } from "./config.ts";
import { inOrder, userHandlers, type ModuleSource } from "./user-handlers.ts";

/** What the command line of a program names beside its own handlers. */
export interface SetupLine {
  /** Modules as they were typed, `./mine.js#mine`. */
  readonly handlers: readonly string[];
  /** Commands as they were typed, `org=pandoc -f org -t gfm`. */
  readonly commands: readonly string[];
  /** A configuration file as it was typed; the user's own where not given, if there is one. */
  readonly config?: string | undefined;
}

/** Where a program runs, and how it treats modules. */
export interface SetupPlace {
  /** The working directory: absolute. */
  readonly directory: string;
  /** Variables that tell where the user's own configuration is; without any, only a file that was named is read. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What a person types before the options and the path to read a file in one process: `reader --no-isolate`. */
  readonly byHand: string;
  /** Creates a handler from a module. Default: in a separate process. */
  readonly make?: (description: HandlerDescription) => Handler;
  /** What a wrong wish is to this program; a `SetupError` where not given. */
  readonly faultOf?: (message: string, hint: string) => Error;
}

/** What a person has set up, loaded. */
export interface LoadedSetup {
  /** The handlers of the person and those of the program, in order of precedence. Throws like `loadSetup`. */
  inOrder(own: readonly Handler[]): readonly Handler[];
  /** Limits that differ from the program's. */
  readonly limits: Partial<Budget>;
  /** Absolute; undefined where no configuration names any. */
  readonly roots: readonly string[] | undefined;
  /** Ends the processes of handlers. */
  close(): Promise<void>;
}

/**
 * Loads the handlers that a command line and a configuration file name, each module in a separate process. Needs
 * `@reader/isolate`.
 */
export async function loadSetup(line: SetupLine, place: SetupPlace): Promise<LoadedSetup> {
  try {
    const loaded = await load(line, place);
    return { ...loaded, inOrder: (own) => orderOf(loaded, own, place) };
  } catch (cause) {
    throw worded(cause, place);
  }
}

function orderOf(loaded: LoadedSetup, own: readonly Handler[], place: SetupPlace): readonly Handler[] {
  try {
    return loaded.inOrder(own);
  } catch (cause) {
    throw worded(cause, place);
  }
}

/** By its brand: `@reader/isolate` has such an error, too. */
function worded(cause: unknown, { faultOf }: SetupPlace): unknown {
  const isOfSetup = cause instanceof Error && "~reader" in cause && cause["~reader"] === "SetupError";
  if (faultOf === undefined || !isOfSetup) return cause;
  return faultOf(cause.message, "hint" in cause ? String(cause.hint) : "");
}

async function load(line: SetupLine, place: SetupPlace): Promise<LoadedSetup> {
  const { findConfigFile } = await import("@reader/isolate");
  const { directory, environment } = place;
  const isolations: IsolatedHandlers[] = [];
  const config = await findConfigFile({ given: line.config, directory, environment });
  const { handlers, commands } = line;
  const wishes = { handlers, commands, directory, ...(config === undefined ? {} : { config }) };
  const setup = await userHandlers(wishes, (entry, from) => loadModule({ entry, from }, place, isolations));
  return {
    inOrder: (own) => inOrder([...setup.handlers, ...own], setup.order),
    limits: setup.limits,
    roots: setup.roots?.map((root) => resolve(config?.directory ?? directory, root)),
    async close() {
      await Promise.all(isolations.map((isolation) => isolation.close()));
    },
  };
}

interface WantedModule {
  readonly entry: ModuleEntry;
  readonly from: ModuleSource;
}

async function loadModule(
  { entry, from }: WantedModule,
  place: SetupPlace,
  isolations: IsolatedHandlers[],
): Promise<Handler> {
  const { isolate, loadThirdParty } = await import("@reader/isolate");
  const byHand = (path: string): string => `${place.byHand} ${from.asOptions} ${shellWord(path)}`;
  const description = await loadThirdParty(entry, { directory: from.directory, byHand });
  if (place.make !== undefined) return place.make(description);
  const isolation = isolate([description]);
  isolations.push(isolation);
  const [handler] = isolation.handlers;
  if (handler === undefined) throw new TypeError("A handler was lost.");
  return handler;
}
