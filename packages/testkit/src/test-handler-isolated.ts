import { isDeepStrictEqual } from "node:util";
import { ReadError, type Handler, type Outline } from "@reader/core";
import type { HandlerEvent } from "@reader/core/handler";
import { cleanOutline } from "@reader/core/internal";
import { afterAll, describe, expect, test } from "vitest";
import { collect, type Collected } from "./run/collect.ts";
import { listFixtures, type Fixture } from "./run/fixtures.ts";
import type { IsolationUnderTest } from "./misbehaviour/isolation.ts";
import { memorySource } from "./memory/memory-source.ts";
import { mockContext } from "./run/mock-context.ts";
import { bitFlips, truncations } from "./bytes/odd-bytes.ts";

/** The most damaged copies of each fixture, cut and with bits turned over; where there are many fixtures, one each. */
const maxDamagedCopies = 4;

/** About so many in all: each failure costs a process. */
const damagedInAll = 40;

/** More than any machine needs for one document. */
const timeout = 600_000;

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
