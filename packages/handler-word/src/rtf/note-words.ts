import { drawnByField, linkOfField } from "@reader/document/builder";
import { collect, setState } from "./collect.ts";
import type { FieldState } from "./group-state.ts";
import type { RtfReader } from "./rtf-reader.ts";
import { runFormat } from "./rtf-text.ts";
import type { WordAction } from "./text-words.ts";
import { holdText, showText } from "./write-body.ts";

function note(reader: RtfReader): void {
  const { paragraphs } = reader;
  holdText(reader, (aside) => {
    const kind = reader.state.isEndnote ? "endnote" : "footnote";
    if (!aside.isEmpty) paragraphs.add((builder) => builder.note(aside, kind));
  });
}

function comment(reader: RtfReader): void {
  const { paragraphs } = reader;
  holdText(reader, (words) => {
    const { author } = reader.annotation;
    reader.annotation = { author: "" };
    paragraphs.add((builder) => builder.comment({ author, words }));
  });
}

function pageLine(what: "Header" | "Footer"): WordAction {
  return (reader) => holdText(reader, (aside) => reader.paragraphs.addPageLine(what, aside));
}

function math(reader: RtfReader): void {
  const { paragraphs } = reader;
  paragraphs.add((builder) => builder.raw("$"));
  setState(reader, { onClose: () => paragraphs.add((builder) => builder.raw("$")) });
}

/** Writes the LaTeX before and after a part of a formula. */
function around(before: string, after: string): WordAction {
  return (reader) => {
    const { paragraphs, state } = reader;
    if (state.destination.kind !== "body") return;
    paragraphs.add((builder) => builder.raw(before));
    setState(reader, { onClose: () => paragraphs.add((builder) => builder.raw(after)) });
  };
}

function setLabel(reader: RtfReader, text: string, isOfList: boolean): void {
  reader.paragraphs.label = text;
  reader.isLabelOfList = isOfList;
}

/** Control words whose groups belong to the document text. They are ignored inside discarded groups. */
export const bodyWords: Readonly<Record<string, WordAction>> = {
  footnote: note,
  annotation: comment,
  header: pageLine("Header"),
  headerl: pageLine("Header"),
  headerr: pageLine("Header"),
  headerf: pageLine("Header"),
  footer: pageLine("Footer"),
  footerl: pageLine("Footer"),
  footerr: pageLine("Footer"),
  footerf: pageLine("Footer"),
  listtext: (reader) => collect(reader, (text) => setLabel(reader, text, true)),
  pntext: (reader) => collect(reader, (text) => setLabel(reader, text, false)),
  nesttableprops: () => undefined,
  moMath: math,
  mnum: around(String.raw`\frac{`, "}"),
  mden: around("{", "}"),
  msup: around("^{", "}"),
  msub: around("_{", "}"),
  mrad: around(String.raw`\sqrt{`, "}"),
  md: around("(", ")"),
};

/** Control words for the authors of comments. */
export const authorWords: Readonly<Record<string, WordAction>> = {
  atnauthor: (reader) => collect(reader, (text) => void (reader.annotation.author = text.trim())),
  atnid: (reader) => collect(reader, (text) => void (reader.annotation.author ||= text.trim())),
};

/** Control words for encapsulated HTML ([MS-OXRTFEX]) and for text in two forms. */
export const alternativeWords: Readonly<Record<string, WordAction>> = {
  htmltag(reader) {
    const { html } = reader;
    if (html === undefined) return;
    setState(reader, { destination: { kind: "data", text: (characters) => void html.push(characters) } });
  },
  upr(reader) {
    setState(reader, {
      resumed: reader.state.destination,
      destination: { kind: "data", text: () => undefined },
    });
  },
  ud: (reader) => setState(reader, { destination: reader.state.resumed ?? reader.state.destination }),
};

/** Control words that begin a document or state its kind. */
export const beginningWords: Readonly<Record<string, WordAction>> = {
  rtf(reader) {
    reader.hasBegun = true;
    showText(reader);
  },
  ftnalt: (reader) => setState(reader, { isEndnote: true }),
  fromhtml: (reader) => void (reader.html = []),
  htmlrtf: (reader, parameter) => setState(reader, { isHtmlDuplicate: parameter !== 0 }),
};

function startField(reader: RtfReader): void {
  const field: FieldState = { instruction: "", hasResult: false, formType: 0, formResult: undefined, formList: [] };
  const { state } = reader;
  setState(reader, {
    field,
    onClose: () => {
      const shown = shownOf(field);
      if (shown !== "" && state.destination.kind === "body") reader.paragraphs.write(shown, runFormat(reader));
    },
  });
}

/** Returns the visible text of a field without a stored result. */
function shownOf({ instruction, hasResult, formType, formResult, formList }: FieldState): string {
  if (formType === checkBox) return formResult === 1 ? "☒" : "☐";
  if (formType === list) return formList[formResult ?? 0] ?? "";
  return hasResult ? "" : drawnByField(instruction);
}

const checkBox = 1;
const list = 2;

/** Control words for fields, whose values are computed by the program. */
export const fieldWords: Readonly<Record<string, WordAction>> = {
  field: startField,
  fldinst(reader) {
    const { field } = reader.state;
    collect(reader, (text) => void (field !== undefined && (field.instruction += text)));
  },
  fldrslt(reader) {
    const { field, destination, link } = reader.state;
    if (destination.kind !== "body" || field === undefined) return;
    field.hasResult = true;
    showText(reader);
    setState(reader, { link: linkOfField(field.instruction) ?? link, field: undefined });
  },
  ffl(reader) {
    const { field } = reader.state;
    collect(reader, (text) => void (field !== undefined && field.formList.length < 1000 && field.formList.push(text)));
  },
};

/** Control words inside fields. */
export const formWords: Readonly<Record<string, WordAction>> = {
  fftype: (reader, type = 0) => changeField(reader, (field) => void (field.formType = type)),
  ffdefres: (reader, result) => changeField(reader, (field) => void (field.formResult ??= result)),
  // 25 stands for the default result.
  ffres: (reader, result) => changeField(reader, (field) => void (result !== 25 && (field.formResult = result))),
};

function changeField({ state }: RtfReader, change: (field: FieldState) => void): void {
  if (state.field !== undefined) change(state.field);
}
