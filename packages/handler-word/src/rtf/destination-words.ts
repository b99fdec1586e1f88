import { drawnByField, externalMark, linkOfField } from "@reader/document/builder";
import { inlineMark } from "@reader/core/render";
import { decoderOf } from "@reader/office-kit/encodings";
import { isPreviewOmitted } from "../page/formula-preview.ts";
import { collect, setState, sink } from "./collect.ts";
import type { FieldState, Destination } from "./group-state.ts";
import type { RtfReader, OpenObject } from "./rtf-reader.ts";
import { runFormat } from "./rtf-text.ts";
import type { WordAction } from "./text-words.ts";
import { holdText, showText, startDuePage } from "./write-body.ts";
import { linkedSource, objectContent } from "./object-data.ts";
import { hexDigit } from "./rtf-tokens.ts";

/** Maximum number of embedded files that are listed. */
const maxFiles = 500;

function startObject(reader: RtfReader): void {
  const object: OpenObject = { kind: "", name: "", isLinked: false, isWritten: false, formula: undefined };
  reader.object = object;
  setState(reader, {
    onClose() {
      writeObjectMark(reader, object);
      object.formula = undefined;
    },
  });
}

/** Writes the mark of an object: before its image, which comes last, or at its end. */
function writeObjectMark(reader: RtfReader, object: OpenObject): void {
  if (object.isWritten) return;
  object.isWritten = true;
  const { formula = "" } = object;
  if (formula !== "") {
    startDuePage(reader)?.content();
    // A formula is not text, so that it has neither a style nor the link of its surroundings.
    const { isHidden, isInserted, isDeleted } = runFormat(reader);
    reader.paragraphs.add((builder) => builder.raw(`$${formula}$`, { isHidden, isInserted, isDeleted }));
    return;
  }
  const known = [object.kind, object.name].filter((each) => each !== "");
  const what = object.isLinked ? "linked object, not loaded" : "embedded object";
  if (known.length > 0) reader.paragraphs.write(`${inlineMark(what, [], known)} `, {});
}

function keepFile(reader: RtfReader, data: Uint8Array): void {
  const { files, openStorage, fileName, object } = reader;
  if (object.isLinked) object.name = linkedSource(data, decoderOf(reader.codePage));
  if (openStorage === undefined) return;
  const { file: inside, formula } = objectContent(data, openStorage);
  object.formula = formula;
  if (inside === undefined || files.length >= maxFiles) return;
  const { bytes, ending } = inside;
  object.name = fileName(inside.name === "" ? `object${files.length + 1}.${ending}` : inside.name);
  files.push({ name: object.name, bytes: () => Promise.resolve(bytes) });
}

/** Control words for objects of other programs. */
export const objectWords: Readonly<Record<string, WordAction>> = {
  object: startObject,
  objlink: ({ object }) => void (object.isLinked = true),
  objautlink: ({ object }) => void (object.isLinked = true),
  objclass: (reader) => collect(reader, (text) => void (reader.object.kind = text.trim())),
  result: (reader) => writeObjectMark(reader, reader.object),
  objdata: (reader) => void collectBytes(reader, (bytes) => keepFile(reader, bytes())),
};

const imageKinds = new WeakMap<Destination, { kind: string }>();

function startImage(reader: RtfReader): void {
  const image = { kind: "" };
  const destination = collectBytes(reader, (bytes) => addImage(reader, image.kind, bytes));
  imageKinds.set(destination, image);
  reader.drawing.alt = "";
}

function addImage(reader: RtfReader, kindName: string, bytes: () => Uint8Array): void {
  const { drawing, paragraphs, object } = reader;
  const { alt } = drawing;
  const name = kindName === "" ? "image" : `image.${kindName}`;
  if (isPreviewOmitted(object.formula, name)) return;
  startDuePage(reader)?.content();
  paragraphs.add((builder) => builder.image({ name, alt, load: () => Promise.resolve(bytes()) }));
}

function kind(name: string): WordAction {
  return ({ state }) => {
    const image = imageKinds.get(state.destination);
    if (image !== undefined) image.kind = name;
  };
}

function property(reader: RtfReader, value: string): void {
  const { drawing, paragraphs } = reader;
  if (drawing.propertyName === "wzDescription") drawing.alt = value.trim();
  // WordArt is text that is drawn as an image.
  if (drawing.propertyName === "gtextUNICODE" && value.trim() !== "") paragraphs.write(value, {});
}

function textBox(reader: RtfReader): void {
  const { paragraphs } = reader;
  holdText(reader, (aside) => paragraphs.addBehind(aside));
}

/** Control words for images and shapes. */
export const drawingWords: Readonly<Record<string, WordAction>> = {
  pict: startImage,
  shppict: () => undefined,
  picprop: sink,
  shp: () => undefined,
  shpinst: sink,
  shptxt: textBox,
  do: sink,
  dptxbxtext: textBox,
  sp: sink,
  sn: (reader) => collect(reader, (text) => void (reader.drawing.propertyName = text.trim())),
  sv: (reader) => collect(reader, (text) => property(reader, text)),
};

/** Control words for image formats. */
export const imageWords: Readonly<Record<string, WordAction>> = {
  pngblip: kind("png"),
  jpegblip: kind("jpg"),
  emfblip: kind("emf"),
  wmetafile: kind("wmf"),
  dibitmap: kind("dib"),
  wbitmap: kind("bmp"),
  macpict: kind("pict"),
};

/** The bytes of one group. */
interface CollectedBytes {
  readonly pieces: Uint8Array[];
  /** The first hexadecimal digit of an incomplete byte. */
  half: number | undefined;
}

/**
 * Collects the bytes of the current group, hexadecimal or raw, and passes them to `done` when the group closes. Skips
 * empty groups. The bytes are joined on demand.
 */
function collectBytes(reader: RtfReader, done: (bytes: () => Uint8Array) => void): Destination {
  const collected: CollectedBytes = { pieces: [], half: undefined };
  const destination: Destination = {
    kind: "data",
    text: () => undefined,
    bytes: (digits) => addDigits(collected, digits),
    binary: (bytes) => void collected.pieces.push(bytes),
  };
  const onClose = (): void => {
    if (collected.pieces.some(({ length }) => length > 0)) done(() => joined(collected));
  };
  setState(reader, { destination, onClose });
  return destination;
}

function joined({ pieces }: CollectedBytes): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

function addDigits(collected: CollectedBytes, digits: Uint8Array): void {
  const bytes = new Uint8Array((digits.length + 1) >> 1);
  let length = 0;
  let { half } = collected;
  for (const digit of digits) {
    const value = hexDigit(digit);
    if (Number.isNaN(value)) continue;
    if (half === undefined) {
      half = value;
    } else {
      bytes[length] = half * 16 + value;
      length += 1;
      half = undefined;
    }
  }
  collected.half = half;
  collected.pieces.push(bytes.subarray(0, length));
}

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
  if (formType === checkBox || /^\s*formcheckbox\b/i.test(instruction)) return formResult === 1 ? "☒" : "☐";
  if (formType === list) return formList[formResult ?? 0] ?? "";
  const external = externalMark(instruction, hasResult);
  if (external !== "") return hasResult ? ` ${external}` : external;
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
    const { paragraphs, html } = reader;
    const before = paragraphs.addedCount;
    showText(reader);
    setState(reader, {
      link: linkOfField(field.instruction) ?? link,
      field: undefined,
      // The text of encapsulated HTML is not in the paragraphs.
      onClose: () => void (field.hasResult ||= paragraphs.addedCount > before || html !== undefined),
    });
  },
  // The entries of a list are in groups of their own.
  formfield: sink,
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
