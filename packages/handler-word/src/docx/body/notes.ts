import { numberIn } from "@reader/document/builder";
import type { NoteKind } from "./body-sink.ts";
import type { BodyNote, BodyState } from "./body-state.ts";

/** The number format code of endnotes: i, ii, iii. */
const lowerRoman = 2;

/** Returns the mark of a note, such as `[^1]`, or `undefined` if the document has no such note. */
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

/** Writes pending notes. `writeContent` writes the paragraphs of one, which may refer to further notes. */
export function writeDueNotes(state: BodyState, writeContent: (note: BodyNote) => void): void {
  for (let key = state.dueNotes.shift(); key !== undefined; key = state.dueNotes.shift()) {
    const note = state.notes.get(key);
    if (note === undefined) continue;
    state.sink.startNote();
    writeContent(note);
    state.sink.endNote(state.noteMarks.get(key) ?? "");
  }
}
