import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { alternate, processTime, type Measured } from "../measure.ts";
import type { Row } from "../row.ts";

const server = fileURLToPath(new URL("../../../../apps/mcp/lib/main.cjs", import.meta.url));
const node = process.execPath;

/** Rows about the MCP server. */
export const mcpRows: readonly Row[] = [
  {
    name: "MCP server, from its start to the answer to `initialize`",
    peer: "node -e 0",
    atMost: 2.5,
    async measure() {
      // That of the row's process, which the bench removes.
      const folder = mkdtempSync(join(tmpdir(), "mcp-"));
      const { ours, theirs, ratio, least } = await alternate(untilAnswer(folder), processTime(node, ["-e", "0"]), 41);
      const words = (median: number, minimum: number): string =>
        `${median.toFixed(1)} ms (least ${minimum.toFixed(1)})`;
      return { ours: words(ours, least.ours), theirs: words(theirs, least.theirs), value: ratio };
    },
  },
];

/** What a client says first. */
const initialize = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "0" } },
});

/** Milliseconds from the start of the program to the first line of its output; its end is not measured. */
function untilAnswer(folder: string): Measured {
  return async () => {
    const started = performance.now();
    const child = spawn(node, [server, folder], { stdio: ["pipe", "pipe", "ignore"] });
    child.stdin.write(`${initialize}\n`);
    let answer = "";
    let elapsed = Number.NaN;
    for await (const piece of child.stdout) {
      elapsed = performance.now() - started;
      answer += String(piece);
      if (answer.includes("\n")) break;
    }
    if (!answer.includes('"serverInfo"')) throw new Error(`The server answers: ${answer}`);
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    return elapsed;
  };
}
