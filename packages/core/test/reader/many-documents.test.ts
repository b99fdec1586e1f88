import { expect, test } from "vitest";
import { text } from "../../src/contract/events.ts";
import { defineHandler } from "../../src/contract/handler.ts";
import { createSession } from "../../src/read/session.ts";
import { numbered, readerOf } from "./support.ts";

/** More than the documents whose conversions a reader keeps. */
const count = 1100;

const nameOf = (number: number): string => `${number}.doc-test`;

test("a reader of many documents forgets the oldest conversions and still answers rightly", async () => {
  const runs: string[] = [];
  const handler = defineHandler({
    name: "test",
    mediaTypes: ["application/x-test"],
    sniff: (_, name) => (name.endsWith(".doc-test") ? "application/x-test" : undefined),
    async *read(source) {
      runs.push(source.name);
      yield text(`This is ${source.name}.\n`);
    },
  });
  const files = Object.fromEntries(Array.from({ length: count }, (_, at) => [nameOf(at), `content ${at}`]));
  const reader = await readerOf(files, { handlers: [handler] });
  const session = createSession();
  const read = async (number: number) => numbered(await reader.read({ path: nameOf(number) }));
  for (let number = 0; number < count; number += 1) {
    expect(await read(number)).toEqual([[1, `This is ${nameOf(number)}.`]]);
    await reader.read(nameOf(number), { session });
  }
  expect(runs).toHaveLength(count);
  // The last ones are kept, the first ones are converted again.
  await read(count - 1);
  expect(runs).toHaveLength(count);
  expect(await read(0)).toEqual([[1, `This is ${nameOf(0)}.`]]);
  expect(runs.slice(count)).toEqual([nameOf(0)]);
});
