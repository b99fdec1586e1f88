import type { AgentEvent } from "../conversation.ts";

/** An event as one line of JSON. Pictures and documents are told by their size: programs read files themselves. */
export function jsonLine(event: AgentEvent): string {
  return `${JSON.stringify(event, elided)}\n`;
}

function elided(name: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return { bytes: value.length };
  return name === "base64" && typeof value === "string" ? { characters: value.length } : value;
}
