import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { resolve as resolvePath } from "node:path";
import type { Adapter, Answer } from "../adapter.ts";
import { isInstalled } from "./is-installed.ts";

const command = "mcp-server-filesystem";

/** The reference server of the Model Context Protocol for files, and its `read_text_file`. */
export function createAdapter(): Adapter {
  let server: Server | undefined;
  return {
    name: "MCP filesystem",
    missing: () => (isInstalled(command) ? undefined : `the command ${command} is not installed`),
    async read(workspace, path) {
      server ??= await startServer(workspace);
      return answerOf(
        await server.request("tools/call", {
          name: "read_text_file",
          arguments: { path: resolvePath(workspace, path) },
        }),
      );
    },
    close: () => server?.stop(),
  };
}

interface Server {
  request(method: string, params: object): Promise<unknown>;
  stop(): void;
}

async function startServer(workspace: string): Promise<Server> {
  const child = spawn(command, [workspace], { stdio: ["pipe", "pipe", "pipe"] });
  const waiting = new Map<number, (message: unknown) => void>();
  onLines(child, (line) => {
    const message: unknown = JSON.parse(line);
    if (typeof message === "object" && message !== null && "id" in message) waiting.get(Number(message.id))?.(message);
  });
  let last = 0;
  const server: Server = {
    request: (method, params) =>
      new Promise((resolve) => {
        last += 1;
        waiting.set(last, resolve);
        send(child, { id: last, method, params });
      }),
    stop: () => void child.kill(),
  };
  const clientInfo = { name: "odd-files", version: "0.0.0" };
  await server.request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
  send(child, { method: "notifications/initialized" });
  return server;
}

/** Only a line feed ends a message: `node:readline` splits at U+2028 too, which JSON may hold as it is. */
function onLines(child: ChildProcessWithoutNullStreams, take: (line: string) => void): void {
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    const lines = `${rest}${piece}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) take(line);
  });
}

function send(child: ChildProcessWithoutNullStreams, message: object): void {
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

interface CallMessage {
  readonly result?: { readonly isError?: boolean; readonly content?: readonly { readonly text?: string }[] };
  readonly error?: { readonly message: string };
}

function answerOf(message: unknown): Answer {
  const { result, error } = message as CallMessage;
  const text = (result?.content ?? []).map((part) => part.text ?? "").join("\n");
  return error === undefined ? { ok: result?.isError !== true, text } : { ok: false, text: error.message };
}
