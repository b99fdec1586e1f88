import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { HandlerContext, HandlerEvent, HandlerInfo, Outline, Source } from "@reader/core/handler";
import type { Verb } from "../channel/messages.ts";
import type { Canary, HandlerDescription } from "../options/isolatable.ts";
import type { IsolateLimits } from "../options/limits.ts";
import { sandboxMode, type SandboxMode } from "../options/sandbox-mode.ts";
import { ownContext, ownSource } from "./documents/own-document.ts";
import { RemoteDocument } from "./documents/remote-document.ts";
import { missingPackage } from "./documents/revive-error.ts";
import { originVersion } from "./modules/read-grants.ts";
import { MissingPackage, realModule, resolveModule } from "./modules/resolve-module.ts";
import type { Depot, Visit } from "./processes/depot.ts";
import { createFamilies, type Family } from "./processes/family.ts";
import { Pool } from "./processes/pool.ts";
import type { PooledChild } from "./processes/pooled-child.ts";
import { usesSandbox } from "./processes/sandbox.ts";

/** Runs handlers in children. */
export interface Isolation {
  /** Throws where the handler's package is not installed. */
  read(description: HandlerDescription, source: Source, context: HandlerContext): AsyncIterator<HandlerEvent, void>;
  info(description: HandlerDescription, source: Source, context: HandlerContext): Promise<HandlerInfo>;
  outline(description: HandlerDescription, source: Source, context: HandlerContext): Promise<Outline>;
  prepare(description: HandlerDescription, takesImages: boolean): void;
  /** The version of the package that a handler comes from; undefined where it tells none. */
  versionOf(description: HandlerDescription): string | undefined;
  /** How many processes were ended because they could not be trusted any more. */
  readonly condemned: number;
  /** Ends the processes without documents; returns whether there was one. */
  freeIdle(): boolean;
  close(): Promise<void>;
}

/** What an isolation works with. */
export interface IsolationOptions {
  readonly limits: IsolateLimits;
  readonly resolveFrom?: string;
  readonly childModule?: string;
  readonly sandbox?: SandboxMode;
}

/** No child is started yet. */
export function createIsolation(options: IsolationOptions): Isolation {
  const { limits, resolveFrom = import.meta.url } = options;
  const childModule = realModule(options.childModule ?? findChild(resolveFrom));
  const pool = new Pool({ limits, childModule, isSandboxed: usesSandbox(sandboxMode(options.sandbox)) });
  const families = createFamilies(resolveFrom, childModule);
  // With a linker such as pnpm's, this package does not see what the program depends on.
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
    const depot = createDepot(pool, { family: familyOf(description, given.context), description, limits });
    return new RemoteDocument({ verb, description, limits, askedAt: Date.now(), ...given }, depot);
  };
  return {
    read: (description, source, context) => start("read", description, { source, context }),
    async info(description, source, context) {
      const document = start("info", description, { source, context });
      await document.next();
      return document.told?.info ?? { extents: [], facts: {} };
    },
    async outline(description, source, context) {
      const document = start("outline", description, { source, context });
      await document.next();
      return document.told?.outline ?? { entries: [] };
    },
    prepare(description, takesImages) {
      try {
        pool.warm(families.of(description, takesImages));
      } catch {
        // The first read will say what is wrong.
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

function createDepot(pool: Pool, { family, description, limits }: Lodging): Depot {
  return {
    acquire(wanted) {
      const wish = { family, sinceMs: performance.now(), ...wanted };
      pool.acquire(wish);
      return () => pool.forget(wish);
    },
    eased: () => pool.serve(),
    left(child, visit) {
      void leave(child, visit).then((isSound) => pool.leave(child, { ...visit, isSound }));
    },
  };

  /** Whether the child may read another document. */
  async function leave(child: PooledChild, { isClean }: Visit): Promise<boolean> {
    const { canary } = description;
    if (isClean) return true;
    if (canary === undefined || child.isDead) {
      child.isRetiring = true;
      return false;
    }
    child.isTested = true;
    try {
      const made = typeof canary === "function" ? await canary() : canary;
      return await testCanary({ child, description, canary: made, limits });
    } catch {
      child.isRetiring = true;
      return false;
    } finally {
      child.isTested = false;
    }
  }
}

/** How an app whose bundle holds this module, and not the child's, finds it: by the `exports` of this package. */
const subpath = "@reader/isolate/child";

/** The program of a child: compiled beside compiled, source beside source; for a bundle the one of the package. */
function findChild(resolveFrom: string): string {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const own = new URL(`../child/child.${extension}`, import.meta.url);
  return existsSync(fileURLToPath(own)) ? own.href : resolveModule(subpath, resolveFrom);
}

/** A sound document is read in less, or the process is not sound. */
const canaryTimeMs = 5000;

/** What a canary is read with. */
interface CanaryTest {
  readonly child: PooledChild;
  readonly description: HandlerDescription;
  readonly canary: Canary;
  readonly limits: IsolateLimits;
}

/** Reads the canary in a child, and tells whether its text came out. */
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
