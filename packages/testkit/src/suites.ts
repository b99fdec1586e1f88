import { isDeepStrictEqual } from "node:util";
import { type Handler, type Outline, ReadError } from "@reader/core";
import type { HandlerEvent } from "@reader/core/handler";
import { cleanOutline } from "@reader/core/internal";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bitFlips, truncations } from "./bytes/odd-bytes.ts";
import { handlerChecks } from "./checks/all.ts";
import { type ImportBudget, importViolations } from "./checks/imports.ts";
import { memorySource } from "./memory/memory-source.ts";
import {
  type Arena,
  createArena,
  type IsolationLimits,
  type IsolationUnderTest,
  type MakeIsolation,
} from "./misbehaviour/arena.ts";
import type { Misbehaviour } from "./misbehaviour/cases/misbehaviour.ts";
import { misbehaviours } from "./misbehaviour/cases/table.ts";
import { type ParentWatch, watchParent } from "./misbehaviour/parent-watch.ts";
import { collect, type Collected } from "./run/collect.ts";
import { type Fixture, listFixtures } from "./run/fixtures.ts";
import { compareGolden, isGoldenUpdate, renderGolden } from "./run/golden.ts";
import { mockContext } from "./run/mock-context.ts";

/** Options of a suite. */
export interface TestHandlerOptions {
  /** The compiled file that the package's `exports` name, to check what importing it loads. Not checked without. */
  readonly entry?: URL | string;
  /** Files of the package's own that importing the entry may load; 8 where not given. */
  readonly maxModules?: number;
  /** Milliseconds a handler has for its next event, and again to answer to the abort signal; 60 000 where not given. */
  readonly graceMs?: number;
}

/** Only a handler that hangs needs it, so it can be long enough for any machine. */
const defaultGraceMs = 60_000;

/** Milliseconds for one test, which may run a handler some hundred times. Longer than any machine needs. */
const timeout = 600_000;

/**
 * Registers the conformance suite of a handler with vitest: the rules of the contract on sound, damaged and foreign
 * input, and one golden test for each folder in `fixtures` (`input.*`, `request.json`, `expected.txt`). With
 * `UPDATE_GOLDENS=1` in the environment the goldens are written. Throws where the folder is missing.
 */
export function testHandler(handler: Handler, fixtures: URL | string, options: TestHandlerOptions = {}): void {
  const cases = listFixtures(fixtures);
  const isUpdate = isGoldenUpdate(process.env);
  const subject = { handler, fixtures: cases, graceMs: options.graceMs ?? defaultGraceMs };
  describe(`the handler ${handler.name}`, () => {
    test("has at least one fixture", () => {
      expect(cases.map(({ name }) => name)).not.toEqual([]);
    });
    test.for(handlerChecks.map((check) => [check.title, check] as const))("%s", { timeout }, async ([, check]) => {
      expectNone(await check.violations(subject));
    });
    test.for(budgetsOf(options))("loads no engine when it is imported", { timeout }, async (budget) => {
      expectNone(await importViolations(budget));
    });
    test.for(cases.map((fixture) => [fixture.name, fixture] as const))(
      "reads the fixture %s as expected",
      async ([, fixture]) => {
        const { actual, expected } = await compareGolden(handler, fixture, { render: renderGolden, isUpdate });
        expect(actual).toBe(expected);
      },
    );
  });
}

/** Skipped if no entry file is given. */
function budgetsOf({ entry, maxModules }: TestHandlerOptions): readonly ImportBudget[] {
  if (entry === undefined) return [];
  return [{ entry, ...(maxModules === undefined ? {} : { maxModules }) }];
}

/** An error whose message is the sentences: a difference of lists would hide most of them. */
function expectNone(violations: readonly string[]): void {
  if (violations.length > 0) throw new Error(violations.join("\n"));
}

/** The most damaged copies of each fixture, cut and with bits turned over; where there are many fixtures, one each. */
const maxDamagedCopies = 4;

/** About so many in all: each failure costs a process. */
const damagedInAll = 40;

/**
 * Registers a suite with vitest that proves that a handler gives the same elsewhere as in this process: the same
 * events and the same errors, on every fixture, sound, cut and damaged. `make` isolates the handler.
 */
export function testHandlerIsolated(
  handler: Handler,
  fixtures: URL | string,
  make: (handlers: readonly Handler[]) => IsolationUnderTest,
): void {
  describe(`the handler ${handler.name}, isolated`, () => {
    const isolation = make([handler]);
    afterAll(() => isolation.close());
    const cases = listFixtures(fixtures);
    const count = Math.min(maxDamagedCopies, Math.max(1, Math.floor(damagedInAll / cases.length)));
    test.for(cases.flatMap((fixture) => copiesOf(fixture, count)))(
      "gives the same for %s",
      { timeout },
      async ([, name, bytes]) => {
        const [isolated = handler] = isolation.handlers;
        expect(await give(isolated, name, bytes)).toEqual(await give(handler, name, bytes));
      },
    );
    test.for(handler.outline === undefined ? [] : cases.map((fixture) => [fixture.name, fixture] as const))(
      "outlines %s alike",
      { timeout },
      async ([, { inputName, bytes }]) => {
        const [isolated = handler] = isolation.handlers;
        expect(await outlineIn(isolated, inputName, bytes)).toEqual(await outlineIn(handler, inputName, bytes));
      },
    );
  });
}

type Copy = readonly [title: string, name: string, bytes: Uint8Array];

function copiesOf({ name, inputName, bytes }: Fixture, count: number): readonly Copy[] {
  const flipped = bitFlips(bytes, { seed: 1, count });
  return [
    [name, inputName, bytes],
    ...truncations(bytes, count).map((cut): Copy => [`${name}, ${cut.length} bytes of it`, inputName, cut]),
    ...flipped.map((copy, index): Copy => [`${name}, damaged copy ${index + 1}`, inputName, copy]),
  ];
}

/** Events, and of an error what a model gets to see of it. */
async function give(handler: Handler, name: string, bytes: Uint8Array): Promise<Pick<Collected, "events" | "error">> {
  const { events, error } = await collect(handler, bytes, { name });
  if (typeof error !== "object" || error === null || !("code" in error) || !("message" in error))
    return { events: joined(events), error };
  return { events: joined(events), error: { code: error.code, message: error.message } };
}

/** An outline as the core takes it, which makes its entries anew as an isolation does, or the code of the error. */
async function outlineIn(handler: Handler, name: string, bytes: Uint8Array): Promise<Outline | string | undefined> {
  try {
    const outline = await handler.outline?.(memorySource(name, bytes), mockContext());
    return outline === undefined ? undefined : cleanOutline(outline);
  } catch (error) {
    return ReadError.is(error) ? error.code : String(error);
  }
}

/** Text of one place as one event: where a handler cuts it may follow the pieces in which its bytes came. */
function joined(events: readonly HandlerEvent[]): readonly HandlerEvent[] {
  const all: HandlerEvent[] = [];
  for (const event of events) {
    const last = all.at(-1);
    if (event.type === "text" && last?.type === "text" && isDeepStrictEqual(last.at, event.at)) {
      all[all.length - 1] = { ...last, text: last.text + event.text };
    } else all.push(event);
  }
  return all;
}

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
