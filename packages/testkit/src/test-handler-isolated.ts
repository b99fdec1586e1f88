import type { Handler } from "@reader/core";
import { afterAll, describe, expect, test } from "vitest";
import { collect, type Collected } from "./collect.ts";
import { listFixtures, type Fixture } from "./fixtures.ts";
import type { IsolationUnderTest } from "./misbehaviour/isolation.ts";
import { bitFlips, truncations } from "./odd-bytes.ts";

/** Damaged copies of each fixture, cut and with bits turned over. */
const damagedCopies = 4;

const timeout = 120_000;

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
    test.for(listFixtures(fixtures).flatMap(copiesOf))(
      "gives the same for %s",
      { timeout },
      async ([, name, bytes]) => {
        const [isolated = handler] = isolation.handlers;
        expect(await give(isolated, name, bytes)).toEqual(await give(handler, name, bytes));
      },
    );
  });
}

type Copy = readonly [title: string, name: string, bytes: Uint8Array];

function copiesOf({ name, inputName, bytes }: Fixture): readonly Copy[] {
  const flipped = bitFlips(bytes, { seed: 1, count: damagedCopies });
  return [
    [name, inputName, bytes],
    ...truncations(bytes, damagedCopies).map((cut): Copy => [`${name}, ${cut.length} bytes of it`, inputName, cut]),
    ...flipped.map((copy, index): Copy => [`${name}, damaged copy ${index + 1}`, inputName, copy]),
  ];
}

/** Events, and of an error what a model gets to see of it. */
async function give(handler: Handler, name: string, bytes: Uint8Array): Promise<Pick<Collected, "events" | "error">> {
  const { events, error } = await collect(handler, bytes, { name });
  if (typeof error !== "object" || error === null || !("code" in error) || !("message" in error))
    return { events, error };
  return { events, error: { code: error.code, message: error.message } };
}
