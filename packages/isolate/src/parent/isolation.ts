import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Canary, HandlerContext, HandlerEvent, HandlerInfo, Outline, Source } from "@reader/core/handler";
import { cleanRecognised, type RecognisableImage, type Recognised, type RecogniseOptions } from "@reader/core/internal";
import { defaultBudget, type MediaType, ReadError, textOnly } from "@reader/core";
import type { Verb } from "../channel/messages.ts";
import type { HandlerDescription, IsolatableRecogniser } from "../options/isolatable.ts";
import type { IsolateLimits } from "../options/limits.ts";
import type { ResolvePlace } from "../options/resolve-place.ts";
import { sandboxMode, type SandboxMode } from "../options/sandbox-mode.ts";
import { RemoteDocument } from "./documents/remote-document.ts";
import { missingPackage } from "./documents/revive-error.ts";
import { originVersion } from "./modules/read-grants.ts";
import { MissingPackage, realModule, resolveModule, resolverOf } from "./modules/resolve-module.ts";
import type { ChildProvider, Visit } from "./processes/child-provider.ts";
import { createFamilies, type Family } from "./processes/family.ts";
import { Pool } from "./processes/pool.ts";
import type { PooledChild } from "./processes/pooled-child.ts";
import { usesSandbox } from "./processes/sandbox.ts";

/** Runs handlers in child processes. */
export interface Isolation {
  /** Throws if the handler's package is not installed. */
  read(description: HandlerDescription, source: Source, context: HandlerContext): AsyncIterator<HandlerEvent, void>;
  info(description: HandlerDescription, source: Source, context: HandlerContext): Promise<HandlerInfo>;
  outline(description: HandlerDescription, source: Source, context: HandlerContext): Promise<Outline>;
  prepare(description: HandlerDescription, takesImages: boolean): void;
  /** Returns the version of the handler's package, if it has one. */
  versionOf(description: HandlerDescription): string | undefined;
  /** Returns how many processes of a handler were condemned since it was first used. */
  condemned(description: HandlerDescription): number;
  /** Ends idle processes. Returns true if there were any. */
  freeIdle(): boolean;
  close(): Promise<void>;
}

/** Options of an isolation. */
export interface IsolationOptions extends Partial<ResolvePlace> {
  readonly limits: IsolateLimits;
  readonly childModule?: string;
  readonly sandbox?: SandboxMode;
}

/** Throws a `ReadError` in Bun, which lacks functions of Node.js that the processes are hardened with. */
export function checkRuntime({ bun }: Readonly<Record<string, string | undefined>>): void {
  if (bun === undefined) return;
  throw new ReadError("unsupported-type", `Bun ${bun} cannot isolate the parsers of documents; it reads text only.`, {
    hint: "Ask the user to start the program with Node.js 22.13 or later, or `reader` with --no-isolate.",
  });
}

/** Creates an isolation without starting a child. */
export function createIsolation(options: IsolationOptions): Isolation {
  const { limits } = options;
  checkRuntime(process.versions);
  const resolveFrom = resolverOf({ ...options, resolveFrom: options.resolveFrom ?? import.meta.url });
  const childModule = realModule(options.childModule ?? findChild(resolveFrom));
  const pool = new Pool({ limits, childModule, isSandboxed: usesSandbox(sandboxMode(options.sandbox)) });
  const families = createFamilies(resolveFrom, childModule);
  // With pnpm's linker, this package cannot resolve the program's dependencies.
  const isGuessed = options.resolveFrom === undefined;
  const elsewhere = isGuessed ? "; if it is installed, the program should give `isolate` its `resolveFrom`" : "";
  const missing = ({ package: name }: MissingPackage, { name: handler, alternative }: HandlerDescription): ReadError =>
    missingPackage(name, handler, { elsewhere, alternative });
  /**
   * The families of each handler, for models with and without images, and how many of their processes were condemned
   * before they read for it. A family may have served another handler.
   */
  const used = new Map<HandlerDescription, Map<Family, number>>();
  const familyOf = (description: HandlerDescription, { capabilities }: HandlerContext): Family => {
    try {
      const family = families.of(description, capabilities.images !== undefined);
      const known = used.get(description) ?? new Map<Family, number>();
      if (!known.has(family)) used.set(description, known.set(family, pool.condemned(family)));
      return family;
    } catch (error) {
      throw error instanceof MissingPackage ? missing(error, description) : error;
    }
  };
  const start = (verb: Verb, description: HandlerDescription, given: Given): RemoteDocument => {
    const provider = createDepot(pool, { family: familyOf(description, given.context), description, limits });
    return new RemoteDocument({ verb, description, limits, askedAt: Date.now(), ...given }, provider);
  };
  return {
    read: (description, source, context) => start("read", description, { source, context }),
    async info(description, source, context) {
      const document = start("info", description, { source, context });
      await document.next();
      return document.description?.info ?? { extents: [], facts: {} };
    },
    async outline(description, source, context) {
      const document = start("outline", description, { source, context });
      await document.next();
      return document.description?.outline ?? { entries: [] };
    },
    prepare(description, takesImages) {
      try {
        pool.warm(families.of(description, takesImages));
      } catch {
        // The first read reports the error.
      }
    },
    versionOf: ({ origin }) => originVersion(origin, resolveFrom),
    condemned: (description) =>
      [...(used.get(description) ?? [])].reduce((sum, [family, before]) => sum + pool.condemned(family) - before, 0),
    freeIdle: () => pool.freeIdle(),
    close: () => pool.close(),
  };
}

interface Given {
  readonly source: Source;
  readonly context: HandlerContext;
}

interface Lodging {
  readonly family: Family;
  readonly description: HandlerDescription;
  readonly limits: IsolateLimits;
}

function createDepot(pool: Pool, { family, description, limits }: Lodging): ChildProvider {
  return {
    acquire(wanted) {
      const request = { family, sinceMs: performance.now(), ...wanted };
      pool.acquire(request);
      return () => pool.forget(request);
    },
    eased: () => pool.serve(),
    left(child, visit) {
      void leave(child, visit).then((isSound) => pool.leave(child, { ...visit, isSound }));
    },
  };

  /** Returns true if the child may read another document. */
  async function leave(child: PooledChild, { isClean, isAltered }: Visit): Promise<boolean> {
    const { canary } = description;
    if (isAltered) return false;
    if (isClean) return true;
    if (canary === undefined || child.isDead) {
      child.isRetiring = true;
      return false;
    }
    child.isTested = true;
    try {
      return await testCanary({ child, description, canary: await canary(), limits });
    } catch {
      child.isRetiring = true;
      return false;
    } finally {
      child.isTested = false;
    }
  }
}

/** The export by which a bundled app finds the child program. */
const subpath = "@reader/isolate/child";

/**
 * Returns the URL of the child program: the compiled one from compiled code, the source from source, and the package's
 * from a bundle.
 */
function findChild(resolveFrom: string): string {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const own = new URL(`../child/child.${extension}`, import.meta.url);
  return existsSync(fileURLToPath(own)) ? own.href : resolveModule(subpath, resolveFrom);
}

/** Maximum time for a canary. A working process is faster. */
const canaryTimeMs = 5000;

/** A canary and the child to test. */
interface CanaryTest {
  readonly child: PooledChild;
  readonly description: HandlerDescription;
  readonly canary: Canary;
  readonly limits: IsolateLimits;
}

/** Reads the canary in a child. Returns true if its text comes out. */
async function testCanary({ child, description, canary, limits }: CanaryTest): Promise<boolean> {
  const { name, mediaType, bytes } = canary;
  const task = {
    verb: "read" as const,
    description,
    source: ownSource({ path: name, name, mediaType, bytes }),
    context: ownContext({ signal: new AbortController().signal, timeMs: canaryTimeMs }),
    limits,
    askedAt: Date.now(),
  };
  const document = new RemoteDocument(task, {
    acquire({ grant }) {
      if (!child.isDead) grant(child);
      return () => undefined;
    },
    eased: () => undefined,
    left: () => undefined,
  });
  return holdsText(document, canary.text);
}

async function holdsText(document: RemoteDocument, expected: string): Promise<boolean> {
  let content = "";
  try {
    for (;;) {
      const step = await document.next();
      if (step.done === true) return content.includes(expected);
      if (step.value.type === "text") content += step.value.text;
    }
  } catch {
    return false;
  }
}

/** A recogniser that runs in child processes. */
export interface RemoteRecogniser {
  /** Number of processes that were ended because they could no longer be trusted. */
  readonly condemned: number;
  recognise(image: RecognisableImage, options: RecogniseOptions): Promise<Recognised>;
  close(): Promise<void>;
}

/** The name of an image in messages. */
const pageImage = { path: "the image of a page", name: "image", mediaType: "application/octet-stream" };

/** Sends an image to a child as a document. Its text is the recognition result as JSON: see `recogniserHandler`. */
export function createRemoteRecogniser(recogniser: IsolatableRecogniser, options: IsolationOptions): RemoteRecogniser {
  const isolation = createIsolation(options);
  const describe = async (): Promise<HandlerDescription> => {
    const { reads, ...origin } = await recogniser.origin();
    return { name: recogniser.name, mediaTypes: [], origin, ...(reads === undefined ? {} : { reads }) };
  };
  let description: HandlerDescription | undefined;
  return {
    get condemned() {
      return description === undefined ? 0 : isolation.condemned(description);
    },
    async recognise(image, { signal }) {
      description ??= await describe();
      const { data, widthPx, heightPx } = image;
      const select = JSON.stringify({ widthPx, heightPx });
      const context = ownContext({ select, signal, timeMs: options.limits.timeMs });
      const events = isolation.read(description, ownSource({ ...pageImage, bytes: data }), context);
      try {
        const { value } = await events.next();
        return cleanRecognised(value?.type === "text" ? JSON.parse(value.text) : undefined);
      } finally {
        await events.return?.();
      }
    },
    close: () => isolation.close(),
  };
}

/** Bytes that this package itself passes to a handler. */
interface OwnBytes {
  /** The name in messages. */
  readonly path: string;
  readonly name: string;
  readonly mediaType: MediaType;
  readonly bytes: Uint8Array;
}

/** Creates a source from bytes. Every result is a copy. */
function ownSource({ path, name, mediaType, bytes }: OwnBytes): Source {
  const slice = (start: number, end: number): Promise<Uint8Array> => Promise.resolve(bytes.slice(start, end));
  return {
    path,
    name,
    size: bytes.length,
    sniff: { mediaType, by: "signature" },
    head: (length) => slice(0, length),
    bytes: () => slice(0, bytes.length),
    slice,
    async *stream({ start, end } = { start: 0 }) {
      yield await slice(start, end ?? bytes.length);
    },
  };
}

/** The options of `ownContext`. */
interface OwnRequest {
  readonly select?: string;
  readonly signal: AbortSignal;
  readonly timeMs: number;
}

/** Creates a context for text only, without nested files. */
function ownContext({ select, signal, timeMs }: OwnRequest): HandlerContext {
  return {
    pages: undefined,
    select,
    view: "text",
    password: undefined,
    capabilities: textOnly,
    budget: { ...defaultBudget, documentTimeMs: timeMs },
    signal,
    nested: () => ({
      [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }),
    }),
  };
}
