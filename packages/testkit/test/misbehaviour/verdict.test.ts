import { createReader, ReadError, type ReadOutcome } from "@reader/core";
import { defineHandler, type HandlerEvent } from "@reader/core/handler";
import { describe, expect, test } from "vitest";
import { memoryFileSystem } from "../../src/index.ts";
import type { Misbehaviour, RightOutcome } from "../../src/misbehaviour/cases/misbehaviour.ts";
import { endingOf, outcomeFaults } from "../../src/misbehaviour/verdict.ts";

const before = { type: "text", text: "Before the deed, in process 1.\n" } as const;

function misbehaviourWith(right: RightOutcome): Misbehaviour {
  return { name: "one", family: "some", does: "Does something.", right };
}

/** What a reader makes of events and an error. */
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
  test("is silent where the error is one of those that are right, and what came before it was kept", async () => {
    const outcome = await outcomeOf([before], new Error("it broke"));
    expect(endingOf(outcome)).toBe("handler-failed");
    expect(outcomeFaults(misbehaviourWith(broken), outcome)).toEqual([]);
  });

  test("names an ending that is not right", async () => {
    const outcome = await outcomeOf([before], new ReadError("corrupt", "It is bent."));
    expect(outcomeFaults(misbehaviourWith(broken), outcome)).toEqual([
      "it ended with corrupt instead of handler-failed, saying: It is bent.",
    ]);
  });

  test("names an answer where there should be an error", async () => {
    const outcome = await outcomeOf([before]);
    expect(outcomeFaults(misbehaviourWith(broken), outcome)).toEqual([
      "it ended with answered instead of handler-failed",
    ]);
  });

  test("tells what was lost, unless there was nothing to keep", async () => {
    const outcome = await outcomeOf([], new Error("it broke"));
    expect(outcomeFaults(misbehaviourWith(broken), outcome)).toEqual(["the line that came before the deed was lost"]);
    expect(outcomeFaults(misbehaviourWith({ ...broken, keeps: "nothing" }), outcome)).toEqual([]);
  });

  test("looks for what must be said and what must be hidden", async () => {
    const outcome = await outcomeOf([before, { type: "text", text: "A secret.\n" }]);
    const right = { endings: ["answered"], says: /wanted/, hides: /secret/ } as const;
    expect(outcomeFaults(misbehaviourWith(right), outcome)).toEqual([
      expect.stringContaining("/wanted/ is not in:"),
      expect.stringContaining("/secret/ is in:"),
    ]);
  });

  test.for([
    ["a path of this machine", { message: "open /home/user/a.txt failed" }, "the error tells of the host"],
    ["a stack", { message: "It broke.\n    at read (a.ts:1:1)" }, "the error tells of the host"],
    ["no hint", { hint: "" }, "a sentence of the error is missing"],
    ["a hint that is no string", { hint: 42 }, "a sentence of the error is missing"],
    ["too many words", { message: "x".repeat(5000) }, "a sentence has 5000 characters"],
    ["a code that there is not", { code: "mishap" }, "the code of the error is not one"],
    ["something that is no data", { details: { run: () => 1 } }, "the outcome is no data"],
    ["a number that is none", { details: { total: Number.NaN } }, "the outcome holds NaN"],
  ] as const)("finds %s in an error", async ([, change, fault]) => {
    const outcome = await outcomeOf([before], new Error("it broke"));
    if (outcome.ok) throw new Error("it must not be ok");
    const changed = { ...outcome, error: { ...outcome.error, ...change } } as unknown as ReadOutcome;
    const faults = outcomeFaults(misbehaviourWith(broken), changed).filter((each) => !each.startsWith("it ended with"));
    expect(faults).toEqual([expect.stringContaining(fault)]);
  });

  test("counts an answer that ran out of time as such", async () => {
    const outcome = await outcomeOf([before], new ReadError("timed-out", "It took too long."));
    expect(outcome.ok).toBe(true);
    expect(endingOf(outcome)).toBe("timed-out");
  });
});
