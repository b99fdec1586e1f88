import { ReadError } from "../contract/errors.ts";
import type { Replayable } from "../text/lines/event-supply.ts";
import { requestWords } from "../render/request-words.ts";
import type { CheckedRequest, View } from "../contract/request.ts";
import type { Sniff } from "../contract/source.ts";
import type { Call } from "./call.ts";

/** What models take as it is, and otherwise as pictures of its pages. */
const pagedType = "application/pdf";

/** A document that was opened. */
interface OpenedDocument {
  readonly sniff: Pick<Sniff, "mediaType">;
  readonly file: { readonly opened: { readonly stat: { readonly size: number } } };
}

/** The read of a document with the view that the rules give it, where the request leaves that open. */
export function withRuledView(call: Call, { sniff, file }: OpenedDocument): Call {
  const { checked, state } = call;
  const isRuled = checked.rules.documents === "native" && sniff.mediaType === pagedType;
  if (!isRuled || checked.request.view !== undefined || asksForPart(checked)) return call;
  return { ...call, checked: { ...checked, view: nativeView(state.capabilities, file.opened.stat.size) } };
}

function nativeView({ documents, images }: Call["state"]["capabilities"], size: number): View {
  const isTaken = documents !== undefined && documents.mediaTypes.includes(pagedType) && size <= documents.maxBytes;
  if (isTaken) return "native";
  return images === undefined ? "auto" : "image";
}

/** Lines of a document are lines of its text, and parts have a view of their own. */
function asksForPart({ request }: CheckedRequest): boolean {
  const { offset, limit, lines, column, find, select } = request;
  return [offset, limit, lines, column, find, select].some((field) => field !== undefined);
}

/** The same document; one with more pages than may be read unasked is refused as soon as their number is known. */
export function withinPages(document: Replayable, { checked }: Call, path: string): Replayable {
  const { maxPagesUnasked } = checked.rules;
  const isWhole = checked.pages === undefined && !checked.isOutline && !asksForPart(checked);
  if (!isWhole || maxPagesUnasked === Number.POSITIVE_INFINITY) return document;
  return {
    total: () => document.total(),
    async *items() {
      for await (const item of document.items()) {
        if (item.type === "extent" && item.unit === "page" && item.total > maxPagesUnasked) {
          throw tooManyPages(path, item.total, maxPagesUnasked);
        }
        yield item;
      }
    },
  };
}

function tooManyPages(path: string, total: number, most: number): ReadError {
  const request = { path, pages: most === 1 ? "1" : `1-${most}` };
  const message = `${path} has ${total} pages; without \`pages\` a document of at most ${most} is read.`;
  return new ReadError("over-budget", message, {
    hint: `Choose \`pages\`, as in ${requestWords(request)}.`,
    details: { total, unit: "page", limit: { name: "maxPagesUnasked", value: most, actual: total }, request },
  });
}
