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

/** Options of `testHandler`. */
export interface TestHandlerOptions {
  /** The compiled file named in the package's `exports`, to check what importing it loads. Not checked by default. */
  readonly entry?: URL | string;
  /** Maximum number of the package's own files that importing the entry may load. Default: 8. */
  readonly maxModules?: number;
  /** Names of packages that importing the entry may load besides the core. Default: none. */
  readonly allowed?: readonly string[];
  /** Maximum milliseconds until the next event, and then again until the handler reacts to an abort. Default: 60 000. */
  readonly graceMs?: number;
}

/** Only faulty handlers and isolations need it, so it can be long enough for any machine. */
const defaultGraceMs = 60_000;

/** Milliseconds for one test, which may run a handler some hundred times. Longer than any machine needs. */
const timeout = 600_000;

/**
 * Registers the conformance suite of a handler with vitest: the rules of the contract on sound, damaged and foreign
 * input, and one golden test for each folder in `fixtures` (`input.*`, `request.json`, `expected.txt`). With
 * `UPDATE_GOLDENS=1` in the environment, writes the goldens. Throws if the folder is missing.
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
function budgetsOf({ entry, maxModules, allowed }: TestHandlerOptions): readonly ImportBudget[] {
  if (entry === undefined) return [];
  return [
    { entry, ...(maxModules === undefined ? {} : { maxModules }), ...(allowed === undefined ? {} : { allowed }) },
  ];
}

/** Throws an error that lists the violations. A diff of lists would hide most of them. */
function expectNone(violations: readonly string[]): void {
  if (violations.length > 0) throw new Error(violations.join("\n"));
}

/** Maximum number of truncated copies of each fixture, and of copies with a flipped bit. */
const maxDamagedCopies = 4;

/** The same of all fixtures. Each failure costs a process. */
const damagedInAll = 12;

/**
 * Registers a suite with vitest that proves that an isolated handler yields the same events and errors as in this
 * process, on every fixture, an empty file, and truncated and damaged copies. `make` isolates the handler.
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
    test.for(copiesOf(cases))("yields the same for %s", { timeout }, async ([, name, bytes]) => {
      const [isolated = handler] = isolation.handlers;
      expect(await resultOf(isolated, name, bytes)).toEqual(await resultOf(handler, name, bytes));
    });
    test.for(handler.outline === undefined ? [] : cases.map((fixture) => [fixture.name, fixture] as const))(
      "outlines %s the same way",
      { timeout },
      async ([, { inputName, bytes }]) => {
        const [isolated = handler] = isolation.handlers;
        expect(await outlineIn(isolated, inputName, bytes)).toEqual(await outlineIn(handler, inputName, bytes));
      },
    );
  });
}

type Copy = readonly [title: string, name: string, bytes: Uint8Array];

/** Returns all fixtures, one empty file, and damaged copies of fixtures from the whole list. */
function copiesOf(cases: readonly Fixture[]): readonly Copy[] {
  const chosen = Math.min(cases.length, damagedInAll);
  const count = Math.min(maxDamagedCopies, Math.floor(damagedInAll / Math.max(1, chosen)));
  const damaged = new Set(Array.from({ length: chosen }, (_, at) => Math.floor((at * cases.length) / chosen)));
  const empty = cases
    .slice(0, 1)
    .map(({ inputName }): Copy => ["an empty file", `empty-${inputName}`, new Uint8Array()]);
  return [
    ...empty,
    ...cases.flatMap((fixture, at) => copiesOfOne(fixture, { count: damaged.has(at) ? count : 0, at })),
  ];
}

function copiesOfOne(
  { name, inputName, bytes }: Fixture,
  { count, at }: { count: number; at: number },
): readonly Copy[] {
  // Another seed for each, or the same part of all files would be damaged.
  const flipped = bitFlips(bytes, { seed: at + 1, count });
  const cuts = truncations(bytes, count + 1).filter(({ length }) => length > 0);
  // Each has a name of its own. What a file of the same name gives cannot be said for all handlers: some keep parts of a file
  // by the checksums that it claims, until their process is replaced, and so give the sound text for the damaged one.
  return [
    [name, inputName, bytes],
    ...cuts.map((cut): Copy => [`${name}, first ${cut.length} bytes`, `${cut.length}-${inputName}`, cut]),
    ...flipped.map((copy, index): Copy => [
      `${name}, damaged copy ${index + 1}`,
      `copy-${index + 1}-${inputName}`,
      copy,
    ]),
  ];
}

/** Returns the events, and the part of an error that a model sees. */
async function resultOf(handler: Handler, name: string, bytes: Uint8Array): Promise<Comparable> {
  const { events, error } = await collect(handler, bytes, { name });
  if (typeof error !== "object" || error === null || !("code" in error) || !("message" in error))
    return { events: joined(events), error };
  return { events: joined(events), error: { code: error.code, message: error.message } };
}

/** Returns an outline as cleaned by the core, or the code of the error. */
async function outlineIn(handler: Handler, name: string, bytes: Uint8Array): Promise<Outline | string | undefined> {
  try {
    const outline = await handler.outline?.(memorySource(name, bytes), mockContext());
    return outline === undefined ? undefined : cleanOutline(outline);
  } catch (error) {
    return ReadError.is(error) ? error.code : String(error);
  }
}

interface Comparable extends Pick<Collected, "error"> {
  readonly events: readonly object[];
}

/** Joins the text events of each place, because a handler may split text at chunk boundaries. */
function joined(events: readonly HandlerEvent[]): readonly object[] {
  const all: HandlerEvent[] = [];
  for (const event of events) {
    const last = all.at(-1);
    if (event.type === "text" && last?.type === "text" && isDeepStrictEqual(last.at, event.at)) {
      all[all.length - 1] = { ...last, text: last.text + event.text };
    } else all.push(event);
  }
  return all.map(withPlainBytes);
}

/** Bytes of another kind of array are the same content, and Base64 is compared a thousand times faster than elements. */
function withPlainBytes(event: HandlerEvent): object {
  if (!("data" in event)) return event;
  const { buffer, byteOffset, byteLength } = event.data;
  return { ...event, data: Buffer.from(buffer, byteOffset, byteLength).toString("base64") };
}

/** Options of `testIsolation`. */
export interface TestIsolationOptions {
  /** Limits that the isolation must enforce. Small by default, so that the suite is fast. */
  readonly limits?: Partial<IsolationLimits>;
  /** Milliseconds after the limits at which an answer is too late. Default: 60 000. */
  readonly graceMs?: number;
  /** Selects misbehaviours. Default: all. */
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
 * Registers a suite with vitest that proves an isolation: for every misbehaviour, a reader returns one typed answer
 * within its limits, the next read of a valid document is correct, and no process or other trace is left at the end.
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
