import type { Attachment } from "postal-mime";
import { parameterOf } from "./part-scanner.ts";

/** One of the pieces in which a large message was sent (RFC 2046, 5.2.2). */
export interface MessagePiece {
  /** From 1. */
  readonly number: number;
  /** The number of pieces. Only the last one must have it. */
  readonly total: number | undefined;
}

/** Returns the piece that a message holds, by its `Content-Type`, or `undefined` if it is whole. */
export function pieceOf(contentType: string): MessagePiece | undefined {
  if (!/^message\/partial\b/i.test(contentType)) return undefined;
  const number = numberIn(contentType, "number");
  return number === undefined ? undefined : { number, total: numberIn(contentType, "total") };
}

function numberIn(contentType: string, name: string): number | undefined {
  const digits = /^\d{1,6}$/.exec(parameterOf(contentType, name) ?? "")?.[0];
  return digits === undefined ? undefined : Number(digits);
}

/** Says which piece it is, and that the others are needed. */
export function pieceWords(piece: MessagePiece): string {
  return `${positionOf(piece)} of a message that was sent in pieces. All of them are needed to read it.`;
}

function positionOf({ number, total }: MessagePiece): string {
  return total === undefined ? `${number}` : `${number} of ${total}`;
}

/**
 * Returns the attachment for a piece: the first one is the start of a message. Others start anywhere in it, so that they
 * are nothing that can be read, and have none.
 */
export function ofPiece(attachment: Attachment, piece: MessagePiece): Attachment | undefined {
  if (piece.number !== 1) return undefined;
  return { ...attachment, mimeType: "message/rfc822", filename: `part ${positionOf(piece)}.eml` };
}
