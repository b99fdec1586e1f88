import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Canary, HandlerContext, HandlerEvent, HandlerInfo, Outline, Source } from "@reader/core/handler";
import type { Verb } from "../channel/messages.ts";
import type { HandlerDescription } from "../options/isolatable.ts";
import type { IsolateLimits } from "../options/limits.ts";
import type { ResolvePlace } from "../options/resolve-place.ts";
import { sandboxMode, type SandboxMode } from "../options/sandbox-mode.ts";
import { ownContext, ownSource } from "./documents/own-document.ts";
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
  /** Number of processes that were ended because they could no longer be trusted. */
  readonly condemned: number;
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

/** Creates an isolation without starting a child. */
export function createIsolation(options: IsolationOptions): Isolation {
  const { limits } = options;
  const resolveFrom = resolverOf({ ...options, resolveFrom: options.resolveFrom ?? import.meta.url });
  const childModule = realModule(options.childModule ?? findChild(resolveFrom));
  const pool = new Pool({ limits, childModule, isSandboxed: usesSandbox(sandboxMode(options.sandbox)) });
  const families = createFamilies(resolveFrom, childModule);
  // With pnpm's linker, this package cannot resolve the program's dependencies.
  const isGuessed = options.resolveFrom === undefined;
  const elsewhere = isGuessed ? "; if it is installed, the program should give `isolate` its `resolveFrom`" : "";
  const familyOf = (description: HandlerDescription, { capabilities }: HandlerContext): Family => {
    try {
      return families.of(description, capabilities.images !== undefined);
    } catch (error) {
      throw error instanceof MissingPackage ? missingPackage(error.package, description.name, elsewhere) : error;
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
    get condemned() {
      return pool.condemned;
    },
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
