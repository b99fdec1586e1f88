import type { WordAction } from "./character-words.ts";
import { collectBytes } from "./collect-bytes.ts";
import { collect, sink } from "./collect.ts";
import type { Destination } from "./group-state.ts";
import type { RtfReader } from "./rtf-reader.ts";
import { holdText } from "./write-body.ts";

const pictures = new WeakMap<Destination, { kind: string }>();

function startPicture(reader: RtfReader): void {
  const picture = { kind: "" };
  const destination = collectBytes(reader, (bytes) => addPicture(reader, picture.kind, bytes));
  pictures.set(destination, picture);
  reader.drawing.alt = "";
}

function addPicture({ drawing, paragraphs }: RtfReader, kindName: string, bytes: () => Uint8Array): void {
  const { alt } = drawing;
  const name = kindName === "" ? "picture" : `picture.${kindName}`;
  paragraphs.add((flow) => flow.picture({ name, alt, load: () => Promise.resolve(bytes()) }));
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

/** Words of pictures and shapes. */
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
