import type { FormControl } from "../../sheets/control-words.ts";
import { type BookNames, referenceWords } from "./book-names.ts";
import { byteAt, wordAt } from "./records.ts";

/** The facts about a control in an OBJ record ([MS-XLS] 2.4.181). */
export type ControlFacts = Omit<FormControl, "caption">;

/** Names of object types ([MS-XLS] 2.5.143). Notes are comments, which are read with their cells. */
const kinds: ReadonlyMap<number, string> = new Map([
  [0x07, "button"],
  [0x0b, "check box"],
  [0x0c, "option button"],
  [0x0e, "label"],
  [0x10, "spin button"],
  [0x11, "scroll bar"],
  [0x12, "list box"],
  [0x13, "group box"],
  [0x14, "drop-down"],
]);

/** Types with a checked state, and types with a value. */
const switches: ReadonlySet<number> = new Set([0x0b, 0x0c]);
const sliders: ReadonlySet<number> = new Set([0x10, 0x11]);

/** Subrecords: switch state, slider, their formulas, and a list with the formula of its cells. */
const parts = { slider: 0x0c, sliderFormula: 0x0e, state: 0x12, list: 0x13, switchFormula: 0x14 };
const kindAt = 4;
const headerBytes = 4;

/** Returns the facts about a control, or `undefined` if the object is not a control. */
export function controlOf(data: DataView, book: BookNames): ControlFacts | undefined {
  const type = wordAt(data, kindAt);
  const kind = kinds.get(type);
  if (kind === undefined) return undefined;
  const found: { -readonly [Key in keyof ControlFacts]: ControlFacts[Key] } = { kind };
  for (let at = 0; at + headerBytes <= data.byteLength; at += headerBytes + wordAt(data, at + 2)) {
    const place = at + headerBytes;
    const part = wordAt(data, at);
    if (part === parts.state && switches.has(type)) found.isChecked = wordAt(data, place) === 1;
    else if (part === parts.slider && sliders.has(type)) found.value = wordAt(data, place + 4);
    else if (part === parts.sliderFormula || part === parts.switchFormula) {
      found.linkedCell = formulaAt(data, place, book);
    } else if (part === parts.list) {
      // The stated size is unreliable, and only the end mark follows this subrecord.
      found.source = formulaAt(data, place, book);
      found.choice = wordAt(data, place + 2 + wordAt(data, place) + 2);
      break;
    }
  }
  return found;
}

/** Size of the length of a formula and the unused field after it, in bytes ([MS-XLS] 2.5.198.103). */
const formulaHeaderBytes = 6;

function formulaAt(data: DataView, at: number, book: BookNames): string | undefined {
  const start = at + 2;
  if (wordAt(data, at) < formulaHeaderBytes || byteAt(data, start) === 0) return undefined;
  return referenceWords(data, { at: start + formulaHeaderBytes, bytes: wordAt(data, start) & 0x7fff }, book);
}
