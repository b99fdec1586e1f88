import { describe, expect, test } from "vitest";
import { createDescriptorGate, maxReadsFor } from "../../src/files/descriptor-limits.ts";

/** A read that ends when it is told to, and what is known of it. */
function controlled() {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const state = { hasBegun: false };
  const read = async (): Promise<void> => {
    state.hasBegun = true;
    await ended;
  };
  return { state, read, end: () => end() };
}

describe("a gate for reads", () => {
  test("lets so many run at a time, the others in the order in which they came", async () => {
    const gate = createDescriptorGate(() => 2);
    const reads = [controlled(), controlled(), controlled(), controlled()];
    const runs = reads.map(({ read }) => gate.run(read));
    const begun = (): readonly boolean[] => reads.map(({ state }) => state.hasBegun);
    expect(begun()).toEqual([true, true, false, false]);
    reads[1]?.end();
    await runs[1];
    await Promise.resolve();
    expect(begun()).toEqual([true, true, true, false]);
    for (const { end } of reads) end();
    await Promise.all(runs);
    expect(begun()).toEqual([true, true, true, true]);
  });

  test("asks for its limit only when a second read comes while one runs", async () => {
    let asked = 0;
    const gate = createDescriptorGate(() => ((asked += 1), 1));
    await gate.run(async () => undefined);
    await gate.run(async () => undefined);
    expect(asked).toBe(0);
    const first = controlled();
    const runs = [gate.run(first.read), gate.run(async () => undefined), gate.run(async () => undefined)];
    first.end();
    await Promise.all(runs);
    expect(asked).toBe(1);
  });

  test("lets a read through that is given up, so that it can say so", async () => {
    const gate = createDescriptorGate(() => 1);
    const first = controlled();
    const running = gate.run(first.read);
    const controller = new AbortController();
    const second = gate.run(async () => "answered", controller.signal);
    controller.abort();
    expect(await second).toBe("answered");
    expect(await gate.run(async () => "at once", controller.signal)).toBe("at once");
    first.end();
    await running;
  });

  test("goes on after a read that fails", async () => {
    const gate = createDescriptorGate(() => 1);
    const failing = gate.run(() => Promise.reject(new Error("it fails")));
    const next = gate.run(async () => "answered");
    await expect(failing).rejects.toThrow("it fails");
    expect(await next).toBe("answered");
  });
});

test("the limit of open files leaves room for what is no read", () => {
  expect([24, 48, 64, 1024, Number.POSITIVE_INFINITY].map(maxReadsFor)).toEqual([
    1,
    4,
    12,
    492,
    Number.POSITIVE_INFINITY,
  ]);
});
