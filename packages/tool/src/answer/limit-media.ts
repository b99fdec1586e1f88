import { readableSize, requestWords } from "@reader/core";
import type { ToolAnswer, ToolMedia } from "./tool-answer.ts";

/** What the pictures and documents of one answer may amount to. */
export interface MediaLimits {
  /** Bytes before base64, all together. */
  readonly maxBytes: number;
  /** What has this limit, as a noun: `a message of MCP`. */
  readonly limitedBy: string;
  /** The name of the tool that shows what is left out. */
  readonly toolName: string;
}

/**
 * An answer whose media fit: those from the first that does not fit on are left out, and the notes say which they are
 * and how to get them. Media are cut at one point, so that what is missing can be asked for as what follows.
 */
export function limitMedia(answer: ToolAnswer, limits: MediaLimits): ToolAnswer {
  const kept = countFitting(answer.media, limits.maxBytes);
  if (kept === answer.media.length) return answer;
  const note = omissionNote(answer, answer.media.slice(kept), limits);
  const notes = answer.notes === "" ? note : `${answer.notes}\n${note}`;
  return { ...answer, notes, media: answer.media.slice(0, kept) };
}

function countFitting(media: readonly ToolMedia[], maxBytes: number): number {
  let bytes = 0;
  const first = media.findIndex((each) => (bytes += each.bytes) > maxBytes);
  return first < 0 ? media.length : first;
}

function omissionNote(answer: ToolAnswer, omitted: readonly ToolMedia[], limits: MediaLimits): string {
  const { maxBytes, limitedBy, toolName } = limits;
  const [first, last] = [omitted[0], omitted.at(-1)];
  if (first === undefined || last === undefined) return "";
  const range = first === last ? first.label : `${first.label} to ${last.label}`;
  const size = readableSize(omitted.reduce((sum, { bytes }) => sum + bytes, 0));
  const verb = first === last ? "is" : "are";
  const why = `${limitedBy} has room for ${readableSize(maxBytes)} of pictures and documents`;
  return `Note: ${range} (${size}) ${verb} not shown here: ${why}. ${how({ answer, first, isOne: omitted.length === 1, toolName })}`;
}

interface Way {
  readonly answer: ToolAnswer;
  readonly first: ToolMedia;
  readonly isOne: boolean;
  readonly toolName: string;
}

function how({ answer: { facts }, first, isOne, toolName }: Way): string {
  const { path } = facts;
  if (first.request === undefined || typeof path !== "string") return "Ask for fewer at a time, or for text alone.";
  const step = `${toolName} ${requestWords({ path, ...first.request })}`;
  return isOne ? `To see it, ${step}` : `To see the first of them, ${step}`;
}
