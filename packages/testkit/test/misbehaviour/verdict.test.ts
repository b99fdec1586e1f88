import { createReader, ReadError, type ReadOutcome } from "@reader/core";
import { defineHandler, type HandlerEvent } from "@reader/core/handler";
import { describe, expect, test } from "vitest";
import { memoryFileSystem } from "../../src/index.ts";
import { endingOf, outcomeFaults } from "../../src/misbehaviour/arena.ts";
import type { ExpectedOutcome, Misbehaviour } from "../../src/misbehaviour/cases/misbehaviour.ts";

const before = { type: "text", text: "Before the misbehaviour, in process 1.\n" } as const;

function misbehaviourWith(expected: ExpectedOutcome): Misbehaviour {
  return { name: "one", family: "some", does: "Does something.", expected };
}

/** Returns the outcome of a read with these events and this error. */
async function outcomeOf(events: readonly HandlerEvent[], error?: unknown): Promise<ReadOutcome> {
  const handler = defineHandler({
    name: "some",
    mediaTypes: ["text/x-some"],
    sniff: () => "text/x-some",
    async *read() {
      yield* events;
      if (error !== undefined) throw error;
    },
  });
  const fileSystem = memoryFileSystem({ entries: { "/files/a.some": "anything" } });
  return createReader({ handlers: [handler], roots: ["/files"], fileSystem }).read("/files/a.some");
}

const broken = { endings: ["handler-failed"] } as const;

describe("the verdict on an outcome", () => {
  test("accepts a valid error after the content before it", async () => {
    const outcome = await outcomeOf([before], new Error("it broke"));
    expect(endingOf(outcome)).toBe("handler-failed");
    expect(outcomeFaults(misbehaviourWith(broken), outcome)).toEqual([]);
  });

  test("reports an invalid ending", async () => {
    const outcome = await outcomeOf([before], new ReadError("corrupt", "It is bent."));
    expect(outcomeFaults(misbehaviourWith(broken), outcome)).toEqual([
      "it ended with corrupt instead of handler-failed, saying: It is bent.",
    ]);
  });

  test("reports an answer instead of an error", async () => {
    const outcome = await outcomeOf([before]);
    expect(outcomeFaults(misbehaviourWith(broken), outcome)).toEqual([
      "it ended with answered instead of handler-failed",
    ]);
  });

  test("reports lost content, unless none is required", async () => {
    const outcome = await outcomeOf([], new Error("it broke"));
    expect(outcomeFaults(misbehaviourWith(broken), outcome)).toEqual(["the line before the misbehaviour was lost"]);
    expect(outcomeFaults(misbehaviourWith({ ...broken, keeps: "nothing" }), outcome)).toEqual([]);
  });

  test("checks text that must and that must not occur", async () => {
    const outcome = await outcomeOf([before, { type: "text", text: "A secret.\n" }]);
    const expected = { endings: ["answered"], matches: /wanted/, lacks: /secret/ } as const;
    expect(outcomeFaults(misbehaviourWith(expected), outcome)).toEqual([
      expect.stringContaining("/wanted/ is not in:"),
      expect.stringContaining("/secret/ is in:"),
    ]);
  });

  test.for([
    ["a path of this machine", { message: "open /home/user/a.txt failed" }, "the error reveals the host"],
    ["a stack", { message: "It broke.\n    at read (a.ts:1:1)" }, "the error reveals the host"],
    ["no hint", { hint: "" }, "a sentence of the error is missing"],
    ["a hint that is not a string", { hint: 42 }, "a sentence of the error is missing"],
    ["too many words", { message: "x".repeat(5000) }, "a sentence has 5000 characters"],
    ["an unknown code", { code: "mishap" }, "the code of the error is unknown"],
    ["a function", { details: { run: () => 1 } }, "the outcome is not plain data"],
    ["NaN", { details: { total: Number.NaN } }, "the outcome contains NaN"],
  ] as const)("finds %s in an error", async ([, change, fault]) => {
    const outcome = await outcomeOf([before], new Error("it broke"));
    if (outcome.ok) throw new Error("The read must fail.");
    const changed = { ...outcome, error: { ...outcome.error, ...change } } as unknown as ReadOutcome;
    const faults = outcomeFaults(misbehaviourWith(broken), changed).filter((each) => !each.startsWith("it ended with"));
    expect(faults).toEqual([expect.stringContaining(fault)]);
  });

  test("counts an answer that ran out of time as timed-out", async () => {
    const outcome = await outcomeOf([before], new ReadError("timed-out", "It took too long."));
    expect(outcome.ok).toBe(true);
    expect(endingOf(outcome)).toBe("timed-out");
  });
});
