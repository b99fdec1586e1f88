import { notice, type Notice, quoted } from "@reader/core/handler";
import type { EmbeddedFile } from "@reader/document/content";

/** Files that a notice names. */
const maxListed = 10;

/** Says which files are inside a presentation, and how they are read; nothing where there are none. */
export function fileNotices(files: readonly EmbeddedFile[]): readonly Notice[] {
  if (files.length === 0) return [];
  const listed = files.slice(0, maxListed).map(({ name }) => quoted(name));
  const more = files.length > maxListed ? ` and ${files.length - maxListed} more` : "";
  const what = files.length === 1 ? "an embedded file" : "embedded files";
  return [notice(`The presentation has ${what}, to be read with \`select\`: ${listed.join(", ")}${more}.`)];
}
