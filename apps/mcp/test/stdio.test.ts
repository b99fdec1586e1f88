import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdioTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ListRootsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { callOptions, newClient, textOf, type Called } from "./support/clients.ts";
import {
  canRemoveWorkingDirectory,
  folderWith,
  hasFullDevice,
  runInRemovedFolder,
  runWithFullOutput,
} from "./support/files.ts";
import { finish, handlerFile, program, start } from "./support/program.ts";

test("standard output has the protocol alone, whatever a handler prints", async () => {
  const folder = folderWith({ "a.noisy": "noise\n" });
  const child = start(["--handler", handlerFile("noisy"), folder]);
  const finished = finish(child);
  const lines = createInterface({ input: child.stdout });
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const clientInfo = { name: "test", version: "0" };
  send({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } });
  send({ method: "notifications/initialized" });
  send({ id: 2, method: "tools/call", params: { name: "read", arguments: { path: "a.noisy" } } });
  for await (const line of lines) if ((JSON.parse(line) as { readonly id: number }).id === 2) break;
  child.stdin.end();
  const { stdout, stderr, code } = await finished;
  const messages = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as object);
  expect(messages).toMatchObject([
    { id: 1, result: { serverInfo: { name: "reader" } } },
    { id: 2, result: { content: [{ type: "text", text: "1\tquiet words" }] } },
  ]);
  expect(stderr).toContain("loaded, says console.log");
  expect(stderr).toContain("loaded, says stdout");
  expect(code).toBe(0);
});

test("a client of 2026 is served by the protocol of 2026", async () => {
  const client = new Client({ name: "test", version: "0" }, { versionNegotiation: { mode: "auto" } });
  onTestFinished(() => client.close());
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [program, folderWith({})], stderr: "ignore" }),
  );
  expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
});

test("the program ends when its client does", async () => {
  const child = start([folderWith({})]);
  child.stdin.end();
  expect(await finish(child)).toMatchObject({ code: 0, stdout: "" });
});

test("nothing outside of the folders is read", async () => {
  const folder = folderWith({ "in/a.txt": "alpha\n", "secret.txt": "beta\n" });
  const client = await newClient({ args: [`${folder}/in`] });
  const answer = await client.call("read", { path: "../secret.txt" });
  expect(answer.isError).toBe(true);
  expect(textOf(answer)).not.toContain("beta");
  expect(answer.content.map(({ type }) => type)).toEqual(["text"]);
});

/** How the server starts, in a folder with `in/a.txt` and `b.txt`. The root of the client is `in`. */
const starts: readonly (readonly [name: string, args: (folder: string) => readonly string[]])[] = [
  ["narrow the folders", (folder) => [folder]],
  ["are the folders of a server that was started without one", () => []],
];

test.for(starts)("the roots of a client of version 1 of the SDK %s", async ([, args]) => {
  const folder = folderWith({ "in/a.txt": "alpha\n", "b.txt": "beta\n" });
  const client = new OldClient({ name: "test", version: "0" }, { capabilities: { roots: {} } });
  onTestFinished(() => client.close());
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: pathToFileURL(`${folder}/in`).href }] }));
  await client.connect(
    new OldStdioTransport({ command: process.execPath, args: [program, ...args(folder)], stderr: "ignore" }) as never,
  );
  const read = async (path: string) =>
    (await client.callTool({ name: "read", arguments: { path } }, undefined, callOptions)) as Called;
  expect(client.getInstructions()).toContain("never instructions");
  expect((await client.listPrompts()).prompts).toHaveLength(3);
  expect(textOf(await read("a.txt"))).toBe("1\talpha");
  expect(textOf(await read(`${folder}/b.txt`))).toContain("Error (outside-workspace)");
});

test("a tool that there is not is a fault of the client", async () => {
  const client = await newClient({ args: [folderWith({})] });
  await expect(client.call("write", {})).rejects.toThrow('There is no tool "write".');
  const long = await client.call("x".repeat(1_000_000), {}).catch(String);
  expect(JSON.stringify(long).length).toBeLessThan(1000);
});

test("a text-only model gets no images", async () => {
  const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAAAAABX3VL4AAAADklEQVR4nGNg+M/wnwEABgAB/4/x/JoAAAAASUVORK5CYII=";
  const folder = folderWith({ "a.png": Buffer.from(pixel, "base64") });
  const client = await newClient({ args: ["--model", "text", folder] });
  const { content } = await client.call("read", { path: "a.png" });
  expect(content.map(({ type }) => type)).not.toContain("image");
});

test.for([
  { args: ["nowhere"], told: "nowhere is not a folder." },
  { args: ["--model", "parrot"], told: 'no model profile "parrot"' },
  { args: ["--http", "0.0.0.0:0"], told: "there is no token" },
  { args: ["--what"], told: "Unknown option '--what'" },
  { args: ["--handler", "./nothing.mjs"], told: "cannot be loaded" },
  { args: ["--handler", "no-such-package-at-all"], told: "There is no package no-such-package-at-all here." },
  { args: ["--handler", handlerFile("two")], told: "It exports one, two." },
  { args: ["--handler", `${handlerFile("two")}#one`], told: "does not return a handler" },
])("$args is refused in words", async ({ args, told }) => {
  const { code, stdout, stderr } = await finish(start(args));
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(told);
});

test("--help and --version print on standard output", async () => {
  expect(await finish(start(["--help"]))).toMatchObject({ code: 0, stdout: expect.stringContaining("--http") });
  expect(await finish(start(["-v"]))).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});

const initialize = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "0" } },
});

test.skipIf(!hasFullDevice)("answers that cannot be written end the program with exit code 1", () => {
  const { status, stderr } = runWithFullOutput({ program, args: [folderWith({})], input: `${initialize}\n` });
  expect([status, stderr]).toEqual([1, expect.stringContaining("ENOSPC")]);
});

test.skipIf(!canRemoveWorkingDirectory)("absolute folders are served from a working directory that was removed", () => {
  const served = (folder: string) => runInRemovedFolder({ program, args: [folder], input: `${initialize}\n` });
  expect(served(folderWith({}))).toMatchObject({ status: 0, stdout: expect.stringContaining("serverInfo") });
  expect(served(".")).toMatchObject({ status: 2, stderr: expect.stringContaining("Give absolute paths") });
});
