import { notice, type Notice, quoted } from "@reader/core/handler";
import type { EmbeddedFile } from "@reader/document/content";

/** Maximum number of files that a notice lists. */
const maxListed = 10;

/** Returns a notice that lists the embedded files and says how to read them, if there are any. */
export function fileNotices(files: readonly EmbeddedFile[]): readonly Notice[] {
  if (files.length === 0) return [];
  const listed = files.slice(0, maxListed).map(({ name }) => quoted(name));
  const more = files.length > maxListed ? ` and ${files.length - maxListed} more` : "";
  const what = files.length === 1 ? "an embedded file" : "embedded files";
  return [notice(`The presentation has ${what}, to be read with \`select\`: ${listed.join(", ")}${more}.`)];
}
