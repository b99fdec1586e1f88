import { ReadError } from "@reader/core/handler";
import { named, shellWord } from "@reader/core/render";
import { createFileNames } from "@reader/document/content";
import type { MailAttachment, MailMessage } from "../message/message.ts";
import { type CmsObject, readCms } from "./cms.ts";

/** What shows how a message is protected. */
interface Evidence {
  /** The `Content-Type` of the message. */
  readonly type: string;
  readonly text: string;
  readonly attachments: readonly MailAttachment[];
  /** The name of the file of the message. */
  readonly fileName: string;
}

const unverified = "the signature was not verified";

const signedWithPgp = `signed with PGP (${unverified})`;
const closedSignature = "signed with S/MIME, with the content inside the signature: it cannot be shown";
/** Words for a signature of S/MIME. */
export const signedWithSmime: string = `signed with S/MIME (${unverified})`;

/** Signs of S/MIME (RFC 8551) and PGP (RFC 3156, and inline) by the types of parts and by the text. */
const signatures: readonly (readonly [RegExp, RegExp | undefined, string])[] = [
  [/^application\/(?:x-)?pkcs7-signature$/, undefined, signedWithSmime],
  [/^application\/pgp-signature$/, /^-----BEGIN PGP SIGNED MESSAGE-----/m, signedWithPgp],
];

/** Names signatures and encryption. Nothing is verified. */
export function protectionOf(evidence: Evidence): readonly string[] {
  const { text, attachments } = evidence;
  const hasType = (pattern: RegExp): boolean => attachments.some(({ mediaType }) => pattern.test(mediaType));
  const isPgp = hasType(/^application\/pgp-encrypted$/) || /^-----BEGIN PGP MESSAGE-----/m.test(text);
  const signed = signatures.filter(([type, mark]) => hasType(type) || mark?.test(text) === true);
  return [...containerWords(evidence), ...(isPgp ? [pgpWords(evidence)] : []), ...signed.map(([, , words]) => words)];
}

const containerType = /^application\/(?:x-)?pkcs7-mime$/;

/** Describes a part that is a CMS object, by its content or else by the type of the message. */
export function containerWords({ type, attachments, fileName }: Omit<Evidence, "text">): readonly string[] {
  const container = containerIn(attachments);
  if (container === undefined) return [];
  const declared = /smime-type="?signed-data/i.test(type) ? "signed" : "encrypted";
  const kind = cmsIn(container)?.kind ?? declared;
  if (kind === "signed") return [closedSignature];
  // The command reads a message whose whole content is the object, or the object itself.
  if (containerType.test(/^[^\s;]*/.exec(type)?.[0].toLowerCase() ?? ""))
    return [smimeWords("", `-in ${argument(fileName)}`)];
  return [smimeWords(`Save ${named(container.name)}: `, `-inform DER -in ${argument(container.name)}`)];
}

/** Words for encryption with S/MIME. `start` precedes the command, and `input` are its arguments. */
function smimeWords(start: string, input: string): string {
  return `encrypted with S/MIME: the content cannot be shown. ${start}${commandWords(`openssl cms -decrypt ${input} -inkey KEY.pem`)}`;
}

function pgpWords({ fileName }: Evidence): string {
  return `encrypted with PGP: the content cannot be shown. ${commandWords(`gpg --decrypt ${argument(fileName)}`)}`;
}

/** Says what a command does. Its code span has more backticks around it than the names in it have (CommonMark, 6.1). */
function commandWords(command: string): string {
  const runs = command.match(/`+/g) ?? [];
  const fence = "`".repeat(1 + Math.max(0, ...runs.map((run) => run.length)));
  return `${fence}${command}${fence} decrypts it with the key of a recipient.`;
}

/** Writes the name of a file as an argument of a command. */
function argument(name: string): string {
  return shellWord(name.startsWith("-") ? `./${name}` : name);
}

function containerIn(attachments: readonly MailAttachment[]): MailAttachment | undefined {
  return attachments.find(({ mediaType }) => containerType.test(mediaType));
}

function cmsIn({ bytes }: MailAttachment): CmsObject | undefined {
  return bytes === undefined ? undefined : readCms(bytes);
}

/** How the content of a container is read. */
interface ContentUse {
  /** Parses the content. */
  readonly parse: (content: Uint8Array) => Promise<MailMessage>;
  /** Returns whether the content of a container may be shown. */
  readonly canUse: (container: MailAttachment) => Promise<boolean>;
}

/**
 * Shows the content that is inside a signature (`application/pkcs7-mime`) as the content of the message, or as an
 * attached message if the message has other text.
 */
export async function withSignedContent(message: MailMessage, { parse, canUse }: ContentUse): Promise<MailMessage> {
  const container = containerIn(message.attachments);
  const content = container === undefined ? undefined : cmsIn(container)?.content;
  if (container === undefined || content === undefined || !(await canUse(container))) return message;
  const hasText = message.text !== undefined || message.html !== undefined;
  const inner = hasText ? undefined : await parsedOrNothing(content, parse);
  const { text, html, attachments, protection } = inner ?? {
    ...message,
    attachments: [{ name: "signed.eml", mediaType: "message/rfc822", contentId: undefined, bytes: content }],
    protection: [],
  };
  const uniqueName = createFileNames();
  return {
    ...message,
    text,
    html,
    attachments: [...attachments, ...message.attachments].map((attachment) => ({
      ...attachment,
      name: uniqueName(attachment.name),
    })),
    protection: [signedWithSmime, ...message.protection.filter((words) => words !== closedSignature), ...protection],
  };
}

/** Parses content that is not needed to show the rest. Returns `undefined` if it cannot be read. */
export async function parsedOrNothing(
  content: Uint8Array,
  parse: (content: Uint8Array) => Promise<MailMessage>,
): Promise<MailMessage | undefined> {
  try {
    return await parse(content);
  } catch (error) {
    if (ReadError.is(error)) return undefined;
    throw error;
  }
}
