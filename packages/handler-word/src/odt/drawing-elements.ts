import { inlineMark, markFact } from "@reader/core/render";
import { fileIn } from "@reader/office-kit/odf";
import type { XmlAttributes } from "@reader/office-kit/xml";
import { captured, type ElementAction, type ElementActions, hidden } from "./paragraph-elements.ts";
import { beginInset, endInset } from "./inset-elements.ts";
import type { OdfReader, OpenDrawing } from "./odf-reader.ts";
import { formatNow, startPending, writeAfterParagraph, writeMarkdown, writeShown } from "./odf-text.ts";

const shape: ElementAction = { open: openShape, close: closeShape };

/** Actions for images, frames, shapes and embedded objects. */
export const drawingElements: ElementActions = {
  "draw:frame": { open: (reader) => openDrawing(reader, true), close: closeFrame },
  "draw:image": { open: openImage },
  "draw:object": { open: openObject },
  "draw:object-ole": {
    open: openFile,
    close: (reader) => void (reader.isInObject = false),
  },
  "draw:text-box": {
    open: beginInset,
    close(reader) {
      const text = endInset(reader);
      const drawing = reader.drawings.at(-1);
      if (drawing !== undefined && !text.isEmpty) drawing.isWritten = true;
      writeAfterParagraph(reader, text);
    },
  },
  "draw:custom-shape": shape,
  "draw:rect": shape,
  "draw:ellipse": shape,
  "draw:circle": shape,
  "draw:line": shape,
  "draw:path": shape,
  "draw:polyline": shape,
  "draw:polygon": shape,
  "draw:regular-polygon": shape,
  "draw:connector": shape,
  "draw:measure": shape,
  "draw:caption": shape,
  "draw:control": {
    open(reader, attributes) {
      const words = reader.controls.get(attributes["draw:control"] ?? "");
      if (words !== undefined && words !== "") writeShown(reader, words);
    },
  },
  "svg:title": captured(({ drawings }, text) => {
    const drawing = drawings.at(-1);
    if (drawing !== undefined) drawing.title = text;
  }),
  "svg:desc": captured(({ drawings }, text) => {
    const drawing = drawings.at(-1);
    if (drawing !== undefined) drawing.description = text;
  }),
  "draw:glue-point": hidden,
  "office:binary-data": captured((reader, text) => {
    const { drawings, inlineImages, isInObject } = reader;
    if (isInObject) {
      keepFile(reader, text);
      return;
    }
    const name = `image ${inlineImages.size + 1}.${imageTypeOfBase64(text.trimStart())}`;
    inlineImages.set(name, text);
    drawings.at(-1)?.images.push(name);
  }),
};

/** Starts a frame or a shape. */
function openDrawing(reader: OdfReader, isFrame: boolean): void {
  reader.drawings.push({ images: [], title: "", description: "", isWritten: false, isFrame });
}

/** Ends a frame and writes its image, or its description if it has no image. */
function closeFrame(reader: OdfReader): void {
  const drawing = reader.drawings.pop();
  if (drawing === undefined) return;
  const alt = altOf(drawing);
  const name = drawing.images.find((image) => /\.(?:png|jpe?g|gif|webp)$/i.test(image)) ?? drawing.images[0];
  if (name !== undefined && !drawing.isWritten) writeImage(reader, { name, alt });
  else if (alt !== "") writeShown(reader, ` [drawing: ${alt}] `);
}

function altOf({ title, description }: OpenDrawing): string {
  return [title, description]
    .map((text) => text.replace(/\s+/g, " ").trim())
    .filter((text) => text !== "")
    .join(": ");
}

function writeImage(reader: OdfReader, { name, alt }: { readonly name: string; readonly alt: string }): void {
  const { builder, paragraphs, inlineImages } = reader;
  const inline = inlineImages.get(name);
  const format = formatNow(reader);
  startPending(reader, paragraphs.at(-1));
  if (inline === undefined && !reader.has(name)) {
    // Linked images are never opened.
    const file = name.slice(name.lastIndexOf("/") + 1);
    builder.write(`[image outside the document: ${markFact(file)}${alt === "" ? "" : `: ${markFact(alt)}`}]`, format);
    return;
  }
  const load = (): Promise<Uint8Array | undefined> =>
    inline === undefined ? reader.load(name) : Promise.resolve(bytesOfBase64(inline));
  builder.image({ name, alt, load }, format);
}

function openShape(reader: OdfReader): void {
  openDrawing(reader, false);
  beginInset(reader);
}

/** Writes the text of a shape after the paragraph in which the shape is anchored. */
function closeShape(reader: OdfReader): void {
  const text = endInset(reader);
  const drawing = reader.drawings.pop();
  const alt = drawing === undefined ? "" : altOf(drawing);
  if (alt !== "") writeShape(reader, alt);
  writeAfterParagraph(reader, text);
}

function writeShape(reader: OdfReader, alt: string): void {
  const words = inlineMark("drawing", [], alt);
  if (reader.paragraphs.length > 0) {
    writeShown(reader, ` ${words} `);
    return;
  }
  reader.builder.startParagraph({});
  reader.builder.write(words);
  reader.builder.endParagraph();
}

/** Adds an image to the open frame. */
function openImage(reader: OdfReader, attributes: XmlAttributes): void {
  const name = (attributes["xlink:href"] ?? "").replace(/^(?:\.\/|#)/, "");
  // External addresses are never opened; only their names are shown.
  if (name !== "") reader.drawings.at(-1)?.images.push(decodedAddress(name));
}

function decodedAddress(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

function partName(attributes: XmlAttributes): string {
  return (attributes["xlink:href"] ?? "").replace(/^(?:\.\/|#)/, "").replace(/\/$/, "");
}

/** Writes a formula or an embedded document. */
function openObject(reader: OdfReader, attributes: XmlAttributes): void {
  const name = partName(attributes);
  const content = reader.objects.get(name);
  const formula = reader.formulas.get(name);
  const drawing = reader.drawings.at(-1);
  if (formula === undefined && (content === undefined || content.isEmpty)) return;
  if (drawing !== undefined) drawing.isWritten = true;
  // An object with several references is written once.
  reader.objects.delete(name);
  reader.formulas.delete(name);
  if (formula !== undefined) writeMarkdown(reader, formula);
  else if (content !== undefined) writeAfterParagraph(reader, content);
}

/** Writes the mark of a file of another program. Its image follows as a separate element. */
function openFile(reader: OdfReader, attributes: XmlAttributes): void {
  reader.isInObject = true;
  const name = reader.files.names.get(partName(attributes));
  if (name !== undefined) writeShown(reader, `${inlineMark("embedded object", [], name)} `);
}

/** Maximum number of embedded files that are listed. */
const maxFiles = 500;

/** Keeps an inline file, of which only the bytes are known. */
function keepFile(reader: OdfReader, base64: string): void {
  const { files } = reader.files;
  if (files.length >= maxFiles) return;
  const name = `object${files.length + 1}.bin`;
  files.push({ name, bytes: () => fileIn(bytesOfBase64(base64), name) });
  writeShown(reader, `${inlineMark("embedded object", [], name)} `);
}

/** Decodes inline data. */
function bytesOfBase64(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, "base64"));
}

/** Returns the file extension of an image from the start of its Base64 data. */
function imageTypeOfBase64(text: string): string {
  if (text.startsWith("iVBORw0KGgo")) return "png";
  if (text.startsWith("/9j/")) return "jpg";
  if (text.startsWith("R0lGOD")) return "gif";
  return text.startsWith("UklGR") ? "webp" : "bin";
}
