import { createReader, type Handler, type Reader, type ReaderOptions } from "@reader/core";
import { defineHandler, document, extent, image, text } from "@reader/core/handler";
import { memoryFileSystem, type MemoryFileSystemOptions } from "@reader/testkit";
import { onTestFinished } from "vitest";

/** A reader of files in memory. */
export function readerOf(
  entries: NonNullable<MemoryFileSystemOptions["entries"]>,
  options: ReaderOptions = {},
): Reader {
  const named = Object.fromEntries(Object.entries(entries).map(([path, entry]) => [`/w/${path}`, entry]));
  const fileSystem = memoryFileSystem({ entries: named, workingDirectory: "/w" });
  const reader = createReader({ roots: ["/w"], fileSystem, ...options });
  onTestFinished(() => reader.close());
  return reader;
}

/** Bytes that stand for a picture. */
export function pictureBytes(seed: number, length = 300): Uint8Array {
  return new Uint8Array(length).fill(seed);
}

/** Pictures, as many and as large as the file says: `3 images of 800 bytes`. Text where it has more lines. */
export const pictures: Handler = defineHandler({
  name: "pictures",
  mediaTypes: ["image/x-pictures"],
  sniff: (_, name) => (name.endsWith(".pic") ? "image/x-pictures" : undefined),
  async *read(source) {
    const [head = "", ...lines] = new TextDecoder().decode(await source.bytes()).split("\n");
    const [count = 0, bytes = 0] = (head.match(/\d+/g) ?? []).map(Number);
    yield extent("page", count);
    for (let at = 1; at <= count; at += 1) {
      const place = { unit: "page" as const, index: at };
      yield text(lines.map((line) => `${line} ${at}\n`).join(""), place);
      yield image("image/png", pictureBytes(at, bytes), {
        widthPx: 800,
        heightPx: 600,
        alt: `picture ${at}`,
        at: place,
      });
    }
  },
});

/** PDF files: as they are where the model takes them so, else their text. */
export const pdf: Handler = defineHandler({
  name: "pdf",
  mediaTypes: ["application/pdf"],
  async *read(source, { capabilities }) {
    const bytes = await source.bytes();
    yield extent("page", 2);
    if (capabilities.documents?.mediaTypes.includes("application/pdf") === true) {
      yield document("application/pdf", bytes, { name: source.name, pages: 2 });
      return;
    }
    yield text("The first page of the report.\n", { unit: "page", index: 1 });
    yield text("The second page of the report.\n", { unit: "page", index: 2 });
  },
});

/** The start of a PDF file, padded with what is no text. */
export const pdfBytes: Uint8Array = Uint8Array.from([
  ...new TextEncoder().encode("%PDF-1.7\n"),
  ...pictureBytes(7, 200),
]);
