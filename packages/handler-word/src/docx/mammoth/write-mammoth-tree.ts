import { namespacesOfMammoth } from "./mammoth-names.ts";
import type { MammothElement, MammothNode } from "./mammoth-node.ts";

/** The XML of a tree, which mammoth's own reader reads as the same tree. */
export function writeMammothTree(root: MammothElement): Uint8Array {
  const writer: Writer = { pieces: [], prefixes: new Map() };
  writeElement(root, writer);
  const declared = [...namespacesOfMammoth, ...[...writer.prefixes].map(([namespace, prefix]) => [prefix, namespace])];
  const declarations = declared.map(([prefix = "", namespace = ""]) => ` xmlns:${prefix}="${escaped(namespace)}"`);
  const [start = "", ...rest] = writer.pieces;
  return new TextEncoder().encode([declaration, start, ...declarations, ...rest].join(""));
}

const declaration = `<?xml version="1.0" encoding="UTF-8"?>`;

interface Writer {
  readonly pieces: string[];
  /** Prefixes that were made for the namespaces that mammoth has none for. */
  readonly prefixes: Map<string, string>;
}

function writeElement({ name, attributes, children }: MammothElement, writer: Writer): void {
  const { pieces } = writer;
  pieces.push(`<${fileName(name, writer)}`);
  for (const key in attributes) pieces.push(` ${fileName(key, writer)}="${escaped(attributes[key] ?? "")}"`);
  pieces.push(">");
  let before: MammothNode | undefined;
  for (const child of children) {
    // Two runs of text side by side would be read as one.
    if (child.type === "text") pieces.push(before?.type === "text" ? "<!---->" : "", escaped(child.value));
    else writeElement(child, writer);
    before = child;
  }
  pieces.push(`</${fileName(name, writer)}>`);
}

/** `{namespace}local` needs a prefix. */
function fileName(name: string, { prefixes }: Writer): string {
  if (!name.startsWith("{")) return name;
  const end = name.indexOf("}");
  const namespace = name.slice(1, end);
  const prefix =
    namespace === "http://www.w3.org/XML/1998/namespace" ? "xml" : (prefixes.get(namespace) ?? `n${prefixes.size}`);
  if (prefix !== "xml") prefixes.set(namespace, prefix);
  return `${prefix}:${name.slice(end + 1)}`;
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
]);

/** Line ends and tabs are written as numbers, because readers fold them. */
function escaped(value: string): string {
  return value.replaceAll(
    /[&<>"\t\n\r\u0085\u2028]/g,
    (character) => escapes.get(character) ?? `&#${character.codePointAt(0) ?? 0};`,
  );
}
