import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { startBundle } from "../src/start-bundle.ts";
import { folderWith, pdfOf } from "./support/files.ts";
import { start } from "./support/program.ts";

const app = fileURLToPath(new URL("../", import.meta.url));

/** The program with a bundle of its own beside it, where its packages are found. */
function bundled(): string {
  const dist = `${app}dist/.bundle-test-${process.pid}`;
  onTestFinished(() => rmSync(dist, { recursive: true, force: true }));
  mkdirSync(dist, { recursive: true });
  for (const name of ["main.js", "start-bundle.js"]) cpSync(`${app}dist/${name}`, `${dist}/${name}`);
  writeFileSync(`${dist}/package.json`, JSON.stringify({ type: "module", version: "0.0.0" }));
  const { status, stderr } = spawnSync(process.execPath, [`${app}bundle.mjs`, `${dist}/bundle`], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return `${dist}/main.js`;
}

test("a bundle that is older than its build is left alone, and one in a package never is", () => {
  const folder = folderWith({ "bundle/serve.cjs": "globalThis.readerBundleRan = true;", ".tsbuildinfo": "{}" });
  utimesSync(`${folder}/.tsbuildinfo`, 2000, 2000);
  utimesSync(`${folder}/bundle/serve.cjs`, 1000, 1000);
  expect(startBundle(`${folder}/bundle`)).toBe(false);
  expect(globalThis).not.toHaveProperty("readerBundleRan");
  rmSync(`${folder}/.tsbuildinfo`);
  expect(startBundle(`${folder}/bundle`)).toBe(true);
  expect(globalThis).toHaveProperty("readerBundleRan", true);
});

test("without a bundle nothing is run", () => {
  expect(startBundle(folderWith({}))).toBe(false);
});

test("the bundle serves over pipes and sockets as the modules do", async () => {
  const script = bundled();
  const folder = folderWith({ "a.txt": "alpha\n", "b.pdf": pdfOf("beta") });
  const client = new Client({ name: "test", version: "0" });
  onTestFinished(() => client.close());
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [script, folder], stderr: "ignore" }),
  );
  expect(await client.callTool({ name: "read", arguments: { path: "a.txt" } })).toMatchObject({
    content: [{ text: "1\talpha" }],
  });
  expect(JSON.stringify(await client.callTool({ name: "read", arguments: { path: "b.pdf" } }))).toContain("beta");
  const http = start(["--http", "127.0.0.1:0", folder], { script });
  for await (const line of createInterface({ input: http.stderr })) {
    const [, url = ""] = /listening at (\S+)/.exec(line) ?? [];
    await client.close();
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    break;
  }
  expect((await client.listTools()).tools).toHaveLength(3);
});
