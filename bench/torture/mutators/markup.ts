import type { Dice } from "../dice.ts";
import { fromLatin1, latin1, maxMutantBytes, type Mutator } from "./mutator.ts";
import { nastyNumber, nastyString, outsideFile } from "./nasty.ts";
import { replaceMatch } from "./text.ts";

/** Elements, attributes and texts of XML, HTML and SVG. */
export const markupMutator: Mutator = {
  name: "markup",
  accepts: (bytes) => /^(?:\xef\xbb\xbf)?\s*<[!?a-z]/i.test(latin1(bytes.subarray(0, 256))),
  mutate: (bytes, { dice }) => {
    const tokens = latin1(bytes).match(/<!--.*?-->|<[^>]*>|[^<]+/gs);
    if (tokens === null) return undefined;
    return fromLatin1(
      dice
        .pick(changes)([...tokens], dice)
        .join("")
        .slice(0, maxMutantBytes),
    );
  },
};

type Change = (tokens: string[], dice: Dice) => readonly string[];

const changes: readonly Change[] = [
  changeAttribute,
  changeAttribute,
  changeAttribute,
  changeAttributes,
  changeText,
  dropToken,
  dropElement,
  repeatElement,
  moveElement,
  nestElement,
  renameElement,
  insertOddity,
  declareEntity,
];

function isOpening(token: string): boolean {
  return /^<[a-z_]/i.test(token) && !token.endsWith("/>");
}

function indexesOf(tokens: readonly string[], test: (token: string) => boolean): readonly number[] {
  return tokens.flatMap((token, index) => (test(token) ? [index] : []));
}

/** The place of an element's end tag; that of the start tag if it is never closed. */
function endOf(tokens: readonly string[], start: number): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at += 1) {
    const token = tokens[at] ?? "";
    if (isOpening(token)) depth += 1;
    else if (token.startsWith("</")) depth -= 1;
    if (depth <= 0) return at;
  }
  return start;
}

function anElement(tokens: readonly string[], dice: Dice): readonly [start: number, end: number] | undefined {
  const starts = indexesOf(tokens, (token) => /^<[a-z_]/i.test(token));
  if (starts.length === 0) return undefined;
  const start = dice.pick(starts);
  return [start, endOf(tokens, start)];
}

function changeToken(
  tokens: string[],
  dice: Dice,
  [test, change]: readonly [RegExp, (token: string) => string],
): string[] {
  const places = indexesOf(tokens, (token) => test.test(token));
  if (places.length === 0) return tokens;
  const at = dice.pick(places);
  tokens[at] = change(tokens[at] ?? "");
  return tokens;
}

const attributeValue = /(?<==\s*)(?:"[^"]*"|'[^']*')/g;

function changeAttribute(tokens: string[], dice: Dice): readonly string[] {
  return changeToken(tokens, dice, [
    /^<[a-z_?][^>]*=/i,
    (token) => {
      const numbers = [...token.matchAll(/(?<=["'][^"']*)-?\d+(?:\.\d+)?/g)];
      if (numbers.length > 0 && dice.chance(0.6))
        return replaceMatch(token, [/(?<=["'][^"']*)-?\d+(?:\.\d+)?/g, nastyNumber], dice);
      return replaceMatch(
        token,
        [attributeValue, (each) => `"${escaped(each.chance(0.5) ? nastyNumber(each) : nastyString(each))}"`],
        dice,
      );
    },
  ]);
}

/** Values that a sound parser accepts reach deeper than those that it refuses. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;").replaceAll("\0", "");
}

function changeAttributes(tokens: string[], dice: Dice): readonly string[] {
  const attribute = /\s[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*')/g;
  return changeToken(tokens, dice, [
    /^<[a-z_][^>]*=/i,
    (token) => {
      const { 0: found } = dice.pick([...token.matchAll(attribute), [""] as unknown as RegExpExecArray]);
      if (dice.chance(0.5)) return token.replace(found, "");
      return token.replace(/^<[^\s>/]+/, (name) => name + found.repeat(dice.pick([1, 1, 1000])));
    },
  ]);
}

function changeText(tokens: string[], dice: Dice): readonly string[] {
  return changeToken(tokens, dice, [
    /^[^<]*[^<\s]/,
    (token) => {
      if (dice.chance(0.4)) return replaceMatch(token, [/-?\d+(?:\.\d+)?/g, nastyNumber], dice);
      return dice.chance(0.7) ? escaped(nastyString(dice)) : nastyString(dice);
    },
  ]);
}

function dropToken(tokens: string[], dice: Dice): readonly string[] {
  tokens.splice(dice.below(tokens.length), 1);
  return tokens;
}

function dropElement(tokens: string[], dice: Dice): readonly string[] {
  const element = anElement(tokens, dice);
  if (element !== undefined) tokens.splice(element[0], element[1] - element[0] + 1);
  return tokens;
}

function repeatElement(tokens: string[], dice: Dice): readonly string[] {
  const element = anElement(tokens, dice);
  if (element === undefined) return tokens;
  const text = tokens.slice(element[0], element[1] + 1).join("");
  const times = Math.min(dice.pick([1, 1, 2, 20, 2000]), Math.ceil(200_000 / Math.max(1, text.length)));
  tokens.splice(element[0], 0, text.repeat(times));
  return tokens;
}

/** Moves or copies an element to another place, perhaps into itself. */
function moveElement(tokens: string[], dice: Dice): readonly string[] {
  const element = anElement(tokens, dice);
  if (element === undefined) return tokens;
  const [start, end] = element;
  const moved = tokens.slice(start, end + 1);
  if (dice.chance(0.5)) tokens.splice(start, moved.length);
  tokens.splice(dice.below(tokens.length), 0, ...moved);
  return tokens;
}

/** Puts an element into itself many times over. */
function nestElement(tokens: string[], dice: Dice): readonly string[] {
  const element = anElement(tokens, dice);
  const [start, end] = element ?? [0, 0];
  if (end <= start) return tokens;
  const opening = tokens.slice(start, Math.min(end, start + dice.between(1, 3))).filter(isOpening);
  const closing = opening.map((token) => `</${/^<([^\s>/]+)/.exec(token)?.[1] ?? ""}>`).toReversed();
  const length = opening.join("").length + closing.join("").length;
  const times = Math.min(dice.pick([2, 10, 200, 5000]), Math.ceil(500_000 / Math.max(1, length)));
  tokens.splice(end, 0, closing.join("").repeat(times));
  tokens.splice(start, 0, opening.join("").repeat(times));
  return tokens;
}

/** Gives an element the name of another one. */
function renameElement(tokens: string[], dice: Dice): readonly string[] {
  const names = [...new Set(tokens.flatMap((token) => /^<([a-z_][^\s>/]*)/i.exec(token)?.[1] ?? []))];
  const element = anElement(tokens, dice);
  if (element === undefined) return tokens;
  const name = dice.pick([...names, "x", "__proto__"]);
  for (const at of element) tokens[at] = (tokens[at] ?? "").replace(/^(<\/?)[^\s>/]+/, `$1${name}`);
  return tokens;
}

function insertOddity(tokens: string[], dice: Dice): readonly string[] {
  const oddities = [
    "<![CDATA[",
    "]]>",
    "<!--",
    "-->",
    "<?x ",
    "<?xml version='1.1'?>",
    "<!DOCTYPE x>",
    "&#0;",
    "&#xD800;",
    "&nosuch;",
    "<",
    ">",
    "<a",
    "</a>",
    "\0",
    "\xff",
    "<a b=>",
    "<svg xmlns='http://www.w3.org/2000/svg'>",
    "<x:y xmlns:x='urn:z'/>",
  ];
  tokens.splice(dice.below(tokens.length + 1), 0, dice.pick(oddities));
  return tokens;
}

/** Declares entities, of this file, of another file, or of each other, and uses them. */
function declareEntity(tokens: string[], dice: Dice): readonly string[] {
  const laughs = Array.from({ length: 8 }, (_, at) => `<!ENTITY t${at + 1} "${`&t${at};`.repeat(10)}">`).join("");
  const declarations = [
    `<!ENTITY t8 SYSTEM "file://${outsideFile}">`,
    `<!ENTITY % p SYSTEM "file://${outsideFile}"> %p; <!ENTITY t8 "x">`,
    `<!ENTITY t0 "ha">${laughs}`,
    '<!ENTITY t8 "&t8;">',
  ];
  const root = Math.max(
    0,
    tokens.findIndex((token) => /^<[a-z_]/i.test(token)),
  );
  tokens.splice(root, 0, `<!DOCTYPE x [${dice.pick(declarations)}]>`);
  const texts = indexesOf(tokens, (token) => /^[^<]*[^<\s]/.test(token));
  if (texts.length > 0) tokens[dice.pick(texts)] = "&t8;";
  return tokens;
}
