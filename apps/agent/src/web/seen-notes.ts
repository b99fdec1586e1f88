import type { Notice } from "@reader/core";
import type { SeenNote } from "./wire/seen.ts";

const noticeStart = "Note: ";

/** The lines of what the reader says, each with the kind of its notice. Joined by line ends they are `notes`. */
export function seenNotes(notes: string, notices: readonly Notice[]): readonly SeenNote[] {
  if (notes === "") return [];
  const codes = notices.map(({ code }) => code)[Symbol.iterator]();
  return notes.split("\n").map((text) => {
    const code = text.startsWith(noticeStart) ? codes.next().value : undefined;
    return code === undefined ? { text } : { text, code };
  });
}
