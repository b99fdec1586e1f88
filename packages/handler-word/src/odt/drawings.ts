import { inlineMark, markFact } from "@reader/core/render";
import type { XmlAttributes } from "@reader/office-kit/xml";
import { bytesOfBase64 } from "./base64-bytes.ts";
import type { ElementAction } from "./element-action.ts";
import { beginInset, endInset } from "./inset-elements.ts";
import type { OdfReader, OpenDrawing } from "./odf-reader.ts";
import { startPending, tellBehind, writeShown } from "./odf-text.ts";

/** A frame or a shape begins. */
export function openDrawing(reader: OdfReader, isFrame: boolean): void {
  reader.drawings.push({ images: [], title: "", description: "", isTold: false, isFrame });
}

/** A frame ends: its picture is told, or what it says of itself. */
export function closeFrame(reader: OdfReader): void {
  const drawing = reader.drawings.pop();
  if (drawing === undefined) return;
  const alt = altOf(drawing);
  const name = drawing.images.find((image) => /\.(?:png|jpe?g|gif|webp)$/i.test(image)) ?? drawing.images[0];
  if (name !== undefined && !drawing.isTold) tellPicture(reader, { name, alt });
  else if (alt !== "") writeShown(reader, ` [drawing: ${alt}] `);
}

function altOf({ title, description }: OpenDrawing): string {
  return [title, description]
    .map((text) => text.replace(/\s+/g, " ").trim())
    .filter((text) => text !== "")
    .join(": ");
}

function tellPicture(reader: OdfReader, { name, alt }: { readonly name: string; readonly alt: string }): void {
  const { flow, paragraphs, inlinePictures } = reader;
  const inline = inlinePictures.get(name);
  startPending(reader, paragraphs.at(-1));
  if (inline === undefined && !reader.has(name)) {
    // It lies outside of the document, and is never opened.
    const file = name.slice(name.lastIndexOf("/") + 1);
    flow.write(`[picture outside of the document: ${markFact(file)}${alt === "" ? "" : `: ${markFact(alt)}`}]`);
    return;
  }
  flow.picture({
    name,
    alt,
    load: () => (inline === undefined ? reader.load(name) : Promise.resolve(bytesOfBase64(inline))),
  });
}

/** A shape: its text is told behind the paragraph in which it is anchored. */
export const shape: ElementAction = {
  open(reader) {
    openDrawing(reader, false);
    beginInset(reader);
  },
  close(reader) {
    const text = endInset(reader);
    const drawing = reader.drawings.pop();
    const alt = drawing === undefined ? "" : altOf(drawing);
    if (alt !== "") writeShape(reader, alt);
    tellBehind(reader, text);
  },
};

function writeShape(reader: OdfReader, alt: string): void {
  const words = inlineMark("drawing", [], alt);
  if (reader.paragraphs.length > 0) {
    writeShown(reader, ` ${words} `);
    return;
  }
  reader.flow.startParagraph({});
  reader.flow.write(words);
  reader.flow.endParagraph();
}

/** A picture of the frame that is open. */
export function openImage(reader: OdfReader, attributes: XmlAttributes): void {
  const name = (attributes["xlink:href"] ?? "").replace(/^(?:\.\/|#)/, "");
  // Addresses outside of the document are never opened; their names are shown.
  if (name !== "") reader.drawings.at(-1)?.images.push(decodedAddress(name));
}

function decodedAddress(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
