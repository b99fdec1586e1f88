import { inlineMark } from "@reader/core/render";
import { collect, setState, sink } from "./collect.ts";
import type { Destination } from "./group-state.ts";
import { objectFile } from "./object-data.ts";
import type { OpenObject, RtfReader } from "./rtf-reader.ts";
import { hexDigit } from "./rtf-tokens.ts";
import type { WordAction } from "./text-words.ts";
import { holdText } from "./write-body.ts";

/** Maximum number of embedded files that are listed. */
const maxFiles = 500;

function startObject(reader: RtfReader): void {
  const object: OpenObject = { kind: "", name: "", isWritten: false };
  reader.object = object;
  setState(reader, { onClose: () => writeObjectMark(reader, object) });
}

/** Writes the mark of an object: before its image, which comes last, or at its end. */
function writeObjectMark(reader: RtfReader, object: OpenObject): void {
  if (object.isWritten) return;
  object.isWritten = true;
  const known = [object.kind, object.name].filter((each) => each !== "");
  if (known.length > 0) reader.paragraphs.write(`${inlineMark("embedded object", [], known)} `, {});
}

function keepFile(reader: RtfReader, data: Uint8Array): void {
  const { files, openStorage, fileName, object } = reader;
  if (openStorage === undefined || files.length >= maxFiles) return;
  const inside = objectFile(data, openStorage);
  if (inside === undefined) return;
  const { bytes, ending } = inside;
  object.name = fileName(inside.name === "" ? `object${files.length + 1}.${ending}` : inside.name);
  files.push({ name: object.name, bytes: () => Promise.resolve(bytes) });
}

/** Control words for objects of other programs. */
export const objectWords: Readonly<Record<string, WordAction>> = {
  object: startObject,
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

function addImage({ drawing, paragraphs }: RtfReader, kindName: string, bytes: () => Uint8Array): void {
  const { alt } = drawing;
  const name = kindName === "" ? "picture" : `picture.${kindName}`;
  paragraphs.add((builder) => builder.picture({ name, alt, load: () => Promise.resolve(bytes()) }));
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
