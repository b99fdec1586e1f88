import type { MediaType } from "../contract/media-type.ts";

/** Fields that speak for a message; two of them make one. */
const mailFields =
  /^(?:from|to|cc|subject|date|received|return-path|message-id|mime-version|delivered-to|reply-to|sender|x-mozilla-status|x-originating-ip|x-mailer|content-type|dkim-signature|authentication-results|received-spf|x-received)$/;
const minMailFields = 2;

const fieldLine = /^([A-Za-z][\w-]{0,70}):(?!\/\/)/;
/** The line between the messages of a mailbox (RFC 4155). */
const mailboxLine = /^From \S+ +(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d\d:\d\d/;

/** Whether a text starts with the header of a message, of a mailbox, or of a web page saved as a message. */
export function mailTypeOf(start: string): MediaType | undefined {
  if (mailboxLine.test(start)) return "application/mbox";
  // Apple Mail puts the length of the message on a line of its own before it.
  const header = start.replace(/^(?:From [^\n]*|\d{1,12}[ \t]*)\r?\n/, "");
  const fields = fieldsOf(header);
  const known = [...(fields?.keys() ?? [])].filter((name) => mailFields.test(name));
  if (fields === undefined || known.length < minMailFields) return undefined;
  return isWebArchive(fields) ? "multipart/related" : "message/rfc822";
}

/** The fields of a header, by lower-case name; undefined where a line before its end is none. */
function fieldsOf(header: string): ReadonlyMap<string, string> | undefined {
  const fields = new Map<string, string>();
  const lines = header.split(/\r?\n/);
  // The last line may be cut.
  const end = lines.includes("") ? lines.indexOf("") : lines.length - 1;
  let last = "";
  for (const line of lines.slice(0, end)) {
    const isContinued = last !== "" && /^[ \t]/.test(line);
    const name = isContinued ? last : fieldLine.exec(line)?.[1]?.toLowerCase();
    if (name === undefined) return undefined;
    fields.set(name, `${fields.get(name) ?? ""}${line}`);
    last = name;
  }
  return fields;
}

function isWebArchive(fields: ReadonlyMap<string, string>): boolean {
  const isRelated = /multipart\/related/i.test(fields.get("content-type") ?? "");
  return isRelated && (fields.has("snapshot-content-location") || /saved by/i.test(fields.get("from") ?? ""));
}
