import { request } from "node:http";
import { expect, test } from "vitest";
import { startWeb } from "../../src/web/start-web.ts";
import { startClient, statusOf } from "./support/client.ts";
import { readerOf, workspace } from "./support/workspace.ts";

test("a page of somebody else's site is refused, and so is a name that only leads here", async () => {
  const { origin, token } = await startClient();
  const { host, port } = new URL(origin);
  const authorization = `Bearer ${token}`;
  expect(await statusOf(origin, "/api/start", { host, authorization })).toBe(200);
  expect(await statusOf(origin, "/api/start", { host: `localhost:${port}`, authorization })).toBe(200);
  expect(await statusOf(origin, "/api/start", { host, origin, authorization })).toBe(200);
  expect(await statusOf(origin, "/api/start", { host: "example.org", authorization })).toBe(403);
  expect(await statusOf(origin, "/api/start", { host: `example.org:${port}`, authorization })).toBe(403);
  expect(await statusOf(origin, "/api/start", { host: "localhost:1", authorization })).toBe(403);
  expect(await statusOf(origin, "/api/start", { host, origin: "https://example.org", authorization })).toBe(403);
  expect(await statusOf(origin, "/api/start", { host, origin: "null", authorization })).toBe(403);
  expect(await statusOf(origin, "/api/start", { host, origin: "http://localhost:1", authorization })).toBe(403);
});

test("nothing but the page is served without the token of this start", async () => {
  const { origin } = await startClient();
  const { host } = new URL(origin);
  expect(await statusOf(origin, "/", { host })).toBe(200);
  expect(await statusOf(origin, "/api/start", { host })).toBe(401);
  expect(await statusOf(origin, "/api/start", { host, authorization: "Bearer wrong" })).toBe(401);
  expect((await fetch(`${origin}/api/see`, { method: "POST", body: '{"request":"notes.md"}' })).status).toBe(401);
  expect((await fetch(`${origin}/api/drop?name=a`, { method: "POST", body: "a" })).status).toBe(401);
});

test("every start has another token", async () => {
  const [first, second] = [await startClient(), await startClient()];
  expect(first.token).toMatch(/^[\w-]{32}$/);
  expect(second.token).not.toBe(first.token);
});

test("the page may load nothing from elsewhere, and stands in no frame", async () => {
  const { origin } = await startClient();
  const { headers } = await fetch(origin);
  const policy = headers.get("content-security-policy");
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/https?:|unsafe|\*/);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
});

test.for([
  "/../package.json",
  "/..%2fpackage.json",
  "/%2e%2e/%2e%2e/package.json",
  "/assets/../../package.json",
  "/notes.txt",
  "/nothing.js",
])("only files of the page are served: %s is not", async (path) => {
  const { origin } = await startClient();
  expect(await statusOf(origin, path, { host: new URL(origin).host })).toBe(404);
});

test("it listens at this machine alone", async () => {
  const { origin } = await startClient();
  expect(new URL(origin).hostname).toBe("127.0.0.1");
});

test("what is no request of the page is answered with why", async () => {
  const { origin, token, ask } = await startClient();
  const send = (body: string): Promise<Response> =>
    fetch(`${origin}/api/see`, { method: "POST", body, headers: { authorization: `Bearer ${token}` } });
  expect((await send("no JSON")).status).toBe(400);
  expect((await send("[]")).status).toBe(400);
  expect((await send(`{"request":"${"x".repeat(70_000)}"}`)).status).toBe(413);
  expect((await ask("look", {})).status).toBe(400);
  expect((await ask("payload", { provider: "nobody", request: { path: "notes.md" } })).status).toBe(404);
  expect((await ask("converse", { question: "Why?" })).status).toBe(404);
  expect((await ask("start")).status).toBe(200);
});

test("a page that is not built, and a port that is taken, are said", async () => {
  const root = workspace();
  const reader = readerOf([root]);
  await expect(startWeb({ reader, roots: [root], page: `${root}/nowhere` })).rejects.toThrow("is not built");
  const { origin } = await startClient();
  const port = Number(new URL(origin).port);
  await expect(startClient({ port })).rejects.toThrow(`cannot listen at port ${port}`);
});

test.for(["TRACE", "CONNECT", "OPTIONS", "PUT", "PATCH", "DELETE", "PROPFIND"])(
  "%s is no method of the server, and it says which are",
  async (method) => {
    const { origin, token } = await startClient();
    const { hostname, port, host } = new URL(origin);
    const path = method === "CONNECT" ? host : "/api/start";
    const answer = await new Promise((resolve, reject) => {
      const sent = request({ hostname, port, path, method, headers: { host, authorization: `Bearer ${token}` } });
      sent.on("response", (response) => {
        response.resume();
        resolve([response.statusCode, response.headers.allow]);
      });
      sent.on("connect", ({ statusCode, headers }, socket) => {
        socket.destroy();
        resolve([statusCode, headers.allow]);
      });
      sent.on("error", reject);
      sent.end();
    });
    expect(answer).toEqual([405, "GET, HEAD, POST"]);
  },
);

test.for([
  "evil.com@127.0.0.1",
  "127.0.0.1@evil.com",
  "127.0.0.1.evil.com",
  "localhost.",
  "[::ffff:127.0.0.1]",
  "127.1",
  "2130706433",
])("%s is no name of the server", async (name) => {
  const { origin, token } = await startClient();
  const { host, port } = new URL(origin);
  const authorization = `Bearer ${token}`;
  for (const authority of [name, `${name}:${port}`]) {
    expect(await statusOf(origin, "/api/start", { host: authority, authorization })).toBeOneOf([400, 403]);
    expect(await statusOf(origin, "/api/start", { host, origin: `http://${authority}`, authorization })).toBe(403);
  }
});
