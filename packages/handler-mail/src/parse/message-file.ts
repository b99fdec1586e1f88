import type { MailAttachment } from "../message/message.ts";

/** A message and the file that it is in. */
export interface MessageFile {
  /** The path of the file, for errors. */
  readonly path: string;
  /** The name of the file that holds only this message, for commands, or a placeholder such as `MESSAGE.eml`. */
  readonly name: string;
  /** Returns, for each name of an attachment, whether the policy denies it. Absent if there is no policy. */
  readonly areDenied?: ((names: readonly string[]) => Promise<readonly boolean[]>) | undefined;
}

/** True if the policy denies an attachment, so that what it holds must not be shown as content of the message. */
export async function isDenied({ areDenied }: MessageFile, { name }: MailAttachment): Promise<boolean> {
  return (await areDenied?.([name]))?.[0] === true;
}
