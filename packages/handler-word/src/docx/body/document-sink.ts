import { createMarkdownBuilder, type MarkdownPiece } from "@reader/document";
import { createDocumentBuilder, type ImageStore, type Recording, type DocumentPiece } from "@reader/document/builder";
import type { ImageStart } from "@reader/document/content";
import type { BodySink } from "./body-sink.ts";

/** Writes a document as Markdown, in fragments. */
export interface DocumentSink extends BodySink {
  /** Removes and returns the finished fragments. */
  take(): readonly DocumentPiece[];
  /** Removes and returns the remaining fragments, including pending notes. */
  end(): readonly DocumentPiece[];
}

/** The store that keeps images until they are shown, and the loader of image bytes. */
export interface DocumentImages {
  readonly pictures: ImageStore;
  readonly part: (name: string) => Promise<Uint8Array | undefined>;
  /** Loads the first bytes of a large image, for models that take no images. */
  readonly start?: (name: string) => Promise<ImageStart | undefined>;
}

/** Creates an empty sink. */
export function createDocumentSink({ pictures, part, start }: DocumentImages): DocumentSink {
  const flow = createDocumentBuilder({ pictures });
  const pieces: DocumentPiece[] = [];
  let hasImage = false;
  /**
   * Moves finished fragments to the output after an image. An image follows the paragraph, list or table that contains
   * it.
   */
  const takeImages = (): void => {
    if (!hasImage) return;
    const finished = flow.take();
    if (finished.length > 0) hasImage = false;
    pieces.push(...finished);
  };
  return {
    startParagraph: (style) => flow.startParagraph(style),
    endParagraph() {
      flow.endParagraph();
      takeImages();
    },
    write: (text, format) => flow.write(text, format),
    raw: (markdown, format) => flow.raw(markdown, format),
    block: (markdown) => flow.block(markdown),
    lineBreak: () => flow.lineBreak(),
    image({ part: name, alt }, format) {
      hasImage = true;
      flow.picture({ name, alt, load: () => part(name), start: async () => start?.(name) }, format);
    },
    document(name) {
      flow.settle();
      pieces.push(...flow.take(), { type: "document", part: name });
    },
    startNote: () => flow.beginAside(),
    endNote(mark) {
      const { words, images } = contentOf(flow.endAside());
      flow.startParagraph({});
      flow.raw(`${mark}: ${words.replace(/\n+/g, "\n    ")}`);
      flow.endParagraph();
      pieces.push(...flow.take(), ...images);
    },
    startTable: () => flow.startTable(),
    startRow: () => flow.startRow(),
    startCell: (span) => flow.startCell(span),
    endCell: () => flow.endCell(),
    endRow: () => flow.endRow(),
    endTable() {
      flow.endTable();
      takeImages();
    },
    take: () => [...pieces.splice(0), ...flow.take()],
    end() {
      flow.settle();
      return [...pieces.splice(0), ...flow.end()];
    },
  };
}

/** Returns the Markdown of a note, and its images, which follow it. */
function contentOf(note: Recording): { readonly words: string; readonly images: readonly MarkdownPiece[] } {
  const builder = createMarkdownBuilder();
  note.replay(builder);
  const pieces = builder.end();
  const words = pieces.flatMap((piece) => ("markdown" in piece ? [piece.markdown.trim()] : [])).join("\n\n");
  return { words, images: pieces.filter(({ type }) => type === "image") };
}
