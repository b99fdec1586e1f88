import type { Json, MediaType } from "@reader/core";

/** A picture or document of an answer, ready for JSON. */
export interface ToolMedia {
  readonly kind: "image" | "document";
  readonly mediaType: MediaType;
  readonly base64: string;
  /** Bytes before base64. */
  readonly bytes: number;
  /** What the text of the answer calls it: `image 2`, `document report.pdf`. */
  readonly label: string;
  /** A name with the extension of its type, for providers that want one. */
  readonly fileName: string;
  /** The fields of a request that shows it alone; absent where there are none. */
  readonly request?: { readonly [field: string]: string };
}

/**
 * What a tool gives, ready for JSON, so that frameworks can keep it. `content` and `notes` stay apart wherever a
 * target can keep them apart; joined, they still cannot be mistaken, because every line of a file has a number.
 */
export interface ToolAnswer {
  readonly isError: boolean;
  /** Numbered lines of files, and lines without a number that say where they stand. May be empty. */
  readonly content: string;
  /** What the reader says about them. May be empty where there is content. */
  readonly notes: string;
  readonly media: readonly ToolMedia[];
  /** Facts for programs; never content of a file. */
  readonly facts: { readonly [name: string]: Json };
}

/** The texts of an answer, content first; at least one. */
export function answerTexts({ content, notes }: Pick<ToolAnswer, "content" | "notes">): readonly string[] {
  const texts = [content, notes].filter((text) => text !== "");
  return texts.length === 0 ? ["(nothing to show)"] : texts;
}

/** A text as most targets have it. */
export interface TextContent {
  type: "text";
  text: string;
}

/** A picture as MCP and those who follow it have it. */
export interface ImageContent {
  type: "image";
  data: string;
  mimeType: string;
}

/** The texts of an answer as parts of a message. */
export function textContent(answer: Pick<ToolAnswer, "content" | "notes">): TextContent[] {
  return answerTexts(answer).map((text) => ({ type: "text", text }));
}

/** An answer as one text where it is nothing else, because some clients send anything else as its JSON; else as parts. */
export function textOrParts<Part>(
  answer: ToolAnswer,
  partOf: (media: ToolMedia) => Part,
): string | (TextContent | Part)[] {
  return answer.media.length === 0 ? answerText(answer) : [...textContent(answer), ...answer.media.map(partOf)];
}

/**
 * The texts and pictures of an answer as MCP has them; documents are left out. An error is one text, because some
 * clients show the model only the first part of one (anthropics/claude-code#1804).
 */
export function textAndImages(answer: ToolAnswer): (TextContent | ImageContent)[] {
  const images = answer.media.filter(({ kind }) => kind === "image");
  const texts: TextContent[] = answer.isError ? [{ type: "text", text: answerText(answer) }] : textContent(answer);
  return [
    ...texts,
    ...images.map(({ base64, mediaType }): ImageContent => ({ type: "image", data: base64, mimeType: mediaType })),
  ];
}

/**
 * The text of a user message that has the media of an answer, where a tool message can have none. Nothing of a file
 * stands in it, because a user message is believed.
 */
export function mediaIntroduction(toolCall: string): string {
  return `What the answer to the tool call ${toolCall} names, in its order:`;
}

/** The texts of an answer as one. */
export function answerText(answer: Pick<ToolAnswer, "content" | "notes">): string {
  return answerTexts(answer).join("\n\n");
}
