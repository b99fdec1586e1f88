import { createReader, type Outline, type OutlineEntry } from "@reader/core";
import type { HandlerContext, Source } from "@reader/core/handler";
import { memorySource, mockContext } from "@reader/testkit";
import { dirname } from "node:path";
import { outline } from "../src/index.ts";
import { outlineText } from "../src/outline-file.ts";

/** Long enough that a busy machine changes nothing. */
const patientMs = 60_000;

/** The outline of a text of a type, given all the time that it takes. */
export async function outlineOfText(text: string, mediaType: string, name = "input"): Promise<Outline> {
  return outlineText({ text, mediaType, name, timeMs: patientMs });
}

/** The outline of a text of a type in the time that a read has for it, so that it may be less than whole. */
export async function promptOutlineOfText(text: string, mediaType: string): Promise<Outline> {
  return outlineText({ text, mediaType, name: "input" });
}

/** Outlines a file through the reader, which detects its type. */
export async function outlineOfFile(file: string): Promise<Outline> {
  const handler = outline();
  const seen: Outline[] = [];
  const recorder = {
    ...handler,
    outline: async (source: Source, context: HandlerContext): Promise<Outline> => {
      const found = (await handler.outline?.(source, context)) ?? { entries: [] };
      seen.push(found);
      return found;
    },
  };
  const reader = createReader({ roots: [dirname(file)], handlers: [recorder] });
  const outcome = await reader.read({ path: file, view: "outline" });
  await reader.close();
  if (!outcome.ok) throw new Error(outcome.error.message);
  return seen[0] ?? { entries: [] };
}

/** The outline of bytes that are said to be text of a type. */
export async function outlineOfBytes(
  bytes: Uint8Array,
  mediaType: string,
  overrides: Partial<HandlerContext> = {},
): Promise<Outline> {
  const text = { encoding: "utf-8", confidence: 1, bomBytes: 0, isAsciiSoFar: false };
  const source = memorySource("input", bytes, { sniff: { mediaType, by: "name", text } });
  return (await outline().outline?.(source, mockContext(overrides))) ?? { entries: [] };
}

/** An outline as lines: where, what, the name in brackets, and what people see. */
export function shownOutline({ entries, summary, truncated }: Outline): string {
  const head = [
    ...(summary === undefined ? [] : [`summary: ${summary}`]),
    ...(truncated === true ? ["truncated"] : []),
  ];
  return [...head, ...entries.flatMap((entry) => shownEntry(entry, ""))].join("\n");
}

function shownEntry({ kind, name, title, lines, children = [] }: OutlineEntry, indent: string): readonly string[] {
  const where = lines === undefined ? "" : `${lines.first}-${lines.last} `;
  const own = `${indent}${where}${kind} [${name}] ${title}`;
  return [own, ...children.flatMap((child) => shownEntry(child, `${indent}  `))];
}

/** All entries, the outer ones before those inside them. */
export function allEntries(entries: readonly OutlineEntry[]): readonly OutlineEntry[] {
  return entries.flatMap((entry) => [entry, ...allEntries(entry.children ?? [])]);
}
