import type { Handler } from "../handler.ts";
import { isTextType, type MediaType } from "../media-type.ts";
import type { Sniff, SniffedText } from "../source/source.ts";
import { labelOf } from "./extensions.ts";
import { scanUtf8 } from "./utf8.ts";

/** What a file is told by. */
export interface SniffInput {
  /** The first bytes, up to 4096. */
  readonly head: Uint8Array;
  /** The last segment of the path. */
  readonly name: string;
  /** Bytes of the whole file. */
  readonly size: number;
  /** Bytes further on; asked for containers and unknown binary files only, and then for 256 KiB at most. */
  slice(start: number, end: number): Promise<Uint8Array>;
  /** In the order of precedence. */
  readonly handlers: readonly Handler[];
}

/**
 * Tells what a file is, in this order: signature, container directory, the handlers' own `sniff`, text. Plain UTF-8 text
 * is told by this module and the table of names alone; everything else loads more. Rejects only where `slice` does.
 */
export async function sniff(input: SniffInput): Promise<Sniff> {
  const { head, name, size } = input;
  const text = plainText(head, head.length >= size);
  if (text === undefined) {
    const { sniffBytes } = await import("./sniff-bytes.ts");
    return sniffBytes(input);
  }
  const label = labelOf(name);
  if (isSpeaking(head, label)) {
    const { sniffText } = await import("./sniff-text.ts");
    return sniffText(input, text);
  }
  const handled = handlerTypeOf(input);
  if (handled !== undefined) return { mediaType: handled, by: "handler", text };
  return { mediaType: label ?? "text/plain", by: label === undefined ? "text" : "name", text };
}

/** The first type that a handler recognises. A handler that throws recognises nothing. */
export function handlerTypeOf({ handlers, head, name }: SniffInput): MediaType | undefined {
  for (const handler of handlers) {
    try {
      const mediaType = handler.sniff?.(head, name);
      if (mediaType !== undefined) return mediaType;
    } catch {
      continue;
    }
  }
  return undefined;
}

/** UTF-8 without a byte order mark and odd control characters; undefined where more must be asked. */
function plainText(head: Uint8Array, isWhole: boolean): SniffedText | undefined {
  const { sequences, badBytes, cutBytes, nulBytes, controls, escapes } = scanUtf8(head);
  if (nulBytes + controls + badBytes + (isWhole ? cutBytes : 0) > 0) return undefined;
  if (escapes > 0 && startOf(head, head.length).includes("\u001b$")) return undefined;
  if (startOf(head, 3) === "\u00ef\u00bb\u00bf") return undefined;
  const isAsciiSoFar = sequences + cutBytes === 0;
  return { encoding: "utf-8", confidence: isAsciiSoFar ? 1 : 0.99, bomBytes: 0, isAsciiSoFar };
}

/** Starts that say more than any name: markup, mail, formats whose first bytes are text. */
const speakingStart = /^(?:\s*<|\s*%[!PF]|\{\\rt|!<arch>|From |\d{1,12}\s*\n|[A-Za-z][A-Za-z-]{1,40}:[^/])/;
/** Starts that say more than no name, or than that of plain text. */
const kindStart = /^(?:\s*[{[]|#!|#EXTM3U|BEGIN:V|WEBVTT|WARC\/|diff --git )/;
const tableRow = /^[^\r\n,;\t]*[,;\t][^\r\n,;\t]*[,;\t]/;
const startBytes = 256;
const percent = 0x25;
const pdfHeaderBytes = 1024;

function isSpeaking(head: Uint8Array, label: MediaType | undefined): boolean {
  if (label !== undefined && !isTextType(label)) return true;
  const start = startOf(head, startBytes);
  if (speakingStart.test(start) || mentionsPdf(head)) return true;
  if (label === undefined) return kindStart.test(start) || tableRow.test(start);
  return label === "text/plain" && kindStart.test(start);
}

/** A PDF may start with other text. */
function mentionsPdf(head: Uint8Array): boolean {
  for (let at = head.indexOf(percent); at >= 0 && at < pdfHeaderBytes; at = head.indexOf(percent, at + 1)) {
    if (startOf(head.subarray(at), 4) === "%PDF") return true;
  }
  return false;
}

function startOf(bytes: Uint8Array, length: number): string {
  return String.fromCharCode(...bytes.subarray(0, length));
}
