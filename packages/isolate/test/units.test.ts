import { mkdirSync, symlinkSync } from "node:fs";
import { totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { checkError } from "../src/channel/errors.ts";
import type { PackedError } from "../src/channel/messages.ts";
import { createWindow } from "../src/channel/window.ts";
import { isolate, loadHandler, moduleUrl, optionalRecogniser } from "../src/index.ts";
import { resolveLimits } from "../src/options/limits.ts";
import { isClean, assignBlame } from "../src/parent/documents/outcomes.ts";
import { EventQueue } from "../src/parent/documents/remote-document.ts";
import { checkRuntime } from "../src/parent/isolation.ts";
import { linkTrail, readGrants } from "../src/parent/modules/read-grants.ts";
import { MissingPackage, realModule, resolveModule } from "../src/parent/modules/resolve-module.ts";
import { type Death, deathError, deathOf, type Ending } from "../src/parent/processes/death.ts";
import { folderWith, oddDescription, readAll } from "./support.ts";

test("Bun is refused with what to do instead, and other runtimes are not", () => {
  expect(() => checkRuntime({ node: "24.0.0", bun: "1.4.5" })).toThrow("Bun 1.4.5 cannot isolate the parsers");
  expect(() => checkRuntime({ node: "24.0.0", deno: "2.9.6" })).not.toThrow();
});

/** A folder of files, which goes with the test; what is no text is written as JSON. */
function folderOf(files: Readonly<Record<string, unknown>>): string {
  const texts: Record<string, string> = {};
  for (const [path, content] of Object.entries(files)) {
    texts[path] = typeof content === "string" ? content : JSON.stringify(content);
  }
  return folderWith(texts);
}

test("a module is found as an import would find it", () => {
  const folder = folderOf({
    "app/main.js": "",
    "node_modules/plain/package.json": { name: "plain", main: "lib.js" },
    "node_modules/plain/lib.js": "",
    "app/node_modules/@scope/esm/package.json": {
      name: "@scope/esm",
      exports: { ".": { types: "./x.d.ts", import: "./esm.js" }, "./sub": { node: { import: "./sub.js" } } },
    },
    "app/node_modules/@scope/esm/esm.js": "",
    "app/node_modules/@scope/esm/sub.js": "",
    "store/dual/package.json": { name: "dual", exports: { require: "./dual.cjs", import: "./dual.js" } },
    "store/dual/dual.cjs": "",
    "store/dual/dual.js": "",
    "node_modules/patterns/package.json": { name: "patterns", exports: { "./*": "./lib/*.js" } },
    "node_modules/patterns/lib/one.js": "",
    "node_modules/outside/package.json": { name: "outside", exports: "./../plain/lib.js" },
    "node_modules/hollow/package.json": { name: "hollow", exports: "./gone.js" },
  });
  symlinkSync("../store/dual", join(folder, "node_modules/dual"));
  const from = pathToFileURL(join(folder, "app/main.js")).href;
  const find = (specifier: string): string => resolveModule(specifier, from);
  expect(find("plain")).toBe(pathToFileURL(join(folder, "node_modules/plain/lib.js")).href);
  expect(find("@scope/esm")).toBe(pathToFileURL(join(folder, "app/node_modules/@scope/esm/esm.js")).href);
  expect(find("@scope/esm/sub")).toBe(pathToFileURL(join(folder, "app/node_modules/@scope/esm/sub.js")).href);
  expect(find("dual")).toBe(pathToFileURL(join(folder, "store/dual/dual.js")).href);
  expect(find("patterns/one")).toBe(pathToFileURL(join(folder, "node_modules/patterns/lib/one.js")).href);
  for (const name of ["patterns", "outside", "hollow", "dual/dual.js"])
    expect(() => find(name)).toThrow(MissingPackage);
  expect(find("file:///somewhere/x.js")).toBe("file:///somewhere/x.js");
  expect(() => find("@scope/absent/sub")).toThrow(MissingPackage);
  expect(() => find("@scope/absent/sub")).toThrow("@scope/absent ");
});

const here = fileURLToPath(import.meta.url);

test("a place of a module is a file URL or an absolute path", () => {
  expect(moduleUrl(here)).toBe(import.meta.url);
  for (const url of ["file:/a/b.js", "file:///a/b.js", "FILE:///a/b.js"]) expect(moduleUrl(url)).toBe("file:///a/b.js");
  expect(resolveModule("vitest", here)).toBe(resolveModule("vitest", import.meta.url));
});

test.for(["", "b.js", "https://a.example/b.js", "file:///a%2Fb.js"])("%j is no place of a module", async (place) => {
  const refused = /^`resolveFrom` is ".*", but must be the file URL or the absolute path/;
  const origin = { module: "@nobody/handler", export: "odd" };
  expect(() => moduleUrl(place)).toThrow(refused);
  expect(() => optionalRecogniser({ name: "odd", languages: [], origin }, place)).toThrow(refused);
  await expect(loadHandler(origin, place)).rejects.toThrow(refused);
});

test.skipIf(process.platform === "win32")("the URL of another host is no place of a module", () => {
  expect(() => moduleUrl("file://host/b.js")).toThrow(TypeError);
});

test("a module has its real path, and keeps what else its URL says", () => {
  const folder = folderOf({ "store/one.js": "" });
  symlinkSync("store", join(folder, "link"));
  const [real, link] = ["store", "link"].map((name) => pathToFileURL(join(folder, name, "one.js")).href);
  expect(realModule(`${link}?again#part`)).toBe(`${real}?again#part`);
  for (const url of [`${real}?again`, `${link}.absent`, "node:fs", "data:text/javascript,1"]) {
    expect(realModule(url)).toBe(url);
  }
});

test("a child may read the package of its handler, what that depends on, and the links between", () => {
  const folder = folderOf({
    "handler/package.json": { name: "handler", dependencies: { engine: "1" }, peerDependencies: { absent: "1" } },
    "handler/src/index.js": "",
    "store/engine/package.json": { name: "engine", optionalDependencies: { native: "1" } },
    "store/node_modules/native/package.json": { name: "native", dependencies: { engine: "1" } },
    "store/node_modules/unrelated/package.json": { name: "unrelated" },
    "secret.txt": "",
  });
  mkdirSync(join(folder, "handler/node_modules"));
  mkdirSync(join(folder, "links"));
  symlinkSync(join(folder, "store/engine"), join(folder, "links/engine"));
  symlinkSync("../../links/engine", join(folder, "handler/node_modules/engine"));
  const grants = readGrants([join(folder, "handler/src/index.js")]);
  expect(grants.map((grant) => grant.slice(folder.length)).toSorted()).toEqual([
    "/handler",
    "/links/engine",
    "/store/engine",
    "/store/node_modules/native",
  ]);
});

test("a child may follow a folder of packages that is a link itself, as in another tree of the same repository", () => {
  const folder = folderOf({
    "tree/handler/package.json": { name: "handler", dependencies: { engine: "1", "@scope/part": "1" } },
    "tree/handler/index.js": "",
    "main/node_modules/engine/package.json": { name: "engine", dependencies: { native: "1" } },
    "main/store/native/package.json": { name: "native" },
    "main/scope/part/package.json": { name: "@scope/part" },
  });
  symlinkSync("../main/node_modules", join(folder, "tree/node_modules"));
  symlinkSync("../store/native", join(folder, "main/node_modules/native"));
  symlinkSync(join(folder, "main/scope"), join(folder, "main/node_modules/@scope"));
  const grants = readGrants([join(folder, "tree/handler/index.js")]);
  expect(grants.map((grant) => grant.slice(folder.length)).toSorted()).toEqual([
    "/main/node_modules/@scope",
    "/main/node_modules/engine",
    "/main/node_modules/native",
    "/main/scope/part",
    "/main/store/native",
    "/tree/handler",
    "/tree/node_modules",
  ]);
});

test("a package that lies among the packages of packages is none, as for Node", () => {
  const folder = folderOf({
    "node_modules/handler/package.json": { name: "handler", dependencies: { near: "1", far: "1" } },
    "node_modules/handler/index.js": "",
    "node_modules/node_modules/near/package.json": { name: "near" },
    "node_modules/far/package.json": { name: "far" },
  });
  const grants = readGrants([join(folder, "node_modules/handler/index.js")]);
  expect(grants.map((grant) => grant.slice(folder.length)).toSorted()).toEqual([
    "/node_modules/far",
    "/node_modules/handler",
  ]);
});

test("what a package needs only while it is developed is not granted", () => {
  const folder = folderOf({
    "node_modules/handler/package.json": { name: "handler", devDependencies: { "peerDependencies-tool": "1" } },
    "node_modules/handler/index.js": "",
    "node_modules/peerDependencies-tool/package.json": { name: "peerDependencies-tool" },
  });
  const grants = readGrants([join(folder, "node_modules/handler/index.js")]);
  expect(grants).toEqual([join(folder, "node_modules/handler")]);
});

test.for<[target: string, found: string]>([
  ["../store/engine", "store/engine"],
  ["../store/engine/", "store/engine"],
  ["../store/./engine", "store/engine"],
  ["../store/../store//engine", "store/engine"],
  ["../store/.engine", "store/.engine"],
  ["../store/..engine", "store/..engine"],
  ["engine", "links/engine"],
])("a link to %s is followed as the system follows it", ([target, found]) => {
  const folder = folderOf({ [`${found}/package.json`]: {}, "links/other.txt": "", "store/other.txt": "" });
  symlinkSync(target, join(folder, "links/link"));
  expect(linkTrail(join(folder, "links/link"), join(folder, found))).toEqual([
    join(folder, "links/link"),
    join(folder, found),
  ]);
});

test("links that lead in a circle grant nothing without end", () => {
  const folder = folderOf({ "package.json": { name: "handler" } });
  symlinkSync("second", join(folder, "first"));
  symlinkSync("first", join(folder, "second"));
  expect(linkTrail(join(folder, "first"), "").length).toBeLessThan(100);
});

const quiet: Ending = { code: null, signal: null, verdict: "", errorTail: "" };

test.for<[string, Ending, Death]>([
  ["the verdict on memory", { ...quiet, signal: "SIGKILL", verdict: "memory 123" }, { kind: "memory", actual: 123 }],
  ["the verdict on time", { ...quiet, signal: "SIGKILL", verdict: "time" }, { kind: "time" }],
  ["a full heap", { ...quiet, signal: "SIGABRT", errorTail: "JavaScript heap out of memory" }, { kind: "memory" }],
  ["a crash", { ...quiet, signal: "SIGSEGV" }, { kind: "signal", signal: "SIGSEGV" }],
  ["an exit", { ...quiet, code: 3 }, { kind: "exit", code: 3 }],
])("%s tells why a process died", ([, ending, death]) => {
  expect(deathOf(ending)).toEqual(death);
});

test.for<[Death, string]>([
  [{ kind: "memory", actual: 5 }, "too-large"],
  [{ kind: "time" }, "timed-out"],
  [{ kind: "exit", code: 0 }, "handler-failed"],
  [{ kind: "signal", signal: "SIGSEGV" }, "handler-failed"],
  [{ kind: "protocol", fault: "nonsense" }, "handler-failed"],
  [{ kind: "spawn", systemCode: "EMFILE" }, "out-of-resources"],
  [{ kind: "spawn", systemCode: "EAGAIN" }, "out-of-resources"],
  [{ kind: "spawn", systemCode: "ENOENT" }, "handler-failed"],
  [{ kind: "ended" }, "handler-failed"],
])("a death is an error with a code and a hint: %o", ([death, code]) => {
  const error = deathError(death, { path: "a.pdf", timeMs: 7, limits: resolveLimits() });
  expect(error).toMatchObject({ code, hint: expect.any(String) as unknown });
  expect(error.message).toContain("a.pdf");
});

const harmless: PackedError = { kind: "read-error", code: "out-of-range", message: "" };
const corrupt: PackedError = { kind: "read-error", code: "corrupt", message: "" };
const aborted: PackedError = { kind: "other", name: "AbortError", message: "" };

test.for<[PackedError | undefined, boolean, boolean]>([
  [undefined, false, true],
  [{ kind: "relayed", call: 1 }, false, true],
  [harmless, false, true],
  [corrupt, false, false],
  [corrupt, true, false],
  [aborted, false, false],
  [aborted, true, true],
  [{ kind: "malformed" }, false, false],
])("after %o (cancelled: %o) the process is clean: %o", ([error, wasCancelled, expected]) => {
  expect(isClean(error, wasCancelled)).toBe(expected);
});

const crash: Death = { kind: "signal", signal: "SIGSEGV" };
const leaseOf = (document: number, events: number) => ({ document, received: { events, bytes: 0 } }) as never;

test.for<[string, Parameters<typeof assignBlame>, string]>([
  ["the only one at work", [{ death: crash, isSuspect: true, isSure: true }, leaseOf(1, 0)], "guilty"],
  ["one of several at work", [{ death: crash, isSuspect: true, isSure: false }, leaseOf(1, 0)], "suspect"],
  ["one that was not at work", [{ death: crash, isSuspect: false, isSure: true }, leaseOf(1, 0)], "innocent"],
  [
    "one that had just come to a used process",
    [{ death: crash, isSuspect: true, isSure: true }, leaseOf(2, 0)],
    "suspect",
  ],
  [
    "one that was under way in a used process",
    [{ death: crash, isSuspect: true, isSure: true }, leaseOf(2, 3)],
    "guilty",
  ],
  [
    "one whose process was taken away",
    [{ death: { kind: "ended" }, isSuspect: true, isSure: true }, leaseOf(1, 0)],
    "innocent",
  ],
  ["one that took too long", [{ death: { kind: "time" }, isSuspect: true, isSure: true }, leaseOf(2, 0)], "guilty"],
])("of the death of a process, %s is judged", ([, args, blame]) => {
  expect(assignBlame(...args)).toBe(blame);
});

test("a window is full after sixteen events, and opens when the consumer takes some", async () => {
  const window = createWindow();
  for (let count = 0; count < 16; count += 1) window.sent(10);
  let isOpen = false;
  const room = window.room().then(() => (isOpen = true));
  await Promise.resolve();
  expect(isOpen).toBe(false);
  window.credit(1, 10);
  await room;
  expect(window.bytes).toBe(160);
});

test("an queue gives events in turn, then its error once, then the end", async () => {
  const queue = new EventQueue();
  const taken: boolean[] = [];
  const event = { type: "text" as const, text: "x" };
  for (let count = 0; count < 2; count += 1) queue.keep({ event, taken: (isLast) => taken.push(isLast) });
  const waits = [queue.wait(), queue.wait(), queue.wait(), queue.wait()];
  queue.deliver();
  queue.finish({ value: new Error("over") });
  expect(await Promise.allSettled(waits)).toEqual([
    { status: "fulfilled", value: { done: false, value: event } },
    { status: "fulfilled", value: { done: false, value: event } },
    { status: "rejected", reason: new Error("over") },
    { status: "fulfilled", value: { done: true, value: undefined } },
  ]);
  expect(taken).toEqual([false, true]);
});

test("of the details of an error only those that can be are kept", () => {
  const details = { total: 3, unit: 7, limit: { name: "x" }, candidates: ["a"], request: [], more: 1, __proto__: null };
  const error = checkError({ kind: "read-error", code: "corrupt", message: "x", details });
  expect(error).toEqual({
    kind: "read-error",
    code: "corrupt",
    message: "x",
    details: { total: 3, candidates: ["a"] },
  });
});

test("limits that are not given are the defaults", () => {
  expect(resolveLimits({ maxDocuments: 7 })).toMatchObject({ maxDocuments: 7, maxMemoryBytes: 512_000_000 });
  expect(resolveLimits().maxProcesses).toBeGreaterThan(0);
});

test("limits that were not given follow a reader that takes larger files, and so does memory", () => {
  const usual = resolveLimits();
  const raised = resolveLimits({}, { maxInputBytes: 150_000_000, maxInflatedBytes: 300_000_000 });
  expect(raised).toMatchObject({ maxInputBytes: 150_000_000, maxOutputBytes: 300_000_000 });
  expect(raised.maxMemoryBytes).toBeGreaterThanOrEqual(usual.maxMemoryBytes);
  expect(raised.maxMemoryBytes).toBeLessThanOrEqual(768_000_000);
  const endless = resolveLimits({}, { maxInputBytes: Number.MAX_SAFE_INTEGER });
  expect(endless.maxMemoryBytes).toBeLessThanOrEqual(Math.max(usual.maxMemoryBytes, totalmem() / 2));
});

test("a reader that takes less than usual leaves the limits of processes as they are, and what is given counts more", () => {
  const { maxMemoryBytes, maxInputBytes } = resolveLimits();
  expect(resolveLimits({}, { maxInputBytes: 1000 })).toMatchObject({ maxMemoryBytes, maxInputBytes });
  expect(resolveLimits({ maxMemoryBytes: 7 }, { maxInputBytes: 900_000_000 })).toMatchObject({ maxMemoryBytes: 7 });
});

test("an isolation that cannot start fails the read, and neither its preparation nor its end", async () => {
  const options = {
    get limits(): never {
      throw new Error("unreadable");
    },
  };
  const isolation = isolate([oddDescription], options);
  isolation.prepare("odd");
  const [handler] = isolation.handlers;
  if (handler === undefined) throw new Error("no handler");
  await expect(readAll(handler, "")).rejects.toThrow("unreadable");
  await expect(isolation.close()).resolves.toBeUndefined();
});
