import type { FormControl } from "../../sheets/control-words.ts";
import type { BookNames } from "./book-names.ts";
import { byteAt, wordAt } from "./records.ts";
import { referenceWords } from "./reference-words.ts";

/** What an OBJ record tells of a control ([MS-XLS] 2.4.181). */
export type ControlFacts = Omit<FormControl, "caption">;

/** The types of objects ([MS-XLS] 2.5.143) by what people call them; notes are comments, which come with their cells. */
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

/** Those that are on or off, that slide, and that offer choices. */
const switches: ReadonlySet<number> = new Set([0x0b, 0x0c]);
const sliders: ReadonlySet<number> = new Set([0x10, 0x11]);

/** Parts of the record: state of a switch, slider, formulas of both, and a list with the formula of its cells. */
const parts = { slider: 0x0c, sliderFormula: 0x0e, state: 0x12, list: 0x13, switchFormula: 0x14 };
const kindAt = 4;
const headerBytes = 4;

/** What an object is, and what is known of it; undefined for what is no control. */
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
      // Its size is not to be trusted, and it is the last part but for the end.
      found.source = formulaAt(data, place, book);
      found.choice = wordAt(data, place + 2 + wordAt(data, place) + 2);
      break;
    }
  }
  return found;
}

/** Bytes of a formula's own size and of what is not used behind that ([MS-XLS] 2.5.198.103). */
const formulaHeaderBytes = 6;

function formulaAt(data: DataView, at: number, book: BookNames): string | undefined {
  const start = at + 2;
  if (wordAt(data, at) < formulaHeaderBytes || byteAt(data, start) === 0) return undefined;
  return referenceWords(data, { at: start + formulaHeaderBytes, bytes: wordAt(data, start) & 0x7fff }, book);
}
