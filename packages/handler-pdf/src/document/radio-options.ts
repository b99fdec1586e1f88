import type { PDFObject } from "mupdf";
import { oneLine } from "../engine/one-line.ts";
import { mapArray, textAt, withObject } from "../engine/pdf-objects.ts";

const maxButtons = 200;

/** What buttons offer of which one is chosen, in the words that people see. */
export function radioOptions(button: PDFObject): readonly string[] {
  const states = withObject(button, ["Parent", "Kids"], (kids) => mapArray(kids, maxButtons, stateOf)) ?? [];
  const words = states.flatMap((state) => (state === undefined ? [] : [radioWords(button, state)]));
  return [...new Set(words)];
}

/** The name of the state in which a button is on. */
function stateOf(button: PDFObject): string | undefined {
  let state: string | undefined;
  withObject(button, ["AP", "N"], (appearances) => {
    // An appearance of its own is no list of them.
    if (appearances.isStream() || !appearances.isDictionary()) return;
    state = firstState(appearances);
  });
  return state;
}

/** The engine goes through all of them unless it is stopped: a list that many buttons share may be endless. */
class FoundState extends Error {}

function firstState(appearances: PDFObject): string | undefined {
  let state: string | undefined;
  try {
    appearances.forEach((appearance, key) => {
      appearance.destroy();
      if (key === "Off" || typeof key !== "string") return;
      state = key;
      throw new FoundState();
    });
  } catch (error) {
    if (!(error instanceof FoundState)) throw error;
  }
  return state;
}

/** The words for a state: where the field lists options, states are numbers in that list (ISO 32000-1, 12.7.4.2.3). */
export function radioWords(field: PDFObject, state: string): string {
  const options = field.getInheritable("Opt");
  try {
    const words = /^\d{1,4}$/.test(state) && options.isArray() ? textAt(options, Number(state)) : undefined;
    return oneLine(words ?? state);
  } finally {
    options.destroy();
  }
}
