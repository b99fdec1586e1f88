import { resolve } from "node:path";
import type { Budget, Handler } from "@reader/core/handler";
import { shellWord } from "@reader/core/render";
import type { HandlerDescription, IsolatedHandlers } from "@reader/isolate";
import type { ModuleEntry } from "./config.ts";
import { inOrder, type ModuleSource, userHandlers } from "./user-handlers.ts";

/** The handlers and configuration that a command line names. */
export interface SetupLine {
  /** Modules as typed: `./mine.js#mine`. */
  readonly handlers: readonly string[];
  /** Commands as typed: `org=pandoc -f org -t gfm`. */
  readonly commands: readonly string[];
  /** The configuration file as typed. Default: the user's own, if there is one. */
  readonly config?: string | undefined;
  /** A JSON file of limits as typed, which take precedence over those of the configuration file. */
  readonly limits?: string | undefined;
}

/** The environment of a program, and how it loads modules. */
export interface SetupPlace {
  /** The working directory, as an absolute path. */
  readonly directory: string;
  /** Environment variables that locate the user's configuration. Without them, only a named file is read. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The command for reading a file in one process: `reader --no-isolate`. */
  readonly byHand: string;
  /** Creates a handler from a module. Default: in a separate process. */
  readonly make?: (description: HandlerDescription) => Handler;
  /** Creates the error for an invalid option. Default: a `SetupError`. */
  readonly faultOf?: (message: string, hint: string) => Error;
}

/** The loaded setup of a user. */
export interface LoadedSetup {
  /** Returns the user's handlers and the program's, in order of precedence. Throws like `loadSetup`. */
  inOrder(own: readonly Handler[]): readonly Handler[];
  /** Limits that differ from the program's. */
  readonly limits: Partial<Budget>;
  /** Absolute paths. `undefined` if no configuration names any. */
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

/** Checked by brand, because `@reader/isolate` has its own class. */
function worded(cause: unknown, { faultOf }: SetupPlace): unknown {
  const isOfSetup = cause instanceof Error && "~reader" in cause && cause["~reader"] === "SetupError";
  if (faultOf === undefined || !isOfSetup) return cause;
  return faultOf(cause.message, "hint" in cause ? String(cause.hint) : "");
}

async function load(line: SetupLine, place: SetupPlace): Promise<LoadedSetup> {
  const { findConfigFile } = await import("@reader/isolate");
  const { directory, environment } = place;
  const isolations: IsolatedHandlers[] = [];
  const { handlers, commands, limits: given } = line;
  const config = await findConfigFile({ given: line.config, directory, environment });
  const limits = given === undefined ? undefined : await findConfigFile({ given, directory, environment });
  const wishes = {
    handlers,
    commands,
    directory,
    ...(config === undefined ? {} : { config }),
    ...(limits === undefined ? {} : { limits }),
  };
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
