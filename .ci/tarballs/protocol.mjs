// The installed MCP server before the protocol's own programs: the Inspector in its command line mode, and the
// conformance suite. Both are large, so they are fetched here and are no dependency of the workspace.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { succeed } from "./run.mjs";

const inspector = "@modelcontextprotocol/inspector@2.12.0";
const conformance = "@modelcontextprotocol/conformance@0.1.16";

/** What the suite asks of every server. Its other scenarios want tools, prompts and resources that are made for them. */
const scenarios = [
  "server-initialize",
  "ping",
  "tools-list",
  "server-sse-multiple-streams",
  "dns-rebinding-protection",
];

/** Runs both; `step` reports each one. */
export async function checkProtocol(step, { node, project, workspace, env }) {
  const server = join(project, "node_modules/@reader/mcp/lib/main.cjs");
  const inspect = (...method) =>
    succeed("npx", ["-y", inspector, "--cli", node, server, workspace, "--method", ...method], { cwd: project, env });
  await step("the Inspector lists the tools", async () => {
    const { tools } = JSON.parse(await inspect("tools/list"));
    if (tools.map(({ name }) => name).join() !== "read,list,find") throw new Error(JSON.stringify(tools));
  });
  await step("the Inspector reads a file", async () => {
    const { content, isError } = JSON.parse(
      await inspect("tools/call", "--tool-name", "read", "--tool-arg", "path=app.log"),
    );
    if (isError === true || content[0]?.text?.startsWith("1\t") !== true) throw new Error(JSON.stringify(content));
  });
  await conform(step, { node, server, workspace, project, env });
}

async function conform(step, { node, server, workspace, project, env }) {
  const child = spawn(node, [server, "--http", "127.0.0.1:0", workspace], { stdio: ["ignore", "ignore", "pipe"] });
  try {
    const [line] = await once(createInterface({ input: child.stderr }), "line");
    const address = /http:\S+/.exec(line)?.[0] ?? "";
    for (const scenario of scenarios) {
      const args = ["-y", conformance, "server", "--url", address, "--scenario", scenario];
      await step(`the conformance suite passes ${scenario}`, () => succeed("npx", args, { cwd: project, env }));
    }
  } finally {
    child.kill();
  }
}
