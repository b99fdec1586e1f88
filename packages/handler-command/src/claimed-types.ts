import { typeByName, type MediaPattern, type MediaType } from "@reader/core/handler";
import type { CommandOptions } from "./options.ts";

/** Which types a command takes, and how its files are told where their bytes do not. */
export interface ClaimedTypes {
  readonly mediaTypes: readonly MediaPattern[];
  readonly sniff: (head: Uint8Array, name: string) => MediaType | undefined;
}

/**
 * An ending of a format with a type of its own, such as `docx`, stands for that type, so that such files are the
 * command's whatever they are called. Any other ending gets a type that nothing else has, because that of its format may
 * be that of half the files there are: `log` must not make `text/plain` the command's, nor `tar.gz` all of gzip.
 */
export function claimedTypes({ mediaTypes = [], extensions = [] }: CommandOptions): ClaimedTypes {
  const endings = extensions.map((extension) => `.${extension.replace(/^\./, "").toLowerCase()}`);
  const types = new Map(endings.map((ending) => [ending, typeOf(ending)]));
  return {
    mediaTypes: [...new Set([...mediaTypes, ...types.values()])],
    sniff(head, name) {
      const lowered = name.toLowerCase();
      const ending = endings.find((each) => lowered.length > each.length && lowered.endsWith(each));
      const claimed = ending === undefined ? undefined : types.get(ending);
      return claimed === undefined || isDisguised(head, claimed) ? undefined : claimed;
    },
  };
}

function typeOf(ending: string): MediaType {
  const known = isCompound(ending) ? undefined : typeByName(`x${ending}`);
  const own = ending.slice(1).replaceAll(/[^\w.+-]/g, "-");
  if (known === undefined) return `application/x-${own}`;
  return known.startsWith("text/") ? `text/x-${own}` : known;
}

function isCompound(ending: string): boolean {
  return ending.lastIndexOf(".") > 0;
}

/** Types of the table of endings whose files are never text. */
const binary =
  /^(?:image\/(?!svg)|audio\/|video\/|font\/|application\/(?:pdf|msword|vnd\.|zip|epub|java-|gzip|zstd|wasm|x-(?:bzip2|xz|7z|tar)))/;

/** A page of text that was saved as `report.docx` is none, and a program for those would only say that it is broken. */
function isDisguised(head: Uint8Array, claimed: MediaType): boolean {
  return head.length > 0 && binary.test(claimed) && isPlainText(head);
}

function isPlainText(head: Uint8Array): boolean {
  if (head.includes(0)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
