import { commentLine } from "../comments.ts";
import { first, textOf, valueOf, element, type WordElement } from "../tree.ts";
import type { RunTarget } from "./inline-target.ts";
import { plainLook } from "./inline-writer.ts";
import { fontText } from "./symbols.ts";

/** Words; those of symbol fonts as the characters that they show. */
export function writeText(child: WordElement, { writer, look, font, part }: RunTarget): void {
  const text = textOf(child);
  part.anchors.text(text);
  part.fields.words();
  writer.text(font === undefined ? text : fontText(text, font), look);
}

/** A line break; ends of pages and columns only part words. */
export function writeBreak(child: WordElement, { writer, look }: RunTarget): void {
  const type = child.attributes["w:type"];
  if (type === undefined || type === "textWrapping") writer.node(element("w:br"), look);
  else writer.text(" ", look);
}

/** Begin, middle or end of a field, and what is chosen where it is a list. */
export function writeFieldPart(child: WordElement, target: RunTarget): void {
  const { writer, look, part } = target;
  const type = child.attributes["w:fldCharType"];
  const code = type === "begin" ? undefined : part.fields.take();
  if (code !== undefined) writer.node(code, look);
  writer.node(child, look);
  if (type === "begin") part.fields.begin();
  else if (type === "end") writeDrawnField(part.fields.end(), target);
  writeChosen(first(first(child, "w:ffData"), "w:ddList"), target);
}

function writeDrawnField(text: string, { writer, look }: RunTarget): void {
  if (text !== "") writer.text(text, look);
}

/** What is chosen in a form's list. */
function writeChosen(list: WordElement | undefined, { writer, look }: RunTarget): void {
  if (list === undefined) return;
  const entries = list.children.flatMap((entry) =>
    entry.type === "element" && entry.name === "w:listEntry" ? [entry.attributes["w:val"] ?? ""] : [],
  );
  const chosen = Number(valueOf(list, "w:result") ?? valueOf(list, "w:default") ?? 0);
  writer.text(entries[chosen] ?? "", look);
}

/** The mark of a footnote or an endnote; said where the note itself is missing. */
export function writeNote(child: WordElement, { writer, look, part }: RunTarget, kind: string): void {
  // A mark that the author chose for the note comes after it, as text.
  if (part.notes.has(`${kind} ${child.attributes["w:id"] ?? ""}`)) writer.node(child, look);
  else writer.text(`[${kind} missing]`, look);
}

/** A comment, once, where its mark stands. */
export function writeComment(child: WordElement, { writer, part, change }: RunTarget): void {
  const id = child.attributes["w:id"] ?? "";
  const comment = part.comments.get(id);
  if (comment === undefined || part.seenComments.has(id)) return;
  part.seenComments.add(id);
  const markdown = commentLine(comment, part.anchors.quoteAt(id));
  writer.sign(part.signs.put({ type: "words", markdown }), { ...plainLook, change });
}
