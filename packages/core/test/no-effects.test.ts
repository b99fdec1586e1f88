import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
import { folderWith } from "../../testkit/test/support/folder-with.ts";

const core = pathToFileURL(join(import.meta.dirname, "../src/index.ts")).href;

/** Reads in every way, and prints what came of it and which modules of the network were loaded for it. */
const script = `
const isOfNetwork = (name) => /^(?:NativeModule|Internal Binding) (?:net|dgram|tls|http|https|http2|dns|tcp_wrap|udp_wrap|cares_wrap)$/.test(name);
const before = new Set(process.moduleLoadList);
const { createReader } = await import(${JSON.stringify(core)});
const reader = createReader({ roots: [process.argv[1]] });
const outcomes = [
  await reader.read({ path: "a.txt" }),
  await reader.read({ path: "a.txt", find: "/al.ha/" }),
  await reader.read({ path: "utf16.txt" }),
  await reader.read({ path: "." }),
  await reader.info({ path: "a.txt" }),
  await reader.list("."),
];
await reader.close();
const loaded = process.moduleLoadList.filter((name) => !before.has(name)).filter(isOfNetwork);
console.log(JSON.stringify({ ok: outcomes.map(({ ok }) => ok), loaded }));
`;

test("the core works in a process that may not write, start a process, or load native code, and loads no network", () => {
  const folder = folderWith({ "a.txt": "alpha\n", "utf16.txt": new Uint8Array([0xff, 0xfe, 0x61, 0, 0x0a, 0]) });
  const args = ["--permission", "--allow-fs-read=*", "--input-type=module", "-e", script, folder];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect(stderr).not.toContain("ERR_ACCESS_DENIED");
  expect(JSON.parse(stdout)).toEqual({ ok: [true, true, true, true, true, true], loaded: [] });
});
