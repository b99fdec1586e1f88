import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { anthropic, createReader, type Handler } from "@reader/core";
import { renderText } from "@reader/core/render";
import { archive } from "@reader/handler-archive";
import { image } from "@reader/handler-image";
import { notebook } from "@reader/handler-notebook";
import { csv, office } from "@reader/handler-office";
import { pdf } from "@reader/handler-pdf";
import { isolate } from "@reader/isolate";

/** Memory of the process that keeps documents, in bytes, after a collection. */
export interface Memory {
  readonly heapUsed: number;
  readonly rss: number;
  readonly external: number;
}

/** A way in which many documents are read one after the other. */
export interface Way {
  /** Reads a document and returns the text that a model would get. */
  read(path: string): Promise<string>;
  memory(): Promise<Memory>;
  close(): Promise<void>;
}

/** Opens the ways, by name; each gets the folder of the documents. */
export const ways: Readonly<Record<string, (folder: string) => Promise<Way>>> = {
  library: (folder) => inThisProcess(folder, documentHandlers(), () => Promise.resolve()),
  isolated(folder) {
    const isolation = isolate(documentHandlers(), { resolveFrom: import.meta.url });
    return inThisProcess(folder, isolation.handlers, () => isolation.close());
  },
  stdio: overStdio,
  http: overHttp,
};

function documentHandlers(): Handler[] {
  return [pdf(), image(), notebook(), ...office(), archive(), csv()];
}

async function inThisProcess(folder: string, handlers: readonly Handler[], end: () => Promise<void>): Promise<Way> {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error("Memory is measured after a collection: start node with --expose-gc.");
  const reader = createReader({ roots: [folder], handlers, capabilities: anthropic });
  return {
    read: async (path) => renderText(await reader.read(path)),
    async memory() {
      await gc({ execution: "async" });
      gc();
      const { heapUsed, rss, external } = process.memoryUsage();
      return { heapUsed, rss, external };
    },
    async close() {
      await reader.close();
      await end();
    },
  };
}

const program = fileURLToPath(new URL("../../apps/mcp/dist/main.js", import.meta.url));
const reporter = new URL("report-memory.mjs", import.meta.url).href;

/** A server that reports its memory on a signal. */
function startServer(args: readonly string[]): { server: ChildProcessWithoutNullStreams; memory: Way["memory"] } {
  const server = spawn(process.execPath, ["--expose-gc", "--import", reporter, program, ...args]);
  const waiting: ((memory: Memory) => void)[] = [];
  createInterface({ input: server.stderr }).on("line", (line) => {
    if (line.startsWith("memory ")) waiting.shift()?.(JSON.parse(line.slice("memory ".length)) as Memory);
  });
  const memory = (): Promise<Memory> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      server.kill("SIGUSR2");
    });
  return { server, memory };
}

interface Answer {
  readonly id?: number;
  readonly result?: { readonly content?: readonly { readonly type: string; readonly text?: string }[] };
}

const opening = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "memory", version: "0.0.0" },
};

/** One client, and one session for all documents. */
async function overStdio(folder: string): Promise<Way> {
  const { server, memory } = startServer([folder]);
  const waiting = new Map<number, (answer: Answer) => void>();
  createInterface({ input: server.stdout }).on("line", (line) => {
    const answer = JSON.parse(line) as Answer;
    waiting.get(answer.id ?? -1)?.(answer);
    waiting.delete(answer.id ?? -1);
  });
  let last = 0;
  const ask = (method: string, params: object): Promise<Answer> =>
    new Promise((resolve) => {
      last += 1;
      waiting.set(last, resolve);
      server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: last, method, params })}\n`);
    });
  await ask("initialize", opening);
  server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
  return {
    read: async (path) => textOf(await ask("tools/call", { name: "read", arguments: { path } })),
    memory,
    close: () => ended(server),
  };
}

/** A separate client and session for each document. */
async function overHttp(folder: string): Promise<Way> {
  const { server, memory } = startServer(["--http", "127.0.0.1:0", folder]);
  const url = await new Promise<string>((resolve) => {
    createInterface({ input: server.stderr }).on("line", (line) => {
      const found = /http:\/\/\S+\/mcp/.exec(line)?.[0];
      if (found !== undefined) resolve(found);
    });
  });
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const ask = async (method: string, params: object): Promise<Answer> => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const text = await (await fetch(url, { method: "POST", headers, body })).text();
    const data = text.startsWith("{") ? text : /^data: (.*)$/m.exec(text)?.[1];
    return JSON.parse(data ?? "{}") as Answer;
  };
  return {
    async read(path) {
      await ask("initialize", opening);
      return textOf(await ask("tools/call", { name: "read", arguments: { path } }));
    },
    memory,
    close: () => ended(server),
  };
}

function textOf({ result }: Answer): string {
  return (result?.content ?? []).map(({ text = "" }) => text).join("\n");
}

function ended(server: ChildProcessWithoutNullStreams): Promise<void> {
  return new Promise((resolve) => {
    server.once("exit", () => resolve());
    server.kill("SIGTERM");
  });
}
