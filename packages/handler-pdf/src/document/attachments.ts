import { type Budget, quoted, ReadError } from "@reader/core/handler";
import { checkAttachmentSize, oneLine, uniqueName } from "@reader/pdf-pages/document";
import type { PDFDocument, PDFObject } from "mupdf";
import { countEngineFailure } from "../engine/engine.ts";
import { hasAt, mapArray, numberAt, textAt, visitNodes, withObject } from "../engine/pdf-objects.ts";
import { noTimeLimit, type TimeLeft } from "./opened-pdf.ts";

/** A file inside the document. */
export interface Attachment {
  /** Unique in the document: a second `a.txt` is `a.txt (2)`. */
  readonly name: string;
  /** The size stated by the document, if any. */
  readonly bytes?: number;
  readonly description?: string;
  /** The page it is attached to, from 1; absent if it belongs to the whole document. */
  readonly page?: number;
  /** The number of the object that holds the file: a file specification or a stream. */
  readonly object: number;
}

const maxAttachments = 1000;
const maxAnnotationsOfPage = 2000;

/**
 * Lists the files inside a document: embedded files, parts of an XFA form, and files attached to the first pages.
 * Checks fewer pages if the time runs out.
 */
export function readAttachments(
  document: PDFDocument,
  pinnedPages: number,
  timeLeft: TimeLeft = noTimeLimit,
): readonly Attachment[] {
  const found: Attachment[] = [];
  const names = new Set<string>();
  const add = (attachment: Attachment): void => {
    if (found.length >= maxAttachments || found.some(({ object }) => object === attachment.object)) return;
    const name = uniqueName(attachment.name, names);
    names.add(name);
    found.push({ ...attachment, name });
  };
  const trailer = document.getTrailer();
  try {
    withObject(trailer, ["Root", "Names", "EmbeddedFiles"], (tree) => visitNodes(tree, (node) => addNamed(node, add)));
    withObject(trailer, ["Root", "AcroForm", "XFA"], (packets) => addPackets(packets, add));
    for (let page = 1; page <= pinnedPages && timeLeft() > 0; page++) addAttached(document, page, add);
    return found;
  } catch (error) {
    countEngineFailure(error);
    return found;
  } finally {
    trailer.destroy();
  }
}

type Add = (attachment: Attachment) => void;

/** Adds the files in a node of a name tree. `Names` holds pairs of a name and a file specification. */
function addNamed(node: PDFObject, add: Add): void {
  withObject(node, ["Names"], (pairs) => {
    const end = pairs.isArray() ? Math.min(pairs.length, maxAttachments * 2) : 0;
    for (let at = 0; at + 1 < end; at += 2) {
      const key = textAt(pairs, at) ?? "";
      withObject(pairs, [at + 1], (specification) => addFile(specification, { key }, add));
    }
  });
}

interface FileFacts {
  /** The name to use if the specification has none. */
  readonly key: string;
  readonly page?: number;
}

function addFile(specification: PDFObject, { key, page }: FileFacts, add: Add): void {
  const file = withObject(specification, ["EF"], (files) => streamOf(files));
  if (file === undefined) return;
  const name = oneLine(textAt(specification, "UF") ?? textAt(specification, "F") ?? key);
  const description = oneLine(textAt(specification, "Desc") ?? "");
  add({
    name: name === "" ? "attachment" : name,
    ...file,
    ...(description === "" || description === name ? {} : { description }),
    ...(page === undefined ? {} : { page }),
  });
}

function streamOf(files: PDFObject): Pick<Attachment, "object" | "bytes"> | undefined {
  for (const key of ["UF", "F", "Unix", "Mac", "DOS"]) {
    const found = withObject(files, [key], (stream) => {
      if (!stream.isStream() || !stream.isIndirect()) return undefined;
      const bytes = numberAt(stream, "Params", "Size");
      return {
        object: stream.asIndirect(),
        ...(Number.isSafeInteger(bytes) && bytes !== undefined && bytes >= 0 ? { bytes } : {}),
      };
    });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Adds the parts of an XFA form, stored as pairs of a name and a stream. The form values are in `datasets`. */
function addPackets(packets: PDFObject, add: Add): void {
  if (packets.isStream() && packets.isIndirect()) add({ name: "xfa.xml", object: packets.asIndirect() });
  if (!packets.isArray()) return;
  for (let at = 0; at + 1 < packets.length; at += 2) {
    const name = oneLine(textAt(packets, at) ?? "");
    // The first and last parts only open and close the root element.
    if (name === "preamble" || name === "postamble") continue;
    withObject(packets, [at + 1], (stream) => {
      if (stream.isStream() && stream.isIndirect()) add({ name: `xfa/${name}.xml`, object: stream.asIndirect() });
    });
  }
}

function addAttached(document: PDFDocument, page: number, add: Add): void {
  const object = document.findPage(page - 1);
  try {
    withObject(object, ["Annots"], (annotations) =>
      mapArray(annotations, maxAnnotationsOfPage, (annotation) => {
        if (textAt(annotation, "Subtype") !== "FileAttachment" || !hasAt(annotation, "FS", "EF")) return;
        withObject(annotation, ["FS"], (specification) => addFile(specification, { key: "attachment", page }, add));
      }),
    );
  } finally {
    object.destroy();
  }
}

/** Reads a file inside the document. Throws `corrupt` if its bytes cannot be read, `too-large` above the budget. */
export function readAttachment(document: PDFDocument, { name, object }: Attachment, budget: Budget): Uint8Array {
  const stream = document.newIndirect(object);
  try {
    const content = stream.readStream();
    try {
      checkAttachmentSize(name, content.length, budget);
      // A copy, because the engine's memory moves when it grows.
      return content.asUint8Array().slice();
    } finally {
      content.destroy();
    }
  } catch (error) {
    if (ReadError.is(error)) throw error;
    throw new ReadError("corrupt", `The attachment ${quoted(name)} is damaged and cannot be unpacked.`, {
      hint: "Read the document without `select`.",
      cause: error,
    });
  } finally {
    stream.destroy();
  }
}
