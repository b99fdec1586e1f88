import { symbolText } from "@reader/document/content";
import { escapeMath } from "./characters.ts";
import type { MtefCharacter, MtefFormula } from "./mtef-records.ts";

/** The typefaces of a formula that decide how a character is written. */
export const faces = {
  text: 1,
  functions: 2,
  smallGreek: 4,
  capitalGreek: 5,
  symbol: 6,
  vector: 7,
  extra: 11,
  space: 24,
} as const;

/** Private-use characters of MTCode that have a character in Unicode. */
const privateCharacters: ReadonlyMap<number, string> = new Map([
  [0xe083, "+"],
  [0xe091, "^"],
  [0xe096, "~"],
  [0xe098, "→"],
  [0xe90b, "⫆"],
  [0xe90c, "⫅"],
  [0xe922, "⪋"],
  [0xe92d, "⪌"],
  [0xe92e, "∣"],
  [0xe92f, "∥"],
  [0xe930, "⩽"],
  [0xe931, "⩾"],
  [0xe932, "⪅"],
  [0xe933, "⪆"],
  [0xe938, "⪯"],
  [0xe939, "⪰"],
  [0xe93a, "⪷"],
  [0xe93b, "⪸"],
  [0xe981, "⊝"],
  [0xe98f, "⋅"],
  [0xea06, "≰"],
  [0xea07, "≱"],
  [0xea11, "≁"],
  [0xea2e, "∤"],
  [0xea2f, "∦"],
  [0xea32, "⪉"],
  [0xea33, "⪊"],
  [0xea34, "⪇"],
  [0xea35, "⪈"],
  [0xea40, "⪵"],
  [0xea41, "⪶"],
  [0xea44, "⫋"],
  [0xea45, "⫌"],
  [0xec07, "|"],
  [0xec08, "|"],
  [0xec09, "‖"],
  [0xed02, "ȷ"],
  [0xed10, "d"],
  [0xed11, "e"],
  [0xed12, "i"],
  [0xed13, "j"],
  [0xed16, "D"],
]);

/** Alphabets in the private use area of MTCode: capital letters, then small ones, from a code on. */
const alphabets: readonly (readonly [start: number, command: string])[] = [
  [0xf000, "mathfrak"],
  [0xf080, "mathbb"],
  [0xf100, "mathcal"],
];

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Characters of the font MT Extra by their position. MTEF 2 stores these, later versions store MTCode. */
const extraCharacters: ReadonlyMap<number, string> = new Map([
  [0x4b, "…"],
  [0x4c, "⋯"],
  [0x4d, "⋮"],
  [0x4e, "⋰"],
  [0x4f, "⋱"],
  [0x68, "ℏ"],
  [0x6c, "ℓ"],
  [0x6d, "∓"],
  [0x6f, "∘"],
]);

/** The decoder of the characters of a formula. */
export interface MtefDecoder {
  /** Returns a character as Unicode: a space for gaps, and an empty string for control characters. */
  text(character: MtefCharacter): string;
  /** Returns a character as LaTeX, without its embellishments. */
  latex(character: MtefCharacter): string;
}

/** Creates the decoder of the characters of a formula. */
export function createDecoder({ version, isMacintosh }: MtefFormula): MtefDecoder {
  const text =
    version === 2 ? createPositionReader(isMacintosh) : (character: MtefCharacter) => codeText(character, version);
  return {
    text,
    latex(character) {
      const gap = gapOf(character, version);
      return gap ?? letterOf(character, version) ?? vectorOf(character, escapeMath(text(character)));
    },
  };
}

/** Reads characters of MTEF 2, which are positions in a font. */
function createPositionReader(isMacintosh: boolean): MtefDecoder["text"] {
  const decoder = new TextDecoder(isMacintosh ? "macintosh" : "windows-1252");
  return ({ face, code }) => {
    // Equation Editor 1 wrote control characters, which show nothing.
    if (code < 0x20) return "";
    if (face === faces.extra) return extraCharacters.get(code) ?? String.fromCharCode(code);
    if (symbolFaces.has(face)) return symbolText(String.fromCharCode(code), "symbol");
    return decoder.decode(Uint8Array.of(code));
  };
}

/** Typefaces that use the font Symbol. */
const symbolFaces: ReadonlySet<number> = new Set([faces.smallGreek, faces.capitalGreek, faces.symbol]);

/** What private-use characters without a meaning in Unicode become. */
const unknownCharacter = "\ufffd";

function codeText(character: MtefCharacter, version: MtefFormula["version"]): string {
  const { code } = character;
  if (gapOf(character, version) !== undefined) return " ";
  if (code < 0x20) return "";
  if (code < 0xe000 || code > 0xf8ff) return String.fromCharCode(code);
  return privateCharacters.get(code) ?? unknownCharacter;
}

/** Gaps of MTCode: `0xEF02` and later in MTEF 5, `0xEB02` and later before. The first two have no width. */
const gaps = { old: 0xeb00, recent: 0xef00, wide: 5 } as const;

/** Returns the LaTeX of a gap, or `undefined` for other characters. */
function gapOf({ face, code }: MtefCharacter, version: MtefFormula["version"]): string | undefined {
  const kind = code >> 8 === gaps.old >> 8 && version !== 5 ? code - gaps.old : code - gaps.recent;
  if (kind >= 0 && kind <= 0xff) return kind === gaps.wide || kind === gaps.wide + 1 ? String.raw`\quad` : " ";
  return face === faces.space ? " " : undefined;
}

/** Returns a letter of an alphabet such as blackboard bold, or `undefined` for other characters. */
function letterOf({ code }: MtefCharacter, version: MtefFormula["version"]): string | undefined {
  if (version === 2) return undefined;
  for (const [start, command] of alphabets) {
    const letter = letters[code - start];
    if (letter !== undefined) return `\\${command}{${letter}}`;
  }
  return undefined;
}

/** The typeface for vectors is bold. */
function vectorOf({ face }: MtefCharacter, latex: string): string {
  return face === faces.vector && /^[a-z0-9]$/i.test(latex) ? `\\mathbf{${latex}}` : latex;
}
