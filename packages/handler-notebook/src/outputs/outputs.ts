import type { ImagePart } from "@reader/core";
import { type HandlerEvent, type Place, quoted, text } from "@reader/core/handler";
import { fence } from "@reader/document";
import { deepField, field, firstField, labelOf, textOf } from "../document/parse.ts";
import { extractDataUris, replaceBase64 } from "./encoded-text.ts";
import { decodeImage, type EncodedImage, imageTypes } from "./images.ts";
import { bundleOf, type MimeBundle, textIn } from "./mime-bundle.ts";
import { chooseReadable, cleanText, isObjectName, type Readable, scripts, textOfHtml } from "./readable.ts";

/** Yields the outputs of a cell in order. Invalid outputs are mentioned, never skipped silently. */
export async function* outputEvents(outputs: unknown, place: OutputPlace): AsyncGenerator<HandlerEvent> {
  if (outputs === undefined || outputs === null) return;
  if (!Array.isArray(outputs)) {
    yield text("(outputs that are not a list, not shown)\n", place.at);
    return;
  }
  for (const output of joinStreams(outputs)) yield* oneOutput(output, place);
}

async function* oneOutput(output: unknown, place: OutputPlace): AsyncGenerator<HandlerEvent> {
  const type = field(output, "output_type");
  if (type === "stream") {
    yield* fenced(streamName(output), cleanText(textOf(field(output, "text"))), place);
  } else if (type === "error" || type === "pyerr") {
    yield* fenced("error", errorText(output), place);
  } else {
    const bundle = bundleOf(output);
    if (bundle.size > 0) yield* bundleEvents(bundle, place);
    else if (!isKnownType(type))
      yield text(`(output of the unknown type ${quoted(labelOf(type) ?? "")}, not shown)\n`, place.at);
  }
}

function* fenced(info: string, content: string, { at }: OutputPlace): Generator<HandlerEvent> {
  const whole = fence(info, content);
  if (whole !== "") yield text(whole, at);
}

function isKnownType(type: unknown): boolean {
  return type === "display_data" || type === "execute_result" || type === "pyout" || type === "update_display_data";
}

/** Returns the name of a stream. Default: `stdout`, as in the format. */
function streamName(output: unknown): string {
  return labelOf(firstField(output, ["name", "stream"])) ?? "stdout";
}

/** Joins adjacent outputs of one stream, which kernels write in many chunks. */
function joinStreams(outputs: readonly unknown[]): readonly unknown[] {
  const joined: unknown[] = [];
  let pieces: string[] = [];
  let open: string | undefined;
  const close = (): void => {
    if (open !== undefined) joined.push({ output_type: "stream", name: open, text: pieces });
    open = undefined;
    pieces = [];
  };
  for (const output of outputs) {
    const name = field(output, "output_type") === "stream" ? streamName(output) : undefined;
    if (name !== open) close();
    if (name === undefined) joined.push(output);
    else pieces.push(textOf(field(output, "text")));
    open = name;
  }
  close();
  return joined;
}

/** Returns the traceback without colours. Adds name and value of the error if they are missing. */
function errorText(output: unknown): string {
  const traceback = field(output, "traceback");
  const frames = Array.isArray(traceback) ? traceback.map(textOf).join("\n") : textOf(traceback);
  const trace = cleanText(frames).replace(/^-{20,}\n/, "");
  const name = textOf(firstField(output, ["ename", "etype"]));
  const value = cleanText(textOf(field(output, "evalue")));
  const last = [name, value].filter((part) => part !== "").join(": ");
  const isComplete = trace.includes(name) && trace.includes(value);
  return isComplete && trace !== "" ? trace : [trace, last].filter((part) => part !== "").join("\n");
}

/** The place of an output, and the metadata of the notebook, which names widgets. */
interface OutputPlace {
  readonly at: Place;
  readonly metadata: unknown;
}

const widgetView = "application/vnd.jupyter.widget-view+json";
const widgetState = "application/vnd.jupyter.widget-state+json";
const svg = "image/svg+xml";

/** Maximum length, in characters, of a line of plain text that is the alternative text of the image beside it. */
const maxAltCharacters = 200;

/** Yields one result: its best text, one image, and the types that cannot be shown. */
async function* bundleEvents(bundle: MimeBundle, place: OutputPlace): AsyncGenerator<HandlerEvent> {
  const image = imagePartOf(bundle, place.at);
  const readable = await chooseReadable(bundle);
  if (readable !== undefined && !isCaption(readable, image)) yield* readableEvents(readable, place.at);
  if (image !== undefined) yield image;
  else yield* svgEvents(bundle, place.at);
  const isNothing = readable === undefined && image === undefined;
  const notShown = [...bundle.keys()].filter((type) => !isShown(type, image) || (isNothing && type === "text/html"));
  for (const type of notShown) yield text(nameLine(type, bundle.get(type), place), place.at);
}

/** True if the text is the alternative text of the image beside it. */
function isCaption({ info, content }: Readable, image: ImagePart | undefined): boolean {
  return image !== undefined && info === "output" && isCaptionText(content);
}

/** Returns an attachment of a Markdown cell: its image, or its name. */
export function attachmentEvent(name: string, bundle: MimeBundle, at: Place): HandlerEvent {
  const label = `attachment:${labelOf(name) ?? ""}`;
  const types = [...bundle.keys()].map((type) => `, ${labelOf(type)}`).join("");
  return imagePartOf(new Map([...bundle, ["text/plain", label]]), at) ?? text(`(${label}${types}, not shown)\n`, at);
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
  const fenced = fence(info, replaceBase64(words));
  if (fenced !== "") yield text(fenced, at);
  yield* embeddedImages(images, at);
}

function imagePartOf(bundle: MimeBundle, at: Place): ImagePart | undefined {
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

/** Yields the labels of a drawing, such as a graph or diagram. */
async function* svgEvents(bundle: MimeBundle, at: Place): AsyncGenerator<HandlerEvent> {
  const drawing = textIn(bundle, svg);
  if (drawing === undefined) return;
  const labels = fence("output svg labels", replaceBase64((await textOfHtml(drawing)) ?? ""));
  yield text(labels === "" ? nameLine(svg, drawing, { at, metadata: undefined }) : labels, at);
}

/** True if a representation is shown. If one image is shown, all images count as shown. */
function isShown(type: string, image: ImagePart | undefined): boolean {
  if (type === "application/json" || type === svg) return true;
  if (imageTypes.includes(type)) return image !== undefined;
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
