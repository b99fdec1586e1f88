import { request } from "node:http";
import { expect, test } from "vitest";
import { folderWith } from "../support/files.ts";
import { startHttp } from "../support/program.ts";

const initialize = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "0" } },
});

/** The status of a request with these headers; `fetch` would not send a foreign `Host`. */
function statusOf(url: URL, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  const type = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", headers: { ...type, ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on("error", reject);
    sent.end(initialize);
  });
}

test("a page of somebody else's site is refused, and so is a name that only leads here", async () => {
  const url = await startHttp([folderWith({})]);
  expect(await statusOf(url, {})).toBe(200);
  expect(await statusOf(url, { origin: "http://localhost:3000" })).toBe(200);
  expect(await statusOf(url, { origin: "https://example.org" })).toBe(403);
  expect(await statusOf(url, { origin: "null" })).toBe(403);
  expect(await statusOf(url, { host: "example.org" })).toBe(403);
  expect(await statusOf(new URL("/elsewhere", url), {})).toBe(404);
});

test("names that are allowed are let in", async () => {
  const url = await startHttp(["--allow-host", "reader.example.org", folderWith({})]);
  expect(await statusOf(url, { host: "reader.example.org", origin: "https://reader.example.org" })).toBe(200);
});

test.for([
  { from: "the command line", args: ["--token", "secret"], env: {} },
  { from: "the environment", args: [], env: { READER_MCP_TOKEN: "secret" } },
])("with a token of $from, each request has to bear it", async ({ args, env }) => {
  const url = await startHttp([...args, folderWith({})], { env });
  expect(await statusOf(url, {})).toBe(401);
  expect(await statusOf(url, { authorization: "Bearer wrong" })).toBe(401);
  expect(await statusOf(url, { authorization: "Basic secret" })).toBe(401);
  expect(await statusOf(url, { authorization: "Bearer secret" })).toBe(200);
});

test("a foreign host is refused before its token is looked at", async () => {
  const url = await startHttp(["--token", "secret", folderWith({})]);
  expect(await statusOf(url, { host: "example.org" })).toBe(403);
});

test("what is too large for a request is refused, and the server lives on", async () => {
  const url = await startHttp([folderWith({})]);
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: `{"junk":"${"x".repeat(5_000_000)}"}`,
  });
  expect(response.status).toBe(413);
  expect(await statusOf(url, {})).toBe(200);
});
