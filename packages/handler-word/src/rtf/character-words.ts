import { setState } from "./collect.ts";
import { plainCharacter, plainParagraph, type CharacterState, type ParagraphState } from "./group-state.ts";
import { writeText } from "./rtf-text.ts";
import type { RtfReader } from "./rtf-reader.ts";

/** What a control word does. */
export type WordAction = (reader: RtfReader, parameter: number | undefined) => void;

function character(change: (parameter: number | undefined) => Partial<CharacterState>): WordAction {
  return (reader, parameter) => setState(reader, { character: { ...reader.state.character, ...change(parameter) } });
}

function paragraph(change: (parameter: number | undefined) => Partial<ParagraphState>): WordAction {
  return (reader, parameter) => setState(reader, { paragraph: { ...reader.state.paragraph, ...change(parameter) } });
}

function sign(text: string): WordAction {
  return (reader) => writeText(reader, text);
}

/** A property is on unless its number is 0. */
function isOn(parameter: number | undefined): boolean {
  return parameter !== 0;
}

/** Code units from the signed numbers of 16 bits that RTF has. */
function unicode(reader: RtfReader, parameter: number | undefined): void {
  const unit = ((parameter ?? 0x3f) + 0x1_0000) % 0x1_0000;
  reader.unitsToSkip = 0;
  writeText(reader, String.fromCharCode(unit));
  reader.unitsToSkip = reader.state.fallbackUnits;
}

/** Words that change how text looks, and words that are text. */
export const characterWords: Readonly<Record<string, WordAction>> = {
  plain: (reader) =>
    setState(reader, {
      character: { ...plainCharacter, isInserted: false, isDeleted: reader.state.character.isDeleted },
    }),
  f: character((font) => ({ font })),
  b: character((parameter) => ({ isBold: isOn(parameter) })),
  ab: character((parameter) => ({ isBold: isOn(parameter) })),
  i: character((parameter) => ({ isItalic: isOn(parameter) })),
  ai: character((parameter) => ({ isItalic: isOn(parameter) })),
  strike: character((parameter) => ({ isStruck: isOn(parameter) })),
  striked: character((parameter) => ({ isStruck: isOn(parameter) })),
  v: character((parameter) => ({ isHidden: isOn(parameter) })),
  caps: character((parameter) => ({ isCapital: isOn(parameter) })),
  super: character((parameter) => ({ script: isOn(parameter) ? "sup" : undefined })),
  sub: character((parameter) => ({ script: isOn(parameter) ? "sub" : undefined })),
  nosupersub: character(() => ({ script: undefined })),
  up: character((parameter = 6) => ({ script: parameter > 0 ? "sup" : undefined })),
  dn: character((parameter = 6) => ({ script: parameter > 0 ? "sub" : undefined })),
  revised: character((parameter) => ({ isInserted: isOn(parameter) })),
  deleted: character((parameter) => ({ isDeleted: isOn(parameter) })),
  revauth: character((author = 0) => ({ author })),
  revauthdel: character((author = 0) => ({ author })),
  revdttm: character((date = 0) => ({ date })),
  revdttmdel: character((date = 0) => ({ date })),
  u: unicode,
  uc: (reader, parameter) => setState(reader, { fallbackUnits: Math.min(8, Math.max(0, parameter ?? 1)) }),
  tab: sign("\t"),
  nesttab: sign("\t"),
  emdash: sign("—"),
  endash: sign("–"),
  emspace: sign(" "),
  enspace: sign(" "),
  qmspace: sign(" "),
  bullet: sign("•"),
  lquote: sign("‘"),
  rquote: sign("’"),
  ldblquote: sign("“"),
  rdblquote: sign("”"),
  zwj: sign("\u200d"),
  zwnj: sign("\u200c"),
};

/** Words that change what a paragraph is. */
export const paragraphWords: Readonly<Record<string, WordAction>> = {
  pard: (reader) => setState(reader, { paragraph: plainParagraph }),
  s: paragraph((style) => ({ style })),
  outlinelevel: paragraph((outline) => ({ outline })),
  ls: paragraph((list = 0) => ({ list })),
  ilvl: paragraph((level = 0) => ({ listLevel: Math.min(8, Math.max(0, level)) })),
  li: paragraph((indent = 0) => ({ indent })),
  lin: paragraph((indent = 0) => ({ indent })),
  fi: paragraph((firstIndent = 0) => ({ firstIndent })),
  intbl: paragraph((parameter) => ({ isInTable: isOn(parameter) })),
  itap: paragraph((depth = 0) => ({ tableDepth: Math.min(16, Math.max(0, depth)), isInTable: depth > 0 })),
};
