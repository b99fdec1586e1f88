import { numberIn } from "@reader/document/builder";
import type { NoteKind } from "./body-sink.ts";
import type { BodyNote, BodyState } from "./body-state.ts";

/** The number format of endnotes: i, ii, iii. */
const lowerRoman = 2;

/** The mark of a note by its identifier, such as `[^1]`; `undefined` if the document has no such note. */
export function noteMark(state: BodyState, kind: NoteKind, id: string): string | undefined {
  const key = `${kind} ${id}`;
  const known = state.noteMarks.get(key);
  if (known !== undefined || !state.notes.has(key)) return known;
  const number = (state.noteCounts[kind] += 1);
  const mark = kind === "footnote" ? `[^${number}]` : `[^${numberIn(lowerRoman, number)}]`;
  state.noteMarks.set(key, mark);
  state.dueNotes.push(key);
  return mark;
}

/** Writes the notes that are due. `writeContent` writes the paragraphs of one, which may refer to further notes. */
export function writeDueNotes(state: BodyState, writeContent: (note: BodyNote) => void): void {
  for (let key = state.dueNotes.shift(); key !== undefined; key = state.dueNotes.shift()) {
    const note = state.notes.get(key);
    if (note === undefined) continue;
    state.sink.startNote();
    writeContent(note);
    state.sink.endNote(state.noteMarks.get(key) ?? "");
  }
}
