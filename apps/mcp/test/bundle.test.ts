import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { folderWith, pdfOf } from "./support/files.ts";
import { start } from "./support/program.ts";

const script = fileURLToPath(new URL("../lib/main.cjs", import.meta.url));

test("the bundle serves over pipes and sockets as the modules do", async () => {
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

test("the bundle finds the version of its package", () => {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  expect(spawnSync(process.execPath, [script, "--version"], { encoding: "utf8" }).stdout).toBe(`${version}\n`);
});

test("the bundle contains the licences of the SDK", () => {
  const licences = readFileSync(new URL("../lib/LICENSES.txt", import.meta.url), "utf8");
  expect(licences).toMatch(/^@modelcontextprotocol\/server \d/m);
  expect(licences).not.toContain("@reader/");
});

test("an old Node.js is refused before a client is answered", () => {
  const old = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })";
  const argv = ["--import", `data:text/javascript,${old}`, script];
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { encoding: "utf8", input: "" });
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^reader-mcp needs Node\.js 22\.13 or newer; this is 20\.20\.2\. Install .*\n$/);
});
