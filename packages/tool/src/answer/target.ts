import {
  type Capabilities,
  type DocumentCapabilities,
  type ImageCapabilities,
  type MediaType,
  type Session,
  type StopSignal,
  textOnly,
} from "@reader/core";
import { readableSize, requestWords } from "@reader/core/render";
import type { AgentTool } from "./agent-tool.ts";
import type { ToolAnswer, ToolMedia } from "./tool-answer.ts";

/** Options of every target. */
export interface TargetOptions {
  /** The capabilities of the model. Each target documents its default. */
  readonly capabilities?: Capabilities;
  /** Maximum total size of images and documents in an answer, in bytes before base64. Default: the target's limit. */
  readonly maxMediaBytes?: number;
  /** The conversation that the tool serves. */
  readonly session?: Session;
}

/** What a framework or provider supports. */
export interface Target {
  /** What its messages can carry. */
  readonly carries: Capabilities;
  /** The default capabilities of the model. Text only if absent. */
  readonly assumes?: Capabilities;
  /** Maximum size of the media in an answer, in bytes before base64. */
  readonly maxMediaBytes: number;
  /** What happens to fields that a tool does not have. Default: `ignore`. */
  readonly unknownFields?: "refuse";
  /** What has that limit, as a noun. */
  readonly limitedBy: string;
}

/** Runs a tool within the capabilities of model and target, and the limits of the target. */
export type Run = (input: unknown, signal?: StopSignal) => Promise<ToolAnswer>;

/** Binds a tool to a target. */
export function runFor(tool: AgentTool, target: Target, options: TargetOptions): Run {
  const model = options.capabilities ?? tool.capabilities ?? target.assumes ?? textOnly;
  const capabilities = narrowCapabilities(model, target.carries);
  const maxBytes = Math.min(options.maxMediaBytes ?? Number.POSITIVE_INFINITY, target.maxMediaBytes);
  const { session } = options;
  return async (input, signal) => {
    const answer = await tool.execute(input, { capabilities, session, signal, unknownFields: target.unknownFields });
    return limitMedia(answer, { maxBytes, limitedBy: target.limitedBy, toolName: tool.name });
  };
}

/**
 * Returns the capabilities that model and target share: common types and the lower limits. Tokens are counted as for
 * the model.
 */
function narrowCapabilities(model: Capabilities, target: Capabilities): Capabilities {
  if (model.name === target.name) return model;
  const images = both(model.images, target.images, narrowImages);
  const documents = both(model.documents, target.documents, narrowDocuments);
  return {
    // Readers use this name as the key of cached documents.
    name: `${model.name} through ${target.name}`,
    ...(images === undefined ? {} : { images }),
    ...(documents === undefined ? {} : { documents }),
  };
}

function both<Part>(left: Part | undefined, right: Part | undefined, narrow: (left: Part, right: Part) => Part) {
  return left === undefined || right === undefined ? undefined : narrow(left, right);
}

function narrowImages(model: ImageCapabilities, target: ImageCapabilities): ImageCapabilities {
  return {
    ...target,
    ...model,
    mediaTypes: shared(model.mediaTypes, target.mediaTypes),
    maxBytes: Math.min(model.maxBytes, target.maxBytes),
    maxCount: Math.min(model.maxCount, target.maxCount),
    maxSidePx: Math.min(model.maxSidePx, target.maxSidePx),
    nativeSidePx: Math.min(model.nativeSidePx, target.nativeSidePx),
  };
}

function narrowDocuments(model: DocumentCapabilities, target: DocumentCapabilities): DocumentCapabilities {
  return {
    ...model,
    mediaTypes: shared(model.mediaTypes, target.mediaTypes),
    maxBytes: Math.min(model.maxBytes, target.maxBytes),
    maxPages: Math.min(model.maxPages, target.maxPages),
  };
}

function shared(left: readonly MediaType[], right: readonly MediaType[]): readonly MediaType[] {
  return left.filter((type) => right.includes(type));
}

/** Limits on the images and documents of an answer. */
interface MediaLimits {
  /** Maximum total size, in bytes before base64. */
  readonly maxBytes: number;
  /** What has this limit, as a noun: `a message of MCP`. */
  readonly limitedBy: string;
  /** The name of the tool that shows omitted media. */
  readonly toolName: string;
}

/**
 * Removes media that do not fit: all media from the first that does not fit are omitted, and the notes name them and
 * how to get them. A single cut point, so that the rest can be requested as what follows.
 */
function limitMedia(answer: ToolAnswer, limits: MediaLimits): ToolAnswer {
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
  const why = `${limitedBy} has room for ${readableSize(maxBytes)} of images and documents`;
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
  if (first.request === undefined || typeof path !== "string") return "Ask for fewer at a time, or for text only.";
  const step = `${toolName} ${requestWords({ path, ...first.request })}`;
  return isOne ? `To see it, ${step}` : `To see the first of them, ${step}`;
}
