/** What a model is sent, whatever the protocol. */
export interface Prompt {
  /** The last words of the user. */
  readonly question: string;
  /** The names of the tools that it may call. */
  readonly tools: readonly string[];
  /** The texts that tools have answered with so far. */
  readonly texts: readonly string[];
  /** The images that it was sent, in base64. */
  readonly images: readonly string[];
}

/** A call of a tool. */
export interface ToolCall {
  readonly name: string;
  readonly input: Readonly<Record<string, string | number>>;
}

/** What a model says: words, or a call. */
export type Reply =
  | { readonly call: ToolCall; readonly text?: undefined }
  | { readonly text: string; readonly call?: undefined };

/**
 * Stands for a model: reads the file that the question names, and then tells what it was sent. It knows nothing but
 * the request, so that what it says is wrong where something was lost on the way.
 */
export function replyTo({ question, tools, texts, images }: Prompt): Reply {
  if (texts.length === 0) return { call: firstCall(question, tools) };
  const [image] = images;
  if (image !== undefined) return { text: `An image of ${sizeOfPng(image)} pixels.` };
  const [, line, words] = /^(\d+):(.+)$/m.exec(texts.join("\n")) ?? [];
  return { text: line === undefined ? `I was told: ${texts.join(" ")}` : `Line ${line}: ${words}` };
}

function firstCall(question: string, tools: readonly string[]): ToolCall {
  const [path] = /[\w-]+\.(?:log|png)/.exec(question) ?? [];
  if (path === undefined) throw new Error(`The question names no file: ${question}`);
  if (!tools.includes("read")) throw new Error(`There is no tool to read with, but: ${tools.join(", ")}`);
  const input = path.endsWith(".log") ? { path, find: "ERROR", context: 0, limit: 1 } : { path };
  return { name: "read", input };
}

/** `90 × 60`: the header of a PNG has its width and height behind the length and name of its first chunk. */
function sizeOfPng(base64: string): string {
  const bytes = Buffer.from(base64, "base64");
  if (bytes.toString("latin1", 1, 4) !== "PNG") throw new Error("The image is no PNG.");
  return `${bytes.readUInt32BE(16)} × ${bytes.readUInt32BE(20)}`;
}
