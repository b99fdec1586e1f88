import type { MarkdownPiece } from "@reader/document";
import { numberIn } from "@reader/document/builder";
import { tellMammothHtml } from "./mammoth-html.ts";
import { HtmlTeller } from "./html-teller.ts";
import type { NoteDefinition, NoteLabels, TellerInput } from "./teller-input.ts";

/** mammoth's HTML in its two halves. */
export interface SplitHtml {
  readonly body: string;
  readonly notes: string;
}

/** Where mammoth puts the notes: in a list at the end, the only one, since lists come to it as paragraphs. */
export function splitHtml(html: string): SplitHtml {
  const at = html.indexOf('<ol><li id="');
  return at < 0 ? { body: html, notes: "" } : { body: html.slice(0, at), notes: html.slice(at) };
}

/** The labels of notes as they are come upon. */
export interface Notes extends NoteLabels {
  /** Takes notes as mammoth tells of them. */
  add(html: string): void;
}

/** No note yet. */
export function createNotes(input: Omit<TellerInput, "notes">): Notes {
  const labels = new Map<string, string>();
  const content = new Map<string, string>();
  const due: string[] = [];
  const numbers = { footnote: 0, endnote: 0 };
  const definitionOf = (id: string): readonly NoteDefinition[] => {
    const html = content.get(id);
    if (html === undefined) return [];
    content.delete(id);
    const teller = new HtmlTeller({ ...input, notes: own });
    tellMammothHtml(html, teller);
    const pieces = teller.end().filter((piece): piece is MarkdownPiece => piece.type !== "document");
    return [{ label: labels.get(id) ?? "", pieces }];
  };
  const own: Notes = {
    add: (html) => addContent(html, content),
    refer(id) {
      const known = labels.get(id);
      if (known !== undefined) return known;
      const label = id.startsWith("endnote")
        ? `[^${numberIn(lowerRoman, (numbers.endnote += 1))}]`
        : `[^${(numbers.footnote += 1)}]`;
      labels.set(id, label);
      due.push(id);
      return label;
    },
    due: () => due.splice(0).flatMap(definitionOf),
  };
  return own;
}

const lowerRoman = 2;

/** Adds the HTML of each note by its identifier, without the link back that mammoth ends it with. */
function addContent(notes: string, content: Map<string, string>): void {
  for (const note of notes.split('<li id="').slice(1)) {
    const quote = note.indexOf('"');
    const html = note.slice(note.indexOf(">", quote) + 1).replace(/<\/li>(?:<\/ol>.*)?$/s, "");
    content.set(note.slice(0, quote), html.replace(/ <a href="#[^"]*">↑<\/a>/, ""));
  }
}
