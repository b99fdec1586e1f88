import type { WordAction } from "./character-words.ts";
import { collect, setState, sink } from "./collect.ts";
import type { Destination } from "./group-state.ts";
import { hexDigit } from "./rtf-tokens.ts";
import type { RtfReader } from "./rtf-reader.ts";
import { holdText } from "./write-body.ts";

/** Bytes of one picture. */
interface PictureBytes {
  readonly pieces: Uint8Array[];
  /** The first digit of a byte whose second one has not come. */
  half: number | undefined;
  kind: string;
}

const pictures = new WeakMap<Destination, PictureBytes>();

function startPicture(reader: RtfReader): void {
  const picture: PictureBytes = { pieces: [], half: undefined, kind: "" };
  const destination: Destination = {
    kind: "data",
    text: () => undefined,
    bytes: (bytes) => addDigits(picture, bytes),
    binary: (bytes) => void picture.pieces.push(bytes),
  };
  pictures.set(destination, picture);
  reader.drawing.alt = "";
  setState(reader, { destination, onClose: () => addPicture(reader, picture) });
}

function addPicture(reader: RtfReader, picture: PictureBytes): void {
  const { alt } = reader.drawing;
  const length = picture.pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (length === 0) return;
  const name = picture.kind === "" ? "picture" : `picture.${picture.kind}`;
  reader.paragraphs.add((flow) => flow.picture({ name, alt, load: () => Promise.resolve(joined(picture)) }));
}

function joined({ pieces }: PictureBytes): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

function addDigits(picture: PictureBytes, digits: Uint8Array): void {
  const bytes = new Uint8Array((digits.length + 1) >> 1);
  let length = 0;
  let { half } = picture;
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
  picture.half = half;
  picture.pieces.push(bytes.subarray(0, length));
}

function kind(name: string): WordAction {
  return ({ state }) => {
    const picture = pictures.get(state.destination);
    if (picture !== undefined) picture.kind = name;
  };
}

function property(reader: RtfReader, value: string): void {
  const { drawing, paragraphs } = reader;
  if (drawing.propertyName === "wzDescription") drawing.alt = value.trim();
  // Letters drawn as pictures (WordArt) are text all the same.
  if (drawing.propertyName === "gtextUNICODE" && value.trim() !== "") paragraphs.write(value, {});
}

function textBox(reader: RtfReader): void {
  const { paragraphs } = reader;
  holdText(reader, (aside) => paragraphs.addBehind(aside));
}

/** Words of pictures, shapes and objects. */
export const drawingWords: Readonly<Record<string, WordAction>> = {
  pict: startPicture,
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
  object: () => undefined,
  objclass(reader) {
    collect(reader, (text) => {
      const name = text.trim();
      if (name !== "") reader.paragraphs.write(`[embedded object: ${name}] `, {});
    });
  },
  result: () => undefined,
};

/** Words that tell of what kind a picture is. */
export const pictureWords: Readonly<Record<string, WordAction>> = {
  pngblip: kind("png"),
  jpegblip: kind("jpg"),
  emfblip: kind("emf"),
  wmetafile: kind("wmf"),
  dibitmap: kind("dib"),
  wbitmap: kind("bmp"),
  macpict: kind("pict"),
};
