import { type Budget, quoted, ReadError } from "@reader/core/handler";

interface Named {
  readonly name: string;
}

/** Returns a name that is not taken: a second `a.txt` is `a.txt (2)`. */
export function uniqueName(name: string, taken: ReadonlySet<string>): string {
  let unique = name;
  for (let copy = 2; taken.has(unique); copy++) unique = `${name} (${copy})`;
  return unique;
}

/** Throws `too-large` if an attachment exceeds the budget. */
export function checkAttachmentSize(name: string, actual: number, { maxInflatedBytes: value }: Budget): void {
  if (actual <= value) return;
  throw new ReadError("too-large", `The attachment ${quoted(name)} has ${actual} bytes; the limit is ${value}.`, {
    hint: "Ask for a reader with a higher `maxInflatedBytes`.",
    details: { limit: { name: "maxInflatedBytes", value, actual } },
  });
}

/** An optional prefix before the name of an attachment. */
const prefix = /^attachment:\s*/i;

/** Maximum number of names in an error message. */
const maxListed = 20;

/** True if `select` is this name, ignoring case. */
export function isNameOf(select: string, name: string): boolean {
  return [select, select.replace(prefix, "")].some((asked) => asked.trim().toLowerCase() === name.toLowerCase());
}

/** Finds the attachment that `select` names. Throws `out-of-range` with the available names. */
export function selectAttachment<Attachment extends Named>(
  attachments: readonly Attachment[],
  select: string,
  path: string,
): Attachment {
  const exact = attachments.find(({ name }) => name === select);
  const found = exact ?? attachments.find(({ name }) => isNameOf(select, name));
  if (found !== undefined) return found;
  throw new ReadError("out-of-range", `${path} has no attachment ${quoted(select.replace(prefix, ""))}.`, {
    hint: hintFor(attachments),
    details: { total: attachments.length, unit: "attachment" },
  });
}

function hintFor(attachments: readonly Named[]): string {
  if (attachments.length === 0)
    return "It has no attachments: read it without `select`, and choose pages with `pages`.";
  const names = attachments.slice(0, maxListed).map(({ name }) => quoted(name));
  const more = attachments.length > maxListed ? ` and ${attachments.length - maxListed} more` : "";
  return `Select one of its attachments: ${names.join(", ")}${more}.`;
}
