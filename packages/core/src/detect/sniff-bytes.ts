import type { MediaType } from "../contract/media-type.ts";
import type { Sniff, SniffedText } from "../contract/source.ts";
import { claimedType } from "./claimed-type.ts";
import { disagreementOf } from "./disagreement.ts";
import { signatureOf } from "./signatures.ts";
import { sniffText } from "./sniff-text.ts";
import type { SniffInput } from "./sniff-input.ts";
import { textSignatureOf } from "./text-signatures.ts";
import { unicodeText } from "../text/encoding/unicode-text.ts";
import { byteOrderMarks } from "../text/encoding/bom.ts";

/** Detects the type of bytes that are not plain UTF-8. Rejects only if `slice` does. */
export async function sniffBytes(input: SniffInput): Promise<Sniff> {
  const { head, name, size } = input;
  const signature = byteOrderMarks(head).length > 0 ? undefined : signatureOf(head);
  const text = signature === undefined ? await textIn(head, head.length >= size) : undefined;
  if (text !== undefined) return sniffText(input, text);
  const told = signature === undefined ? await unsignedType(input) : await typeBySignature(input, signature);
  const claimed = claimedType(input, told.mediaType);
  const found: Found = claimed === undefined ? told : { mediaType: claimed, by: "handler" };
  const disagreement = disagreementOf(name, found.mediaType);
  return disagreement === undefined ? found : { ...found, disagreement: { extension: disagreement } };
}

async function textIn(head: Uint8Array, isWhole: boolean): Promise<SniffedText | undefined> {
  const text = unicodeText(head, isWhole);
  if (text !== "legacy") return text;
  const { detectText } = await import("../text/encoding/encoding.ts");
  return detectText(head, isWhole);
}

type Found = Pick<Sniff, "mediaType" | "by">;

/** Returns the type of a signature. Containers are identified by their contents. */
async function typeBySignature(input: SniffInput, signature: MediaType): Promise<Found> {
  if (signature !== "application/zip" && signature !== "application/x-ole-storage") {
    return { mediaType: signature, by: "signature" };
  }
  const { containerTypeOf } = await import("./containers/container-type.ts");
  return { mediaType: await containerTypeOf(input, signature), by: "container" };
}

async function unsignedType(input: SniffInput): Promise<Found> {
  const document = textSignatureOf(input.head, input.name);
  if (document !== undefined) return { mediaType: document, by: "signature" };
  const { rareTypeOf } = await import("./rare-type.ts");
  const rare = await rareTypeOf(input);
  return rare === undefined
    ? { mediaType: "application/octet-stream", by: "none" }
    : { mediaType: rare, by: "signature" };
}
