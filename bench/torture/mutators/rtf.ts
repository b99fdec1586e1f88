import type { Dice } from "../dice.ts";
import { fromLatin1, latin1, startsWith, type Mutator } from "./mutator.ts";
import { nastyNumber, nastyString } from "./nasty.ts";
import { replaceMatch } from "./text.ts";

const words = ["par", "cell", "row", "trowd", "intbl", "itap2", "nestcell", "nestrow", "bin4", "pict", "object", "objdata", "field", "fldinst", "footnote", "u-4000", "uc9999", "ansicpg932", "fonttbl", "colortbl", "stylesheet", "info", "listtable", "ls1", "b", "plain", "upr", "ud", "v", "deleted", "sect", "mmath"];

type Change = (text: string, dice: Dice) => string;

const changes: readonly Change[] = [
  (text, dice) => replaceMatch(text, /(?<=\\[a-z]+)-?\d+/g, dice, nastyNumber),
  (text, dice) => replaceMatch(text, /\\[a-z]+-?\d*/g, dice, (each) => `\\${each.pick(words)}`),
  (text, dice) => replaceMatch(text, /\\[a-z]+-?\d* ?/g, dice, () => ""),
  (text, dice) => replaceMatch(text, /[{}]/g, dice, (each) => each.pick(["", "{", "}", "{{", "}}", "{\\*"])),
  (text, dice) => replaceMatch(text, /\\'[0-9a-f]{2}/g, dice, (each) => each.pick(["\\'", "\\'zz", "\\'ff", "\\'81", "\\'00"])),
  (text, dice) => replaceMatch(text, /(?<=[ }])[^\\{}\r\n]+/g, dice, nastyString),
  (text, dice) => replaceMatch(text, /\{[^{}]*\}/g, dice, (each) => `${"{\\b ".repeat(each.pick([1, 20, 3000]))}x`),
  (text, dice) => replaceMatch(text, /\{[^{}]*\}/g, dice, (each) => each.pick(text.match(/\{[^{}]*\}/g) ?? [""]).repeat(each.pick([1, 2, 500])).slice(0, 200_000)),
];

/** Control words and groups of RTF. */
export const rtfMutator: Mutator = {
  name: "rtf",
  accepts: (bytes) => startsWith(bytes, "{\\rtf"),
  mutate: (bytes, { dice }) => fromLatin1(dice.pick(changes)(latin1(bytes), dice)),
};
