import { deniedWords } from "./denied-words.ts";
import type { PackedError } from "./messages.ts";

/** Characters of a message that are worth sending. */
const maxMessageCharacters = 4000;

/** A name in quotes after the words that Node has for a package that it did not find. */
const missingPackage = /Cannot find (?:package|module) '(@[\w.-]+\/[\w.-]+|[\w-][\w.-]*)/;

/** Whatever was thrown, as data. Never throws itself, whatever it is given. */
export function packError(error: unknown): PackedError {
  try {
    return pack(error);
  } catch {
    return { kind: "other", name: "", message: "" };
  }
}

function pack(error: unknown): PackedError {
  if (typeof error !== "object" || error === null) return { kind: "other", name: "", message: wordsOf(error) };
  const fields = error as Readonly<Record<string, unknown>>;
  if (fields["~reader"] === "ReadError") return packReadError(fields);
  const message = messageOf(fields);
  const code = typeof fields["code"] === "string" ? fields["code"].slice(0, 100) : undefined;
  const missing = code?.endsWith("MODULE_NOT_FOUND") === true ? missingPackage.exec(message)?.[1] : undefined;
  if (missing !== undefined) return { kind: "missing", package: missing };
  const other = { kind: "other" as const, name: wordsOf(fields["name"]), message };
  return code === undefined ? other : { ...other, code };
}

function packReadError(fields: Readonly<Record<string, unknown>>): PackedError {
  const { code, message, hint, details } = fields;
  const packed = {
    kind: "read-error",
    code,
    message: wordsOf(message),
    ...(typeof hint === "string" ? { hint: wordsOf(hint) } : {}),
    ...(details === undefined ? {} : { details }),
  };
  // Throws here and not later, where details are cyclic; the reader checks what they are.
  return JSON.parse(JSON.stringify(packed)) as PackedError;
}

function messageOf(fields: Readonly<Record<string, unknown>>): string {
  return deniedWords(fields) ?? wordsOf(fields["message"]);
}

function wordsOf(value: unknown): string {
  return typeof value === "string" ? value.slice(0, maxMessageCharacters) : "";
}
