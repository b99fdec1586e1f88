import type { MediaType } from "../contract/media-type.ts";
import type { Sniff, SniffedText } from "../contract/source.ts";
import { claimedType } from "./claimed-type.ts";
import { disagreementOf } from "./disagreement.ts";
import { openDecoder } from "../text/encoding/encodings.ts";
import { handlerTypeOf } from "./handler-type.ts";
import type { SniffInput } from "./sniff-input.ts";
import { textSignatureOf } from "./text-signatures.ts";
import { textTypeOf } from "./text-type.ts";

/** Formats whose bytes may be text throughout, but that are not text files. */
const neverText: ReadonlySet<MediaType> = new Set(["application/pdf", "application/x-archive"]);

/** Detects the type of text whose encoding is known: by signature, handlers, contents and name. */
export async function sniffText(input: SniffInput, text: SniffedText): Promise<Sniff> {
  const found = await typeOf(input, text);
  const disagreement = input.size === 0 ? undefined : disagreementOf(input.name, found.mediaType);
  return {
    ...found,
    ...(neverText.has(found.mediaType) ? {} : { text }),
    ...(disagreement === undefined ? {} : { disagreement: { extension: disagreement } }),
  };
}

async function typeOf(
  input: SniffInput,
  { encoding, bomBytes }: SniffedText,
): Promise<Pick<Sniff, "mediaType" | "by">> {
  const { head, name, size } = input;
  const document = textSignatureOf(head, name);
  const handled = document === undefined ? handlerTypeOf(input) : claimedType(input, document);
  if (handled !== undefined) return { mediaType: handled, by: "handler" };
  if (document !== undefined) return { mediaType: document, by: "signature" };
  const decoder = await openDecoder(encoding);
  const text = decoder.decode(head.subarray(bomBytes), { stream: true });
  return textTypeOf({ name, text, isWhole: head.length >= size });
}
