import type { Json } from "@reader/core";
import type { ToolMedia } from "@reader/tool";

/**
 * A message with its pictures and documents named: `<base64 image/jpeg, 81 234 bytes>` stands where their base64 stood,
 * with what was before it, as in a `data:` URL. Only what is known to be binary is replaced, so that text of a file that
 * looks like base64 is shown as it is sent.
 */
export function elideMedia(message: Json, media: readonly ToolMedia[]): Json {
  if (typeof message === "string") return elideText(message, media);
  if (isList(message)) return message.map((each) => elideMedia(each, media));
  if (typeof message !== "object" || message === null) return message;
  return Object.fromEntries(Object.entries(message).map(([name, value]) => [name, elideMedia(value, media)]));
}

function elideText(text: string, media: readonly ToolMedia[]): string {
  const found = media.find(({ base64, mediaType }) => text === base64 || text === `data:${mediaType};base64,${base64}`);
  if (found === undefined || found.base64 === "") return text;
  const bytes = found.bytes.toLocaleString("en-GB").replaceAll(",", " ");
  return `${text.slice(0, text.length - found.base64.length)}<base64 ${found.mediaType}, ${bytes} bytes>`;
}

/** `Array.isArray` does not narrow a read-only list away. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
