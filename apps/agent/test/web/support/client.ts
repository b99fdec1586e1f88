import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { startWeb, type WebOptions } from "../../../src/web/start-web.ts";
import { readerOf, workspace } from "./workspace.ts";

/** A web view that listens, and how it is asked. */
export interface Client {
  /** Without the token. */
  readonly origin: string;
  readonly token: string;
  /** The workspace. */
  readonly root: string;
  /** Asks as the page does. */
  readonly ask: (path: string, body?: object) => Promise<Response>;
  /** What is answered to a request that works. */
  readonly answer: <Answer>(path: string, body?: object) => Promise<Answer>;
  readonly drop: (name: string, content: string | Uint8Array<ArrayBuffer>) => Promise<Response>;
  /** Ends it before the test ends. */
  readonly close: () => Promise<void>;
}

/** Starts a web view over a workspace of its own, with a page that says nothing. */
export async function startClient(options: Partial<WebOptions> = {}): Promise<Client> {
  const page = mkdtempSync(join(tmpdir(), "reader-page-"));
  onTestFinished(() => rmSync(page, { recursive: true, force: true }));
  writeFileSync(join(page, "index.html"), "<title>page</title>");
  writeFileSync(join(page, "notes.txt"), "no part of the page");
  const root = workspace();
  const view = await startWeb({ reader: readerOf([root]), roots: [root], page, ...options });
  onTestFinished(() => view.close());
  const { origin, hash } = new URL(view.url);
  const token = hash.slice(1);
  const headers = { authorization: `Bearer ${token}` };
  const ask = (path: string, body?: object): Promise<Response> =>
    fetch(`${origin}/api/${path}`, {
      headers,
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    });
  return {
    origin,
    token,
    root,
    ask,
    answer: async (path, body) => (await ask(path, body)).json() as Promise<never>,
    drop: (name, content) =>
      fetch(`${origin}/api/drop?name=${encodeURIComponent(name)}`, { headers, method: "POST", body: content }),
    close: () => view.close(),
  };
}

/** The status of a request with any headers and any path, neither of which `fetch` would send. */
export function statusOf(origin: string, path: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on("error", reject);
    sent.end();
  });
}
