import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { pathToFileURL } from "node:url";
import { ToolEnded } from "../adapter.ts";
import { filledArguments, type CommandLine } from "./command-line.ts";

/** A running server of the Model Context Protocol, spoken to over its stdio. */
export interface McpConnection {
  /** The result of a request. Rejects with what the server says of an error, and with `ToolEnded` where it is gone. */
  request(method: string, params: object): Promise<unknown>;
  stop(): void;
}

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly message?: string };
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Starts a server in the workspace and greets it. */
export async function connectMcp({ command, args }: CommandLine, workspace: string): Promise<McpConnection> {
  const child = spawn(command, filledArguments(args, workspace, ""), {
    cwd: workspace,
    stdio: ["pipe", "pipe", "pipe"],
  });
  // A full pipe blocks the server, so its output is read and discarded.
  child.stderr.resume();
  child.stdin.on("error", () => undefined);
  const waiting = new Map<number, Waiting>();
  onLines(child, (line) => take(line, { child, waiting, workspace }));
  const end = (): void => waiting.forEach(({ reject }) => reject(new ToolEnded(`${command} has ended`)));
  child.once("error", end).once("close", end);
  let last = 0;
  const connection: McpConnection = {
    request: (method, params) =>
      new Promise((resolve, reject) => {
        if (child.exitCode !== null || child.signalCode !== null) return reject(new ToolEnded(`${command} has ended`));
        last += 1;
        waiting.set(last, { resolve, reject });
        send(child, { id: last, method, params });
      }),
    stop: () => void child.kill(),
  };
  const clientInfo = { name: "odd-files", version: "0.0.0" };
  await connection.request("initialize", { protocolVersion: "2025-06-18", capabilities: { roots: {} }, clientInfo });
  send(child, { method: "notifications/initialized" });
  return connection;
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

interface Talk {
  readonly child: ChildProcessWithoutNullStreams;
  readonly waiting: Map<number, Waiting>;
  readonly workspace: string;
}

function take(line: string, { child, waiting, workspace }: Talk): void {
  const message = messageOf(line);
  if (message?.id === undefined) return;
  // The server has numbers of its own for what it asks.
  if (message.method !== undefined) return send(child, { id: message.id, ...replyTo(message.method, workspace) });
  const asked = waiting.get(Number(message.id));
  waiting.delete(Number(message.id));
  if (message.error === undefined) asked?.resolve(message.result);
  else asked?.reject(new Error(message.error.message ?? "an error without words"));
}

/** Output that is not a message is ignored. */
function messageOf(line: string): Message | undefined {
  try {
    return JSON.parse(line) as Message;
  } catch {
    return undefined;
  }
}

function replyTo(method: string, workspace: string): object {
  if (method === "ping") return { result: {} };
  if (method === "roots/list")
    return { result: { roots: [{ uri: pathToFileURL(workspace).href, name: "workspace" }] } };
  return { error: { code: -32_601, message: "Method not found" } };
}

function send(child: ChildProcessWithoutNullStreams, message: object): void {
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}
