import type { Attachment } from "postal-mime";
import { parameterOf } from "./part-scanner.ts";

/** One of the pieces in which a large message was sent (RFC 2046, 5.2.2). */
export interface MessagePiece {
  /** From 1. */
  readonly number: number;
  /** The number of pieces. Only the last one must have it. */
  readonly total: number | undefined;
}

/** Returns the piece that a message holds, by its `Content-Type`, or `undefined` if it is whole or no valid piece. */
export function pieceOf(contentType: string): MessagePiece | undefined {
  if (!/^message\/partial\b/i.test(contentType)) return undefined;
  const number = numberIn(contentType, "number");
  const total = numberIn(contentType, "total");
  if (number === undefined || number < 1 || (total !== undefined && number > total)) return undefined;
  return { number, total };
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

/** Returns the attachment for a piece: the first one is the start of a message, and others start anywhere in it. */
export function ofPiece(attachment: Attachment, piece: MessagePiece): Attachment {
  const filename = `part ${positionOf(piece)}`;
  return piece.number === 1
    ? { ...attachment, mimeType: "message/rfc822", filename: `${filename}.eml` }
    : { ...attachment, filename };
}
