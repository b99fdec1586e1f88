import type { Dice } from "../dice.ts";
import { fromLatin1, latin1, type Mutator } from "./mutator.ts";
import { nastyNumber, nastyString } from "./nasty.ts";

/** Lines, numbers and quoted strings of any text: source code, logs, JSON that is broken, tables of values. */
export const textMutator: Mutator = {
  name: "text",
  accepts: (bytes) => isText(bytes.subarray(0, 512)),
  mutate: (bytes, { dice }) => dice.pick(changes)(latin1(bytes), dice),
};

function isText(head: Uint8Array): boolean {
  return head.every((byte) => byte >= 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0x1b);
}

type Change = (text: string, dice: Dice) => Uint8Array;

const changes: readonly Change[] = [
  (text, dice) => fromLatin1(replaceMatch(text, [/-?\d+(?:\.\d+)?/g, nastyNumber], dice)),
  (text, dice) => fromLatin1(replaceMatch(text, [/"[^"\n]*"|'[^'\n]*'/g, (each) => `"${nastyString(each)}"`], dice)),
  (text, dice) => fromLatin1(replaceMatch(text, [/[\w-]+/g, nastyString], dice)),
  (text, dice) =>
    fromLatin1(replaceMatch(text, [/[^\w\s]/g, (each) => each.pick("{}[]()<>,;:\"'`\\/&#=|*".split(""))], dice)),
  (text, dice) => fromLatin1(insertAt(text, nastyString(dice), dice)),
  (text, dice) => fromLatin1(changeLines(text, dice)),
  (text, dice) => fromLatin1(changeLines(text, dice)),
  (text, dice) =>
    fromLatin1(
      insertAt(
        text,
        dice.pick(["\xff", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\x80", "\xe2\x82", "\0"]),
        dice,
      ),
    ),
  changeEncoding,
  (text, dice) => fromLatin1(text.replaceAll("\n", dice.pick(["\r\n", "\r", "\n\n", "\u0085", "", "\n\r"]))),
];

/** Replaces one match of a pattern. Returns the text as it is if there is none. */
export function replaceMatch(
  text: string,
  [pattern, make]: readonly [pattern: RegExp, make: (dice: Dice) => string],
  dice: Dice,
): string {
  const matches = [...text.matchAll(pattern)];
  if (matches.length === 0) return text;
  const { 0: found, index } = dice.pick(matches);
  return text.slice(0, index) + make(dice) + text.slice(index + found.length);
}

function insertAt(text: string, insert: string, dice: Dice): string {
  const at = dice.below(text.length + 1);
  return text.slice(0, at) + insert + text.slice(at);
}

function changeLines(text: string, dice: Dice): string {
  const lines = text.split("\n");
  const at = dice.below(lines.length);
  const line = lines[at] ?? "";
  const change = dice.below(6);
  if (change === 0) lines.splice(at, dice.between(1, 3));
  else if (change === 1)
    lines.splice(at, 0, ...Array.from({ length: dice.pick([1, 2, 50, 1000]) }, () => line.slice(0, 200)));
  else if (change === 2) lines.splice(dice.below(lines.length), 0, ...lines.splice(at, 1));
  else if (change === 3) lines[at] = line.repeat(dice.pick([2, 100, 2000])).slice(0, 200_000);
  else if (change === 4) lines[at] = line.slice(0, dice.below(line.length));
  else lines[at] = line + (lines.splice(at + 1, 1)[0] ?? "");
  return lines.join("\n");
}

/** Writes the text in another encoding, with or without a byte order mark, or with the mark of another encoding. */
function changeEncoding(text: string, dice: Dice): Uint8Array {
  const decoded = Buffer.from(text, "latin1").toString("utf8");
  const marks = ["", "\xef\xbb\xbf", "\xff\xfe", "\xfe\xff", "\x2b\x2f\x76\x38", "\xff\xfe\0\0"];
  const wide = Buffer.from(decoded, "utf16le");
  if (dice.chance(0.5)) wide.swap16();
  const body = dice.chance(0.6) ? wide.toString("latin1") : text;
  return fromLatin1(dice.pick(marks) + body);
}
