import { createYielder } from "@reader/core/internal";
import type { DocumentPiece } from "@reader/document/builder";
import type { Converted } from "./convert.ts";
import { HtmlTeller } from "./html-teller.ts";
import type { TellerInput } from "./teller-input.ts";
import { tellMammothHtml } from "./mammoth-html.ts";
import { createNotes, splitHtml } from "./note-definitions.ts";

/** Where pictures are kept until they are shown, and where they come from. */
export type PieceInput = Pick<TellerInput, "pictures" | "part" | "start">;

/** Characters of HTML after which what is finished is handed on, and the event loop turns. */
const pieceCharacters = 128 * 1024;

/** The pieces of a document in batches. */
export async function* documentPieces(
  { html, signs }: Pick<Converted, "html" | "signs">,
  input: PieceInput,
): AsyncGenerator<readonly DocumentPiece[]> {
  const notes = createNotes({ ...input, signs });
  const teller = new HtmlTeller({ ...input, signs, notes });
  const breathe = createYielder();
  for await (const slice of html()) {
    const { body, notes: definitions } = splitHtml(slice);
    notes.add(definitions);
    for (const piece of piecesOf(body)) {
      tellMammothHtml(piece, teller);
      yield teller.take();
      await breathe();
    }
  }
  yield teller.end();
}

const paragraphEnd = "</p>";

/** The HTML cut behind ends of paragraphs, where no tag and no character reference is cut. */
function* piecesOf(html: string): Generator<string> {
  for (let from = 0; from < html.length;) {
    const end = html.indexOf(paragraphEnd, from + pieceCharacters);
    const to = end < 0 ? html.length : end + paragraphEnd.length;
    yield html.slice(from, to);
    from = to;
  }
}
