import { answerText, textContent, type TextContent, type ToolAnswer, type ToolMedia } from "./tool-answer.ts";

/** What a model gets of an answer, in AI SDK and in what is built on it. */
export type SdkOutput<Part> =
  | { type: "text"; value: string }
  | { type: "error-text"; value: string }
  | { type: "content"; value: (TextContent | Part)[] };

/** An answer as a model gets it. Text alone stays one text, because some providers send anything else as its JSON. */
export function sdkOutput<Part>(answer: ToolAnswer, partOf: (media: ToolMedia) => Part): SdkOutput<Part> {
  if (answer.media.length === 0) return { type: answer.isError ? "error-text" : "text", value: answerText(answer) };
  return { type: "content", value: [...textContent(answer), ...answer.media.map(partOf)] };
}
