import { decoderOf } from "@reader/office-kit/encodings";
import type { RunFormat } from "@reader/document/builder";
import { symbolText, withoutPrivateSymbols } from "@reader/document/content";
import type { RtfFont, RtfReader } from "./rtf-reader.ts";

/** Buffers a text byte; a character may consist of several bytes. */
export function writeByte(reader: RtfReader, byte: number): void {
  if (reader.unitsToSkip > 0) reader.unitsToSkip -= 1;
  else reader.pending.push(byte);
}

/** Number of buffered bytes that triggers decoding. */
const maxPendingBytes = 65_536;

/** Takes a run of text bytes. */
export function writeBytes(reader: RtfReader, bytes: Uint8Array): void {
  const skipped = Math.min(reader.unitsToSkip, bytes.length);
  reader.unitsToSkip -= skipped;
  const { destination } = reader.state;
  if (destination.kind === "skip") return;
  const rest = bytes.subarray(skipped);
  if (rest.length === 0) return;
  if (destination.bytes !== undefined) {
    destination.bytes(rest);
    return;
  }
  if (reader.pending.length === 0 && isAscii(rest)) {
    handOver(reader, ascii.decode(rest), fontOf(reader));
    return;
  }
  for (const byte of rest) {
    reader.pending.push(byte);
    if (byte < 0x80 && reader.pending.length >= maxPendingBytes) flushText(reader);
  }
}

const ascii = new TextDecoder("latin1");

function isAscii(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte >= 0x80) return false;
  return true;
}

/** Decodes the buffered bytes and writes the text to the current destination. */
export function flushText(reader: RtfReader): void {
  if (reader.pending.length === 0) return;
  const bytes = Uint8Array.from(reader.pending);
  reader.pending.length = 0;
  const font = fontOf(reader);
  const page = font?.codePage ?? reader.codePage;
  // The codes of symbol fonts do not belong to a code page.
  const text = font?.symbols === undefined ? decoderOf(page)(bytes) : codesOf(bytes);
  handOver(reader, text, font);
}

/** Writes decoded characters. */
export function writeText(reader: RtfReader, text: string): void {
  flushText(reader);
  handOver(reader, text, fontOf(reader));
}

function codesOf(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCodePoint(byte);
  return text;
}

function fontOf({ state, fonts, defaultFont }: RtfReader): RtfFont | undefined {
  return fonts.get(state.character.font ?? defaultFont);
}

function handOver(reader: RtfReader, text: string, font: RtfFont | undefined): void {
  const { destination, character } = reader.state;
  if (destination.kind !== "body") {
    destination.text(text);
    return;
  }
  const meant = font?.symbols === undefined ? withoutPrivateSymbols(text) : symbolText(text, font.symbols);
  destination.text(character.isCapital ? meant.toUpperCase() : meant);
}

/** Returns the format of the current run for the document builder. */
export function runFormat({ state }: RtfReader): RunFormat {
  const { character, link } = state;
  const { isBold, isItalic, isStruck, isHidden, isInserted, isDeleted, script, shifted } = character;
  return { link, isBold, isItalic, isStruck, isHidden, isInserted, isDeleted, script: script ?? shifted };
}
