import type { Relationship } from "@reader/office-kit/package";
import { element, type WordElement } from "../tree.ts";
import { rewriteBlocks } from "./blocks.ts";
import type { Rewriting } from "./rewriting.ts";

/** Makes of the notes of a part, by their identifiers, what mammoth understands, and signs for what it would lose. */
export function rewriteNotes(
  root: WordElement,
  rewriting: Rewriting,
  relationships: ReadonlyMap<string, Relationship>,
): ReadonlyMap<string, WordElement> {
  const part = { ...rewriting, relationships, isMain: false, change: undefined };
  const name = root.name === "w:footnotes" ? "w:footnote" : "w:endnote";
  const notes = new Map<string, WordElement>();
  for (const note of root.children) {
    if (note.type === "text" || note.name !== name || isSeparator(note)) continue;
    const { "w:id": id = "" } = note.attributes;
    part.notes.add(`${name.slice(2)} ${id}`);
    notes.set(id, element(name, { "w:id": id }, rewriteBlocks(note.children, part)));
  }
  return notes;
}

function isSeparator({ attributes }: WordElement): boolean {
  return attributes["w:type"] !== undefined && attributes["w:type"] !== "normal";
}
