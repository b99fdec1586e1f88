import type { ImagePart } from "@reader/core";
import { text, type HandlerEvent, type Place } from "@reader/core/handler";
import { extractDataUris, nameWalls } from "./encoded-text.ts";
import { fence } from "@reader/document";
import { textOfHtml } from "./html-text.ts";
import { decodeImage, imageTypes, type EncodedImage } from "./images.ts";
import { textIn, type MimeBundle } from "./mime-bundle.ts";
import { chooseReadable, isObjectName, scripts, type Readable } from "./readable.ts";
import { deepField, field, labelOf, textOf } from "../document/values.ts";

/** Where an output stands, and the notebook's metadata, which knows the names of widgets. */
export interface OutputPlace {
  readonly at: Place;
  readonly metadata: unknown;
}

const widgetView = "application/vnd.jupyter.widget-view+json";
const widgetState = "application/vnd.jupyter.widget-state+json";
const svg = "image/svg+xml";

/** Characters up to which one line of plain text beside an image is the image's alternative text. */
const maxAltCharacters = 200;

/** The events of one result: its best text, one image, and the names of what cannot be shown. */
export async function* bundleEvents(bundle: MimeBundle, place: OutputPlace): AsyncGenerator<HandlerEvent> {
  const picture = pictureOf(bundle, place.at);
  const readable = await chooseReadable(bundle);
  if (readable !== undefined && !isCaption(readable, picture)) yield* readableEvents(readable, place.at);
  if (picture !== undefined) yield picture;
  else yield* svgEvents(bundle, place.at);
  const isNothing = readable === undefined && picture === undefined;
  const unseen = [...bundle.keys()].filter((type) => !isShown(type, picture) || (isNothing && type === "text/html"));
  for (const type of unseen) yield text(nameLine(type, bundle.get(type), place), place.at);
}

/** True if the text is the alternative text of the image beside it. */
function isCaption({ info, content }: Readable, picture: ImagePart | undefined): boolean {
  return picture !== undefined && info === "output" && isCaptionText(content);
}

/** A file that a Markdown cell carries: its image, or its name. */
export function attachmentEvent(name: string, bundle: MimeBundle, at: Place): HandlerEvent {
  const label = `attachment:${labelOf(name) ?? ""}`;
  const types = [...bundle.keys()].map((type) => `, ${labelOf(type)}`).join("");
  return pictureOf(new Map([...bundle, ["text/plain", label]]), at) ?? text(`(${label}${types}, not shown)\n`, at);
}

/** Yields images found inside a text, at their place. Skips data that is not an image; the text mentions it. */
export function* embeddedImages(images: readonly EncodedImage[], at: Place): Generator<HandlerEvent> {
  for (const each of images) {
    const part = decodeImage(each, at);
    if (part !== undefined) yield part;
  }
}

function* readableEvents({ info, content }: Readable, at: Place): Generator<HandlerEvent> {
  const { text: words, images } = extractDataUris(content);
  const fenced = fence(info, nameWalls(words));
  if (fenced !== "") yield text(fenced, at);
  yield* embeddedImages(images, at);
}

function pictureOf(bundle: MimeBundle, at: Place): ImagePart | undefined {
  const plain = textIn(bundle, "text/plain")?.trim() ?? "";
  const alt = isCaptionText(plain) ? plain.replace(/ at 0x[\da-f]+(?=>$)/i, "") : "";
  for (const mediaType of imageTypes) {
    const data = textIn(bundle, mediaType);
    const part = data === undefined ? undefined : decodeImage({ mediaType, data, alt }, at);
    if (part !== undefined) return part;
  }
  return undefined;
}

/** True if plain text is only a placeholder for the image beside it. */
function isCaptionText(plain: string): boolean {
  const line = plain.trim();
  return isObjectName(line) || (line.length <= maxAltCharacters && !line.includes("\n"));
}

/** The labels of a drawing: what a graph or a diagram says. */
async function* svgEvents(bundle: MimeBundle, at: Place): AsyncGenerator<HandlerEvent> {
  const drawing = textIn(bundle, svg);
  if (drawing === undefined) return;
  const labels = fence("output svg labels", nameWalls((await textOfHtml(drawing)) ?? ""));
  yield text(labels === "" ? nameLine(svg, drawing, { at, metadata: undefined }) : labels, at);
}

/** Text and drawings have been dealt with; other images count as shown where one of them is. */
function isShown(type: string, picture: ImagePart | undefined): boolean {
  if (type === "application/json" || type === svg) return true;
  if (imageTypes.includes(type)) return picture !== undefined;
  return type.startsWith("text/") && !scripts.has(type);
}

function nameLine(type: string, value: unknown, { metadata }: OutputPlace): string {
  if (type === widgetView) return `(widget ${widgetName(value, metadata)}, not shown)\n`;
  const flaw = imageTypes.includes(type) ? " that is no such image" : "";
  const { length } = textOf(value);
  return `(output ${labelOf(type)}${flaw}, ${length} ${length === 1 ? "character" : "characters"}, not shown)\n`;
}

function widgetName(view: unknown, metadata: unknown): string {
  const id = labelOf(field(view, "model_id")) ?? "";
  return labelOf(deepField(metadata, "widgets", widgetState, "state", id, "model_name")) ?? "of an unknown model";
}
