import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Adapter, Answer } from "../adapter.ts";
import type { CommandLine } from "./command-line.ts";
import { isInstalled } from "./is-installed.ts";
import { connectMcp, type McpConnection } from "./mcp-connection.ts";

/** A server of the Model Context Protocol, and what of it reads files. */
export interface McpTool extends CommandLine {
  readonly name: string;
  /** The tool; where it is not given, the first that the server has of `read_text_file`, `read_file`, `read` and others. */
  readonly tool?: string;
  /** The argument that takes the absolute path; where not given, by its usual names. */
  readonly argument?: string;
}

const toolNames = [
  "read_text_file",
  "read_file",
  "read",
  "read_media_file",
  "convert_to_markdown",
  "get_file_contents",
];
const argumentNames = ["path", "file_path", "filePath", "filepath", "file", "filename", "absolute_path", "uri", "url"];

/** A server that is started by a command, in whose arguments `{workspace}` is its folder. */
export function mcpAdapter({ name, command, args, tool, argument }: McpTool): Adapter {
  let server: Promise<{ readonly connection: McpConnection; readonly call: Call }> | undefined;
  const start = async (workspace: string): Promise<{ connection: McpConnection; call: Call }> => {
    const connection = await connectMcp({ command, args }, workspace);
    return { connection, call: await findCall(connection, { tool, argument }) };
  };
  return {
    name,
    missing: () => (isInstalled(command) ? undefined : `the command ${command} is not installed`),
    async read(workspace, path) {
      server ??= start(workspace);
      const { connection, call } = await server;
      const file = resolve(workspace, path);
      const value = /ur[il]$/u.test(call.argument) ? pathToFileURL(file).href : file;
      return answerOf(
        await connection.request("tools/call", { name: call.tool, arguments: { [call.argument]: value } }),
      );
    },
    close: async () => (await server)?.connection.stop(),
  };
}

interface Call {
  readonly tool: string;
  readonly argument: string;
}

interface Listed {
  readonly name: string;
  readonly inputSchema?: { readonly properties?: object };
}

async function findCall(connection: McpConnection, wish: { tool: string | undefined; argument: string | undefined }) {
  const { tools } = (await connection.request("tools/list", {})) as { readonly tools: readonly Listed[] };
  const wanted = wish.tool === undefined ? toolNames : [wish.tool];
  const found = wanted.map((name) => tools.find((each) => each.name === name)).find((each) => each !== undefined);
  if (found === undefined) throw new Error(`The server has none of the tools ${wanted.join(", ")}.`);
  const taken = Object.keys(found.inputSchema?.properties ?? {});
  const argument = wish.argument ?? argumentNames.find((name) => taken.includes(name));
  if (argument === undefined) throw new Error(`No argument of ${found.name} takes a path: ${taken.join(", ")}.`);
  return { tool: found.name, argument };
}

interface CallResult {
  readonly isError?: boolean;
  readonly content?: readonly {
    readonly type: string;
    readonly text?: string;
    readonly resource?: { readonly text?: string };
  }[];
}

function answerOf(result: unknown): Answer {
  const { isError, content = [] } = result as CallResult;
  const text = content.map((part) => part.text ?? part.resource?.text ?? "").join("\n");
  const images = content.filter(({ type }) => type === "image").length;
  return { ok: isError !== true, text, images };
}
