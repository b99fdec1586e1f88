import type { HandlerContext, HandlerEvent, HandlerInfo, Outline, Source } from "@reader/core/handler";
import type { Verb } from "../channel/messages.ts";
import type { HandlerDescription } from "../isolatable.ts";
import type { IsolateLimits } from "../limits.ts";
import type { Depot, Visit } from "./processes/depot.ts";
import { createFamilies, type Family } from "./processes/family.ts";
import { Pool } from "./processes/pool.ts";
import type { PooledChild } from "./processes/pooled-child.ts";
import { originVersion } from "./modules/origin-version.ts";
import { realModule } from "./modules/real-module.ts";
import { RemoteDocument } from "./documents/remote-document.ts";
import { MissingPackage } from "./modules/resolve-module.ts";
import { findChild } from "./find-child.ts";
import { missingPackage } from "./documents/revive-error.ts";
import { sandboxMode, type SandboxMode } from "../sandbox.ts";
import { usesSandbox } from "./processes/sandbox.ts";
import { testCanary } from "./test-canary.ts";

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
