import { defineHandler, extent, type Handler, type MediaType, notice, ReadError, text } from "@reader/core/handler";
import { parseRecords } from "./parse-records.ts";
import { wantedSections } from "./wanted-sections.ts";

const mediaType: MediaType = "application/x-my-format";

/** Creates a handler for my-format files: each record is a section that can be asked for alone. */
export function myFormat(): Handler {
  return defineHandler({
    name: "my-format",
    mediaTypes: [mediaType],
    // How an isolated process creates it. Name the package here once it is published: isolation can then find it anywhere.
    origin: { module: import.meta.url, export: "myFormat" },
    sniff: sniffMyFormat,
    // A small valid file: an isolated process that still reads it after an error need not be replaced.
    canary: () => ({
      name: "canary.my-format",
      mediaType,
      bytes: new TextEncoder().encode("my-format 1\n\ntitle: Canary\n"),
      text: "Canary",
    }),
    async *read(source, context) {
      const content = new TextDecoder().decode(await source.bytes());
      if (!isMyFormat(content)) throw new ReadError("corrupt", `${source.path} does not start with "my-format 1".`);
      const { records, oddLines } = parseRecords(content);
      yield extent("section", records.length);
      // Before the text: the handler is stopped when the answer is full.
      if (oddLines.length > 0) yield notice(`Lines that are not \`key: value\`: ${listed(oddLines)}.`);
      for (const index of wantedSections(records.length, context.pages)) {
        const record = records[index - 1];
        if (record !== undefined) yield text(record, { unit: "section", index });
      }
    },
  });
}

/** Recognises a my-format file by its first line. */
export function sniffMyFormat(head: Uint8Array): MediaType | undefined {
  return isMyFormat(new TextDecoder().decode(head)) ? mediaType : undefined;
}

function isMyFormat(content: string): boolean {
  return /^my-format 1\r?(?:\n|$)/.test(content);
}

/** The first numbers of what may be a long list. */
function listed(numbers: readonly number[]): string {
  const shown = numbers.slice(0, 10).join(", ");
  return numbers.length > 10 ? `${shown} and ${numbers.length - 10} more` : shown;
}
