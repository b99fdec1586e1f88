import type { Json, MediaType } from "@reader/core";

/** An image or document of an answer, ready for JSON. */
export interface ToolMedia {
  readonly kind: "image" | "document";
  readonly mediaType: MediaType;
  readonly base64: string;
  /** Bytes before base64. */
  readonly bytes: number;
  /** Its name in the text of the answer: `image 2`, `document report.pdf`. */
  readonly label: string;
  /** A file name with the right extension, for providers that need one. */
  readonly fileName: string;
  /** The fields of a request that returns only this item, if there is one. */
  readonly request?: { readonly [field: string]: string };
}

/**
 * The result of a tool, ready for JSON, so that frameworks can store it. Targets keep `content` and `notes` apart if
 * they can. If joined, they are still distinguishable, because every line of a file has a number.
 */
export interface ToolAnswer {
  readonly isError: boolean;
  /** Numbered lines of files, and lines without a number that give their place. May be empty. */
  readonly content: string;
  /** Notes of the reader. May be empty if there is content. */
  readonly notes: string;
  readonly media: readonly ToolMedia[];
  /** Facts for programs. Never contains file content. */
  readonly facts: { readonly [name: string]: Json };
}

/** Returns the texts of an answer, content first. At least one. */
export function answerTexts({ content, notes }: Pick<ToolAnswer, "content" | "notes">): readonly string[] {
  const texts = [content, notes].filter((text) => text !== "");
  return texts.length === 0 ? ["(nothing to show)"] : texts;
}

/** Text content in the format of most targets. */
export interface TextContent {
  type: "text";
  text: string;
}

/** Image content in the format of MCP. */
export interface ImageContent {
  type: "image";
  data: string;
  mimeType: string;
}

/** Returns the texts of an answer as message parts. */
export function textContent(answer: Pick<ToolAnswer, "content" | "notes">): TextContent[] {
  return answerTexts(answer).map((text) => ({ type: "text", text }));
}

/**
 * Returns a text-only answer as a single text, because some clients send anything else as JSON. Other answers become
 * parts.
 */
export function textOrParts<Part>(
  answer: ToolAnswer,
  partOf: (media: ToolMedia) => Part,
): string | (TextContent | Part)[] {
  return answer.media.length === 0 ? answerText(answer) : [...textContent(answer), ...answer.media.map(partOf)];
}

/**
 * Returns the texts and images of an answer in MCP format, without documents. An error is a single text, because some
 * clients show the model only its first part (anthropics/claude-code#1804).
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
 * Returns the text of a user message with the media of an answer, for tool messages that cannot carry media. Contains
 * nothing of the file, because models trust user messages.
 */
export function mediaIntroduction(toolCall: string): string {
  return `What the answer to the tool call ${toolCall} names, in its order:`;
}

/** Joins the texts of an answer. */
export function answerText(answer: Pick<ToolAnswer, "content" | "notes">): string {
  return answerTexts(answer).join("\n\n");
}
