import { notice, type HandlerContext, type HandlerEvent, type Source } from "@reader/core/handler";
import { createTextDecoder } from "@reader/core/internal";
import { htmlOfMht } from "../docx/mht.ts";
import { readPage } from "../page/read-page.ts";

/** The events of a web page, or of a web archive, that is called a document of Word. */
export async function* readDisguised(
  source: Source,
  context: HandlerContext,
  kind: "page" | "archive",
): AsyncGenerator<HandlerEvent> {
  const bytes = await source.bytes();
  const html = kind === "archive" ? htmlOfMht(bytes) : await pageText(bytes, source);
  const what = kind === "archive" ? "a web archive" : "a web page";
  yield* readPage(html ?? "", { path: source.path, context });
  yield notice(`The file is ${what} and no document of Word: its text is shown, without its pictures.`);
}

function pageText(bytes: Uint8Array, { sniff: { text } }: Source): Promise<string> | string {
  return text === undefined ? new TextDecoder().decode(bytes) : createTextDecoder(text).decode(bytes);
}
