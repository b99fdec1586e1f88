import { ReadError, quoted } from "@reader/core/handler";
import type { Attachment } from "./attachments.ts";

/** Before the name of an attachment, for who wants to be plain; not needed. */
const prefix = /^attachment:\s*/i;

/** Names that an error lists; more would drown it. */
const maxListed = 20;

/** Whether `select` means this name, whatever its case. */
export function isNameOf(select: string, name: string): boolean {
  return [select, select.replace(prefix, "")].some((asked) => asked.trim().toLowerCase() === name.toLowerCase());
}

/** Finds the attachment that `select` names. Throws `out-of-range` with the names that there are. */
export function selectAttachment(attachments: readonly Attachment[], select: string, path: string): Attachment {
  const exact = attachments.find(({ name }) => name === select);
  const found = exact ?? attachments.find(({ name }) => isNameOf(select, name));
  if (found !== undefined) return found;
  throw new ReadError("out-of-range", `${path} has no attachment ${quoted(select.replace(prefix, ""))}.`, {
    hint: hintFor(attachments),
    details: { total: attachments.length, unit: "attachment" },
  });
}

function hintFor(attachments: readonly Attachment[]): string {
  if (attachments.length === 0)
    return "It has no attachments: read it without `select`, and choose pages with `pages`.";
  const names = attachments.slice(0, maxListed).map(({ name }) => quoted(name));
  const more = attachments.length > maxListed ? ` and ${attachments.length - maxListed} more` : "";
  return `Select one of its attachments: ${names.join(", ")}${more}.`;
}
