import type { CallToolResult } from "@modelcontextprotocol/server";

/** Bytes of a result as JSON. A message over 10 MB ends a connection over stdio (its transport's `maxBufferSize`). */
export const maxResultBytes = 8_000_000;

/** A result that fits a message. What the tools give fits; this holds whatever a handler or a name does. */
export function limitResult(result: CallToolResult): CallToolResult {
  if (Buffer.byteLength(JSON.stringify(result)) <= maxResultBytes) return result;
  const text = "The answer is larger than the 8 MB that a message may have. Ask for less at a time.";
  return { content: [{ type: "text", text }], isError: true };
}
