import { type Canary, defineHandler, type Handler, type MediaType } from "@reader/core/handler";
import manifest from "../package.json" with { type: "json" };

/**
 * Creates a handler for Jupyter notebooks (nbformat 1 to 4). Cells become places, with sources, outputs and images in
 * reading order. Loads only a small sniffer until the first notebook is read.
 */
export function notebook(): Handler {
  return defineHandler({
    name: "notebook",
    tables: "markdown",
    version: manifest.version,
    mediaTypes: [notebookMediaType],
    origin: { module: "@reader/handler-notebook", export: "notebook" },
    sniff: sniffNotebook,
    canary,
    async *read(source, context) {
      const { readNotebook } = await import("./read/read-notebook.ts");
      yield* readNotebook(source, context);
    },
    async info(source) {
      const { describeNotebook } = await import("./read/read-notebook.ts");
      return describeNotebook(source);
    },
    async outline(source, context) {
      const { outlineNotebook } = await import("./read/read-notebook.ts");
      return outlineNotebook(source, context);
    },
  });
}

/** The type that Jupyter itself registers for its files. */
const notebookMediaType: MediaType = "application/x-ipynb+json";

/**
 * Recognises a notebook by the keys of its top-level object, or by its name if the bytes start a JSON object. A JSON
 * file that only mentions notebooks, such as their schema, does not match.
 */
export function sniffNotebook(head: Uint8Array, name: string): MediaType | undefined {
  if (!startsWithObject(head)) return undefined;
  if (name.toLowerCase().endsWith(".ipynb")) return notebookMediaType;
  const start = new TextDecoder("latin1").decode(head);
  const keys = outermostKeys(start);
  if (!keys.has("cells") && !keys.has("worksheets")) return undefined;
  return keys.has("nbformat") || start.includes('"cell_type"') ? notebookMediaType : undefined;
}

const openBrace = 0x7b;
const byteOrderMark = [0xef, 0xbb, 0xbf];

/** True if the first character after JSON whitespace opens an object. */
function startsWithObject(head: Uint8Array): boolean {
  let at = byteOrderMark.every((byte, index) => head[index] === byte) ? byteOrderMark.length : 0;
  while (head[at] === 0x20 || head[at] === 0x09 || head[at] === 0x0a || head[at] === 0x0d) at += 1;
  return head[at] === openBrace;
}

/** Returns the keys of the top-level object. The pattern is linear in the length of the text. */
function outermostKeys(start: string): ReadonlySet<string> {
  const keys = new Set<string>();
  let depth = 0;
  for (const [token, name, colon] of start.matchAll(/"((?:[^"\\]|\\.)*)"(\s*:)?|[[\]{}]/gs)) {
    if (token === "{" || token === "[") depth += 1;
    else if (token === "}" || token === "]") depth -= 1;
    else if (depth === 1 && name !== undefined && colon !== undefined) keys.add(name);
  }
  return keys;
}

function canary(): Canary {
  const cells = [{ cell_type: "markdown", id: "a", metadata: {}, source: ["Canary"] }];
  const text = JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells });
  return { name: "canary.ipynb", mediaType: notebookMediaType, bytes: new TextEncoder().encode(text), text: "Canary" };
}
