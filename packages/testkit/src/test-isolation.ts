import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createArena, type Arena } from "./misbehaviour/arena.ts";
import type { IsolationLimits, MakeIsolation } from "./misbehaviour/isolation.ts";
import type { Misbehaviour } from "./misbehaviour/cases/misbehaviour.ts";
import { misbehaviours } from "./misbehaviour/cases/table.ts";
import { watchParent, type ParentWatch } from "./misbehaviour/parent-watch.ts";

/** Options of the suite. */
export interface TestIsolationOptions {
  /** The limits that the isolation is given and must keep; small ones where not given, so that the suite is quick. */
  readonly limits?: Partial<IsolationLimits>;
  /** Milliseconds beyond the limits after which an answer does not count any more; 60 000 where not given. */
  readonly graceMs?: number;
  /** Which misbehaviours are tried; all where not given. */
  readonly only?: (misbehaviour: Misbehaviour) => boolean;
}

const megabyte = 1_000_000;

const defaultLimits: IsolationLimits = {
  hastyTimeMs: 700,
  patientTimeMs: 60_000,
  maxMemoryBytes: 320 * megabyte,
  maxOutputBytes: 64 * megabyte,
};

/** Only an isolation with a fault needs it, so it can be long enough for any machine. */
const defaultGraceMs = 60_000;

/** More than all reads of one misbehaviour can take. */
const timeout = 600_000;

/**
 * Registers a suite with vitest that proves an isolation: for every misbehaviour a reader gives one typed answer within
 * its limits, the next read of a sound document is right, and in the end no process and no trace is left.
 */
export function testIsolation(make: MakeIsolation, options: TestIsolationOptions = {}): void {
  const limits = { ...defaultLimits, ...options.limits };
  const graceMs = options.graceMs ?? defaultGraceMs;
  const chosen = misbehaviours.filter(options.only ?? (() => true));
  describe("the isolation", () => {
    let watch: ParentWatch;
    let arena: Arena;
    beforeAll(() => {
      watch = watchParent();
      arena = createArena(make, { limits, graceMs });
    });
    afterAll(() => arena.close(), timeout);
    test.for(chosen.map((each) => [each.name, each] as const))(
      "outlives a handler: %s",
      { timeout },
      async ([, each], { skip }) => {
        const obstacle = arena.obstacleOf(each);
        if (obstacle !== undefined) skip(obstacle);
        expectNone(await arena.faultsOf(each));
        expect(await arena.readSound()).toEqual(await arena.expectedSound());
      },
    );
    test("leaves nothing behind when it is closed", { timeout }, async () => {
      await arena.readSound();
      await arena.close();
      expectNone(await watch.faults(graceMs));
    });
  });
}

/** An error whose message is the sentences: a difference of lists would hide most of them. */
function expectNone(faults: readonly string[]): void {
  if (faults.length > 0) throw new Error(faults.join("\n"));
}
