import { expect, test } from "vitest";
import { createEngineGlobals } from "../../src/engine/engine-globals.ts";
import { guardFinalizers } from "../../src/engine/engine.ts";

// A type, because an interface is no record.
// oxlint-disable-next-line typescript/consistent-type-definitions
type Scope = { $libmupdf_device?: string; $libmupdf_log_error?: string; other?: number };

/** Loads an engine into a scope: sets its functions, and returns a call that says whose functions it reaches. */
function loadInto(scope: Scope, name: string): { call: () => unknown; settle: () => void } {
  const globals = createEngineGlobals(scope);
  const imports = globals.bind({ a: { b: () => [scope.$libmupdf_device, scope.$libmupdf_log_error], c: 7 } });
  Object.assign(scope, { $libmupdf_device: `${name} device`, $libmupdf_log_error: `${name} log` });
  const { a } = imports as { readonly a: { b(): unknown; readonly c: number } };
  expect(a.c).toBe(7);
  return { call: () => a.b(), settle: () => globals.settle() };
}

test("an engine reaches its own functions while others have replaced them", () => {
  const scope: Scope = { $libmupdf_device: "first device", $libmupdf_log_error: "first log", other: 1 };
  const ours = loadInto(scope, "our");
  expect(ours.call()).toEqual(["our device", "our log"]);
  ours.settle();
  expect(scope).toEqual({ $libmupdf_device: "first device", $libmupdf_log_error: "first log", other: 1 });
  expect(ours.call()).toEqual(["our device", "our log"]);
  Object.assign(scope, { $libmupdf_device: "later device", $libmupdf_log_error: "later log" });
  expect(ours.call()).toEqual(["our device", "our log"]);
  expect(scope).toMatchObject({ $libmupdf_device: "later device", $libmupdf_log_error: "later log" });
});

test("the only engine keeps its functions in place", () => {
  const scope: Scope = {};
  const ours = loadInto(scope, "our");
  ours.settle();
  expect(scope.$libmupdf_device).toBe("our device");
});

test("functions are put back after an error", () => {
  const scope: Scope = {};
  const globals = createEngineGlobals(scope);
  const fail = (): never => {
    throw new Error("in a callback");
  };
  const { a } = globals.bind({ a: { fail } }) as { readonly a: { fail(): void } };
  scope.$libmupdf_device = "our device";
  globals.settle();
  scope.$libmupdf_device = "later device";
  expect(() => a.fail()).toThrow("in a callback");
  expect(scope.$libmupdf_device).toBe("later device");
});

test("an object that was registered before is forgotten when it is freed", () => {
  const forgotten: unknown[] = [];
  class Owner {
    static _drop(): void {
      expect.fail("nothing is collected here");
    }
    static _finalizer = { register: () => undefined, unregister: (token: unknown) => forgotten.push(token) };
  }
  guardFinalizers({ Owner });
  const token = {};
  Owner._finalizer.unregister(token);
  expect(forgotten).toEqual([token]);
});
