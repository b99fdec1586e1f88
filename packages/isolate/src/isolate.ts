import type {
  Capabilities,
  Handler,
  HandlerContext,
  HandlerEvent,
  HandlerInfo,
  Outline,
  Source,
} from "@reader/core/handler";
import type { HandlerDescription, IsolatableHandler } from "./options/isolatable.ts";
import { resolveLimits, type IsolateLimits, type RaisedBudget } from "./options/limits.ts";
import type { ResolvePlace } from "./options/resolve-place.ts";
import { type SandboxMode, sandboxMode, type SandboxReport } from "./options/sandbox-mode.ts";
import type { Isolation } from "./parent/isolation.ts";

/** Options for `isolate`. */
export interface IsolateOptions extends Partial<ResolvePlace> {
  readonly limits?: Partial<IsolateLimits>;
  /** The reader's budget. Larger file limits raise the limits of the processes, with memory in proportion. */
  readonly budget?: RaisedBudget;
  /** File URL of the child program, for builds that move this package's code. */
  readonly childModule?: string;
  /** Whether processes run in an operating-system sandbox. Default: the environment variable `READER_SANDBOX`. */
  readonly sandbox?: SandboxMode;
}

/** Handlers with the same contract, each run in a child process that can be killed. */
export interface IsolatedHandlers {
  readonly handlers: readonly Handler[];
  /**
   * Starts the process of a handler before its first document. Never fails. `capabilities` are those of the later read;
   * a model that takes images may need another process.
   */
  prepare(handlerName: string, capabilities?: Pick<Capabilities, "images">): void;
  /** Ends all child processes; later reads start new ones. */
  close(): Promise<void>;
}

/**
 * Wraps handlers so that they run in pooled child processes. Starts nothing and loads nothing more before the first
 * document. Throws a `TypeError` for a handler without an origin.
 */
export function isolate(handlers: readonly IsolatableHandler[], options: IsolateOptions = {}): IsolatedHandlers {
  const descriptions = handlers.map(describe);
  let loading: Promise<Isolation> | undefined;
  const load = (): Promise<Isolation> => (loading ??= start(options));
  return {
    handlers: descriptions.map((description, index) => isolated(description, handlers[index], load)),
    prepare(handlerName, capabilities = {}) {
      const description = descriptions.find(({ name }) => name === handlerName);
      // An error at the start is reported by the read that needs the process.
      if (description === undefined) return;
      const takesImages = capabilities.images !== undefined;
      load().then((isolation) => isolation.prepare(description, takesImages), ignore);
    },
    async close() {
      const isolation = await loading?.catch(ignore);
      await isolation?.close();
    },
  };
}

function ignore(): undefined {
  return undefined;
}

async function start(options: IsolateOptions): Promise<Isolation> {
  const { createIsolation } = await import("./parent/isolation.ts");
  return createIsolation({ ...options, limits: resolveLimits(options.limits, options.budget) });
}

function describe(handler: IsolatableHandler): HandlerDescription {
  const { name, mediaTypes, origin } = handler;
  const own = wordsOf(handler);
  const isWhole = "specVersion" in handler;
  const needs = isWhole ? outliningOf(handler) : handler;
  if (origin !== undefined) return { ...needs, name, mediaTypes, origin, ...own };
  throw new TypeError(`Handler "${name}" has no origin, so no other process can make it: give it one, or run it here.`);
}

function outliningOf(handler: Handler): Pick<HandlerDescription, "outlines"> {
  return handler.outline === undefined ? {} : { outlines: true };
}

/** Returns the parts of a handler that run in this process. */
function wordsOf(handler: IsolatableHandler): Partial<HandlerDescription> {
  const { sniff, annotate, textByDefault, tables, outlinesOnly, version, byHand, canary } = handler;
  return {
    ...(textByDefault === undefined ? {} : { textByDefault }),
    ...(tables === undefined ? {} : { tables }),
    ...(outlinesOnly === undefined ? {} : { outlinesOnly }),
    ...(sniff === undefined ? {} : { sniff }),
    ...(annotate === undefined ? {} : { annotate }),
    ...(version === undefined ? {} : { version }),
    ...(byHand === undefined ? {} : { byHand }),
    ...(canary === undefined ? {} : { canary }),
  };
}

function isolated(
  description: HandlerDescription,
  original: IsolatableHandler | undefined,
  start: () => Promise<Isolation>,
): Handler {
  const { name, mediaTypes, origin } = description;
  let isolation: Isolation | undefined;
  const load = async (): Promise<Isolation> => (isolation = await start());
  const hasInfo = original === undefined || !("read" in original) || original.info !== undefined;
  return Object.freeze({
    specVersion: 1 as const,
    name,
    mediaTypes,
    origin,
    ...wordsOf(description),
    // Used after a handler failed, so the isolation is loaded by then.
    get version() {
      return description.version ?? isolation?.versionOf(description);
    },
    get condemned() {
      return isolation?.condemned(description) ?? 0;
    },
    freeIdle: () => isolation?.freeIdle() ?? false,
    read: (source: Source, context: HandlerContext): AsyncIterable<HandlerEvent> =>
      lazily(async () => (await load()).read(description, source, context)),
    ...(hasInfo
      ? {
          info: async (source: Source, context: HandlerContext): Promise<HandlerInfo> =>
            (await load()).info(description, source, context),
        }
      : {}),
    ...(description.outlines === true
      ? {
          outline: async (source: Source, context: HandlerContext): Promise<Outline> =>
            (await load()).outline(description, source, context),
        }
      : {}),
  });
}

/**
 * Creates the iterator when the first event is requested. Unlike with a generator, `return` never waits for a pending
 * `next`.
 */
function lazily(make: () => Promise<AsyncIterator<HandlerEvent, void>>): AsyncIterable<HandlerEvent> {
  return {
    [Symbol.asyncIterator]() {
      let iterator: Promise<AsyncIterator<HandlerEvent, void>> | undefined;
      let isOver = false;
      const done = { done: true, value: undefined } as const;
      return {
        async next() {
          if (isOver) return done;
          iterator ??= make();
          return (await iterator).next();
        },
        async return() {
          isOver = true;
          await (await iterator)?.return?.();
          return done;
        },
      };
    },
  };
}

/** The protections of handler processes on this machine. */
export interface ProtectionReport {
  /** True if this runtime applies the permission model of Node.js: Deno accepts its flags, and ignores them. */
  readonly permissions: boolean;
  readonly sandbox: SandboxReport;
  /** The requested mode. With `bwrap`, reads fail if the sandbox does not work. */
  readonly mode: SandboxMode;
  /** True if processes of this program run in the sandbox. */
  readonly isSandboxed: boolean;
}

/**
 * Reports the protections of handler processes on this machine. Starts a process to find out. Rejects with a
 * `ReadError` if the environment names an unknown mode.
 */
export async function reportProtections(given?: SandboxMode): Promise<ProtectionReport> {
  const mode = sandboxMode(given);
  const { probeSandbox } = await import("./parent/processes/sandbox.ts");
  const sandbox = probeSandbox();
  const permissions = process.versions["deno"] === undefined && process.allowedNodeEnvironmentFlags.has("--permission");
  return { permissions, sandbox, mode, isSandboxed: mode !== "off" && sandbox.state === "works" };
}
