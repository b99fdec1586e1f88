import { ReadError } from "@reader/core/handler";

/** What the library says of what it does not know, such as Deflate64 in 7z. */
export const unsupportedWords: RegExp = /unsupported|not supported|unknown codec|unknown compression/i;

/** Whether the library says so of what it threw. */
export function isUnsupported(error: unknown): boolean {
  return error instanceof Error && unsupportedWords.test(error.message);
}

/** A way of packing that is not known. */
export function unsupported(path: string): ReadError {
  return new ReadError("unsupported-type", `${path} is packed in a way that is not read here.`, {
    hint: "Unpack it with `7z x` first.",
  });
}

/** Of what is no archive the library cannot tell whether it is damaged. */
export function noArchive(path: string, packedBy: string): ReadError {
  return new ReadError("unsupported-type", `${path} is packed by ${packedBy}, and no tar archive is inside.`, {
    hint: `Unpack it with \`${packedBy} -d\` or \`7z x\` first.`,
  });
}

/** A member that the password does not open. */
export function locked(path: string, password: string | undefined): ReadError {
  const state = password === undefined ? "" : " with another password, or in a way that is not read here";
  return new ReadError("encrypted", `${path} is encrypted${state}.`, {
    hint: "Unpack the archive with `7z x` first, which asks for the password.",
  });
}

/** A list that breaks off where something is encrypted. */
export function lockedBehind(path: string, members: number): ReadError {
  return new ReadError("encrypted", `${path} is encrypted, and its list cannot be read behind member ${members}.`, {
    hint: "Unpack the archive with `7z x` first, which asks for the password.",
  });
}

/** A list that is encrypted itself. */
export function lockedUp(path: string, password: string | undefined): ReadError {
  const known = password === undefined ? "" : ", and such lists are not read here";
  return new ReadError("encrypted", `Even the list of members of ${path} is encrypted${known}.`, {
    hint: "Unpack the archive with `7z x` first, which asks for the password.",
  });
}
