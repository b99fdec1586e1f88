import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { createBuiltinWatch } from "../src/child/harden.ts";

/** Does something to an object, and undoes it after the work. */
function during<Value>(alter: () => () => void, work: () => Value): Value {
  const undo = alter();
  try {
    return work();
  } finally {
    undo();
  }
}

function replaced(owner: object, key: string): () => () => void {
  return () => {
    const before = Reflect.getOwnPropertyDescriptor(owner, key);
    if (before === undefined) throw new Error(`${key} is not there.`);
    Object.defineProperty(owner, key, { ...before, value: () => undefined });
    return () => Object.defineProperty(owner, key, before);
  };
}

const typedArrays = Object.getPrototypeOf(Uint8Array.prototype) as object;
const mapIterators = Object.getPrototypeOf(new Map().values()) as object;

test.for([
  ["a method of maps", replaced(Map.prototype, "get")],
  ["a method of typed arrays", replaced(typedArrays, "subarray")],
  ["a method of map iterators", replaced(mapIterators, "next")],
  ["a function of JSON", replaced(JSON, "parse")],
  ["a timer", replaced(globalThis, "setImmediate")],
  ["a function of the process", replaced(process, "nextTick")],
] as const)("%s that is replaced is noticed", ([, alter]) => {
  const watch = createBuiltinWatch();
  watch.begin();
  expect(watch.isAltered()).toBe(false);
  expect(during(alter, () => watch.isAltered())).toBe(true);
  expect(watch.isAltered()).toBe(false);
});

test("a property that every object gets is noticed", () => {
  const watch = createBuiltinWatch();
  watch.begin();
  const add = (): (() => void) => {
    Object.assign(Object.prototype, { everywhere: 1 });
    return () => Reflect.deleteProperty(Object.prototype, "everywhere");
  };
  expect(during(add, () => watch.isAltered())).toBe(true);
});

test("what changed before the watch began is not noticed", () => {
  const watch = createBuiltinWatch();
  expect(watch.isAltered()).toBe(false);
  const seen = during(replaced(Math, "hypot"), () => {
    watch.begin();
    return watch.isAltered();
  });
  expect(seen).toBe(false);
});

test("parts of Node that load on first use, and settings, are no change", () => {
  const watch = createBuiltinWatch();
  watch.begin();
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = limit + 1;
  expect([typeof fetch, typeof crypto.subtle, typeof navigator]).not.toContain("undefined");
  expect(watch.isAltered()).toBe(false);
  Error.stackTraceLimit = limit;
});

test("the watch does not load Node's HTTP client", () => {
  const program = `
    const { createBuiltinWatch } = await import(${JSON.stringify(new URL("../src/child/harden.ts", import.meta.url))});
    const watch = createBuiltinWatch();
    watch.begin();
    watch.isAltered();
    const isLoaded = () => process.moduleLoadList.some((name) => name.includes("undici/undici"));
    const before = isLoaded();
    void Response;
    console.log(before, isLoaded());
  `;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" });
  expect(stdout).toBe("false true\n");
});
