import { request, type RequestOptions } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
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

// The server of all tests that need no options.
let server: URL;
let end = (): void => undefined;
beforeAll(async () => {
  server = await startHttp([import.meta.dirname], { until: (stop) => (end = stop) });
});
afterAll(() => end());

test("a page of somebody else's site is refused, and so is a name that only leads here", async () => {
  expect(await statusOf(server, {})).toBe(200);
  expect(await statusOf(server, { origin: "http://localhost:3000" })).toBe(200);
  expect(await statusOf(server, { origin: "https://example.org" })).toBe(403);
  expect(await statusOf(server, { origin: "null" })).toBe(403);
  expect(await statusOf(server, { host: "example.org" })).toBe(403);
  expect(await statusOf(new URL("/elsewhere", server), {})).toBe(404);
});

test("names that are allowed are let in", async () => {
  const own = await startHttp(["--allow-host", "reader.example.org", folderWith({})]);
  expect(await statusOf(own, { host: "reader.example.org", origin: "https://reader.example.org" })).toBe(200);
});

test.for([
  { from: "the command line", args: ["--token", "secret"], env: {} },
  { from: "the environment", args: [], env: { READER_MCP_TOKEN: "secret" } },
])("with a token of $from, each request has to bear it", async ({ args, env }) => {
  const own = await startHttp([...args, folderWith({})], { env });
  expect(await statusOf(own, {})).toBe(401);
  expect(await statusOf(own, { authorization: "Bearer wrong" })).toBe(401);
  expect(await statusOf(own, { authorization: "Basic secret" })).toBe(401);
  expect(await statusOf(own, { authorization: "Bearer secret" })).toBe(200);
});

test("a foreign host is refused before its token is looked at", async () => {
  const own = await startHttp(["--token", "secret", folderWith({})]);
  expect(await statusOf(own, { host: "example.org" })).toBe(403);
});

test("what is too large for a request is refused, and the server lives on", async () => {
  const response = await fetch(server, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: `{"junk":"${"x".repeat(5_000_000)}"}`,
  });
  expect(response.status).toBe(413);
  expect(await statusOf(server, {})).toBe(200);
});

/** The status and `Allow` of a request with this method. */
function answerTo(url: URL, options: RequestOptions): Promise<readonly [number | undefined, string | undefined]> {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      response.resume();
      resolve([response.statusCode, response.headers.allow]);
    });
    sent.on("connect", (response, socket) => {
      socket.destroy();
      resolve([response.statusCode, response.headers.allow]);
    });
    sent.on("error", reject);
    sent.end();
  });
}

/** The first line of the answer to a request that is written by hand. */
function rawStatus(url: URL, head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(Number(url.port), url.hostname, () => socket.end(`${head}\r\nConnection: close\r\n\r\n`));
    socket.on("data", (piece: Buffer) => (answer += piece.toString("latin1")));
    socket.on("close", () => resolve(answer.split("\r\n")[0] ?? ""));
    socket.on("error", reject);
  });
}

test("methods that are not of the protocol are refused with those that are", async () => {
  for (const method of ["TRACE", "CONNECT", "OPTIONS", "HEAD", "PUT", "PATCH", "PROPFIND", "QUERY", "PURGE"]) {
    const answer = await answerTo(server, { method, ...(method === "CONNECT" ? { path: server.host } : {}) });
    expect(answer, method).toEqual([405, "GET, POST, DELETE"]);
  }
  expect(await rawStatus(server, `NONSENSE /mcp HTTP/1.1\r\nHost: ${server.host}`)).toMatch(/^HTTP\/1.1 400 /);
  expect(await statusOf(server, {})).toBe(200);
});

test("only the names of this machine are hosts, as they are and with any port", async () => {
  const own = await startHttp(["--allow-host", "reader.example.org", "--allow-host", "fd00::1", folderWith({})]);
  const { port } = own;
  const good = ["localhost", `localhost:${port}`, "LOCALHOST:1", "127.0.0.1", `[::1]:${port}`, "[0:0:0:0:0:0:0:1]"];
  for (const host of [...good, "reader.example.org:443", "Reader.Example.org", "[fd00::1]:80"]) {
    expect(await statusOf(own, { host }), host).toBe(200);
    expect(await statusOf(own, { origin: `http://${host}` }), host).toBe(200);
    expect(await statusOf(own, { origin: `https://${host}` }), host).toBe(200);
  }
});

test.for([
  "evil.com@127.0.0.1",
  "evil.com:80@127.0.0.1",
  "localhost:80@evil.com",
  "127.0.0.1@evil.com",
  "127.0.0.1.evil.com",
  "localhost.evil.com",
  "evil-localhost",
  "localhost.",
  "127.0.0.1.",
  "127.1",
  "2130706433",
  "0x7f.0.0.1",
  "017700000001",
  "0.0.0.0",
  "[::]",
  "[::ffff:127.0.0.1]",
  "::1",
  "[::1",
  "[::1%25lo]",
  "[localhost]",
  "localhost:",
  "localhost:0",
  "localhost:65536",
  "localhost:80:80",
  "localhost:-1",
  "localhost:8o",
  "localhost/",
  "localhost/mcp",
  "localhost?",
  "localhost#",
  "localhost\\",
  "http://localhost",
  "localhost, evil.com",
  "localhost localhost",
  "*",
  "%6cocalhost",
  "ⓛocalhost",
])("%s is no host of this server, and no origin", async (name) => {
  const encoded = Buffer.from(name).toString("latin1");
  expect(await statusOf(server, { host: encoded })).toBe(403);
  expect(await statusOf(server, { origin: `http://${encoded}` })).toBe(403);
});

test("an origin is written as browsers write it", async () => {
  for (const origin of [
    "",
    "null",
    "localhost",
    "//localhost",
    "file://localhost",
    "ftp://localhost",
    "http://localhost/x",
  ]) {
    expect(await statusOf(server, { origin }), origin).toBe(403);
  }
});

test("a host or an origin that is missing, empty or there twice is refused", async () => {
  const { host } = server;
  const start = "GET /mcp HTTP/1.1";
  expect(await rawStatus(server, start)).toContain(" 400 ");
  expect(await rawStatus(server, `${start}\r\nHost:`)).toContain(" 403 ");
  expect(await rawStatus(server, `${start}\r\nHost: ${host}\r\nHost: example.org`)).toMatch(/ 40[03] /);
  expect(await rawStatus(server, `${start}\r\nHost: example.org\r\nHost: ${host}`)).toMatch(/ 40[03] /);
  const twice = `Origin: http://${host}\r\nOrigin: http://example.org`;
  expect(await rawStatus(server, `${start}\r\nHost: ${host}\r\n${twice}`)).toContain(" 403 ");
  expect(await rawStatus(server, `GET http://example.org/mcp HTTP/1.1\r\nHost: ${host}`)).toContain(" 404 ");
  expect(await rawStatus(server, `GET /mcp HTTP/1.0`)).toContain(" 403 ");
});
