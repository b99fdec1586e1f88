import { createReader, type Reader, type StopSignal } from "@reader/core";
import { defineHandler, text } from "@reader/core/handler";
import {
  type Converted,
  type ConverterOptions,
  createPageConverter,
  officeFormatOf,
} from "@reader/office-pages/converter";

/** Converts office documents of the workspace to PDF files, which have their pages. */
export interface OfficePages {
  /** The private folder of the PDF files. */
  readonly root: string;
  /** Returns the absolute path of the PDF file, or why there is none. */
  convert(path: string, mediaType: string, signal: StopSignal): Promise<Converted>;
  /** Ends a running conversion, and removes the folder. */
  close(): Promise<void>;
}

/** What converts documents. */
export interface OfficeOptions extends ConverterOptions {
  /** The folders of the workspace: absolute paths. */
  readonly roots: readonly string[];
}

/** True if a document of this type has pages that LibreOffice can show. A workbook has a grid instead. */
export function hasOfficePages(mediaType: string): boolean {
  const format = officeFormatOf(mediaType);
  return format !== undefined && format.kind !== "sheets";
}

/** Creates the private folder of the PDF files. */
export async function createOfficePages({ roots, ...options }: OfficeOptions): Promise<OfficePages> {
  const converter = await createPageConverter(options);
  const documentTimeMs = (options.timeMs ?? 60_000) + 60_000;
  return {
    root: converter.root,
    async convert(path, mediaType, signal) {
      let converted: Converted = { problem: "The file is not of this type" };
      const handler = defineHandler({
        name: "office-pages",
        mediaTypes: [mediaType],
        async *read(source) {
          converted = await converter.convert(source, signal);
          yield text("");
        },
      });
      // Opens the document with a reader, so that the workspace and its policy apply. One reader for each request,
      // because a reader keeps answers and the PDF file may be gone.
      const reader: Reader = createReader({ handlers: [handler], roots, budget: { documentTimeMs } });
      try {
        const read = await reader.read({ path }, { signal });
        return read.ok ? converted : { problem: "The document cannot be opened" };
      } finally {
        await reader.close();
      }
    },
    close: () => converter.close(),
  };
}
