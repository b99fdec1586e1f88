import type { Dice } from "../dice.ts";
import { fromLatin1, latin1, startsWith, type Mutator } from "./mutator.ts";
import { nastyNumber, nastyString } from "./nasty.ts";
import { replaceMatch } from "./text.ts";

const words = [
  "par",
  "cell",
  "row",
  "trowd",
  "intbl",
  "itap2",
  "nestcell",
  "nestrow",
  "bin4",
  "pict",
  "object",
  "objdata",
  "field",
  "fldinst",
  "footnote",
  "u-4000",
  "uc9999",
  "ansicpg932",
  "fonttbl",
  "colortbl",
  "stylesheet",
  "info",
  "listtable",
  "ls1",
  "b",
  "plain",
  "upr",
  "ud",
  "v",
  "deleted",
  "sect",
  "mmath",
];

type Change = (text: string, dice: Dice) => string;

const changes: readonly Change[] = [
  (text, dice) => replaceMatch(text, [/(?<=\\[a-z]+)-?\d+/g, nastyNumber], dice),
  (text, dice) => replaceMatch(text, [/\\[a-z]+-?\d*/g, (each) => `\\${each.pick(words)}`], dice),
  (text, dice) => replaceMatch(text, [/\\[a-z]+-?\d* ?/g, () => ""], dice),
  (text, dice) => replaceMatch(text, [/[{}]/g, (each) => each.pick(["", "{", "}", "{{", "}}", "{\\*"])], dice),
  (text, dice) =>
    replaceMatch(text, [/\\'[0-9a-f]{2}/g, (each) => each.pick(["\\'", "\\'zz", "\\'ff", "\\'81", "\\'00"])], dice),
  (text, dice) => replaceMatch(text, [/(?<=[ }])[^\\{}\r\n]+/g, nastyString], dice),
  (text, dice) => replaceMatch(text, [/\{[^{}]*\}/g, (each) => `${"{\\b ".repeat(each.pick([1, 20, 3000]))}x`], dice),
  (text, dice) =>
    replaceMatch(
      text,
      [
        /\{[^{}]*\}/g,
        (each) =>
          each
            .pick(text.match(/\{[^{}]*\}/g) ?? [""])
            .repeat(each.pick([1, 2, 500]))
            .slice(0, 200_000),
      ],
      dice,
    ),
];

/** Control words and groups of RTF. */
export const rtfMutator: Mutator = {
  name: "rtf",
  accepts: (bytes) => startsWith(bytes, "{\\rtf"),
  mutate: (bytes, { dice }) => fromLatin1(dice.pick(changes)(latin1(bytes), dice)),
};
