import { defineHandler } from "@reader/core/handler";
import { notebook } from "@reader/handler-notebook";
import { isolatedHandlers } from "@reader/handlers";
import { expect, test } from "vitest";
import { wallLines } from "../../src/commands/doctor.ts";
import { diagnose, reportOfEngine, runtimeOf } from "../../src/doctor/diagnose.ts";
import { folderWith } from "../support/folder.ts";

test("the program, the core and each handler are listed with their packages", async () => {
  const stranger = defineHandler({ name: "stranger", mediaTypes: ["text/x-strange"], async *read() {} });
  const { versions, parts, licences } = await diagnose([notebook(), stranger]);
  expect(versions).toMatchObject({ node: process.versions.node, cli: versions.core });
  expect(parts.map(({ name, package: home }) => [name, home])).toEqual([
    ["text", "@reader/core"],
    ["notebook", "@reader/handler-notebook"],
    ["stranger", "unknown"],
  ]);
  expect(parts.flatMap(({ engines }) => engines.filter(({ state }) => state !== "loads"))).toEqual([]);
  expect(licences["MIT"]).toContain("@reader/cli");
});

test("a handler whose package is not installed is listed, and its licence is not", async () => {
  const origin = { module: "@reader/handler-of-nobody", export: "nobody" };
  const absent = defineHandler({ name: "nobody", mediaTypes: ["text/x-nobody"], origin, async *read() {} });
  const { parts, licences } = await diagnose([absent]);
  expect(parts.at(-1)).toMatchObject({ package: "@reader/handler-of-nobody", isInstalled: false, engines: [] });
  expect(Object.values(licences).flat()).not.toContain("@reader/handler-of-nobody");
});

test("a handler that another one of the same files replaces is listed if it is installed, as not used", async () => {
  const unused = { name: "spare", mediaTypes: ["text/x-spare"], unusedBecauseOf: "@reader/handler-first" };
  const installed = { ...unused, origin: { module: "@reader/handler-notebook", export: "notebook" } };
  const absent = { ...unused, origin: { module: "@reader/handler-of-nobody", export: "nobody" } };
  const { parts } = await diagnose([installed, absent]);
  expect(parts.slice(1)).toMatchObject([
    { package: "@reader/handler-notebook", isInstalled: true, unusedBecauseOf: "@reader/handler-first" },
  ]);
});

test("engines of this project's packages and optional ones are listed with the handler", async () => {
  const { parts } = await diagnose(isolatedHandlers().handlers);
  const engines = new Map(parts.flatMap(({ engines: all }) => all.map((engine) => [engine.name, engine])));
  expect(engines.get("sharp")).toMatchObject({ state: "loads", licence: "Apache-2.0" });
  expect(engines.get("mupdf")).toMatchObject({ state: "loads", licence: "AGPL-3.0-or-later" });
  expect(engines.get("heic-decode")).toMatchObject({ isOptional: true });
});

test("an engine that several packages of a handler use is listed once", async () => {
  const { parts } = await diagnose([notebook()]);
  const names = parts.at(-1)?.engines.map(({ name }) => name);
  expect(names).toContain("parse5");
  expect(names).toEqual([...new Set(names)]);
});

test("missing, broken and sound engines are distinguished", async () => {
  const folder = folderWith({
    "node_modules/sound/package.json": '{"name":"sound","version":"1.0.0","license":"MIT","type":"module"}',
    "node_modules/sound/index.js": "export const x = 1;",
    "node_modules/broken/package.json": '{"name":"broken","version":"2.0.0","license":"ISC","type":"module"}',
    "node_modules/broken/index.js": 'throw new Error("libfoo.so is missing\\nsecond line");',
    "node_modules/hollow/package.json": '{"name":"hollow","version":"3.0.0"}',
  });
  expect(await reportOfEngine("sound", folder)).toEqual({
    name: "sound",
    version: "1.0.0",
    licence: "MIT",
    state: "loads",
  });
  expect(await reportOfEngine("broken", folder)).toMatchObject({ state: "broken", problem: "libfoo.so is missing" });
  expect(await reportOfEngine("hollow", folder)).toMatchObject({ state: "broken", licence: "unknown" });
  expect(await reportOfEngine("no-such-engine", folder)).toEqual({
    name: "no-such-engine",
    state: "missing",
    problem: "It is not installed.",
  });
});

test("Bun and Deno are called by their names, and Bun has no processes", () => {
  expect(runtimeOf({ node: "24.1.0" })).toBe("Node.js 24.1.0");
  expect(runtimeOf({ node: "24.1.0", bun: "1.4.5" })).toBe("Bun 1.4.5");
  expect(runtimeOf({ node: "24.1.0", deno: "2.9.6" })).toBe("Deno 2.9.6");
  const walls = {
    permissions: true,
    sandbox: { state: "missing", problem: "bwrap is not installed" },
    mode: "off",
    isSandboxed: false,
    nativeCode: { always: ["heic"], "for-images": ["pdf"] },
  } as const;
  expect(wallLines(walls, "Bun 1.4.5").join("\n")).toMatch(/✗ processes: Bun 1\.4\.5 cannot isolate .* --no-isolate/);
  expect(wallLines(walls, "Node.js 24.1.0")[0]).toMatch(/✓ processes:/);
});
