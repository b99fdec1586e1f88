/** One message, however it was stored. */
export interface MailMessage {
  /** The header fields that matter, in the order in which they are shown. */
  readonly fields: readonly MailField[];
  /** All header lines, decoded, for `select: "headers"`. Empty if the message has none. */
  readonly headers: string;
  /** The body as plain text. */
  readonly text: string | undefined;
  /** The body as HTML. */
  readonly html: string | undefined;
  /** Returns the body as RTF, up to a number of bytes. It is shown if the message has no other one. */
  readonly rtf?: ((maxBytes: number) => Uint8Array) | undefined;
  readonly attachments: readonly MailAttachment[];
  /** How the message is signed or encrypted, in words. */
  readonly protection: readonly string[];
  /** The identifier of the message, with angle brackets. */
  readonly messageId: string | undefined;
  /** True if it is a saved web page, whose main content is shown. */
  readonly isPage?: boolean;
  /** The address of a saved web page. */
  readonly address?: string | undefined;
}

/** A header field: `Subject`, and its text on one line. */
export interface MailField {
  readonly name: string;
  readonly value: string;
}

/** A file that a message carries. */
export interface MailAttachment {
  /** The name that the sender chose, or a made-up one. Unique in the message. */
  readonly name: string;
  readonly mediaType: string;
  /** The identifier that the HTML body refers to as `cid:…`, without angle brackets. */
  readonly contentId: string | undefined;
  /** The address that a saved web page has it from. */
  readonly location?: string | undefined;
  /** The content, or `undefined` if it is damaged. */
  readonly bytes: Uint8Array | undefined;
}

/** Returns the text of a field, or `undefined` if the message lacks it. */
export function fieldOf({ fields }: Pick<MailMessage, "fields">, name: string): string | undefined {
  return fields.find((field) => field.name === name)?.value;
}

/** Maximum number of characters of a shown field. Lists of a thousand recipients are cut. */
const maxFieldCharacters = 2000;

/** Creates the list of fields from names and values; empty values are left out. */
export function fieldsFrom(values: readonly (readonly [string, string | undefined])[]): readonly MailField[] {
  return values.flatMap(([name, value]) => {
    const line = oneLine(value ?? "");
    return line === "" ? [] : [{ name, value: line }];
  });
}

/** Returns text on one line, without control characters, cut to the length of a field. */
export function oneLine(value: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is removed
  const line = value.replace(/[\s\u0000-\u001f\u007f]+/g, " ").trim();
  return line.length > maxFieldCharacters ? `${line.slice(0, maxFieldCharacters)}…` : line;
}

/** Returns a name as it is written before an address: in quotes if it would otherwise look like several people. */
export function writtenName(name: string): string {
  return /[,;<>]/.test(name) ? `"${name}"` : name;
}
