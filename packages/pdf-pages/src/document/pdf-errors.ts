import { ReadError } from "@reader/core/handler";

/** Creates the error of a file without a document. */
export function noDocument(path: string, cause?: unknown): ReadError {
  return new ReadError("corrupt", `${path} is damaged beyond repair: no PDF document was found in it.`, {
    hint: "Ask the user for an undamaged copy of the file.",
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Creates the error of a document without pages. */
export function noPages(path: string): ReadError {
  return new ReadError("corrupt", `${path} is damaged: no pages were found in it.`, {
    hint: "Ask the user for an undamaged copy of the file.",
  });
}

/** Creates the error of a document that the password does not open. */
export function encrypted(path: string, password: string | undefined): ReadError {
  return password === undefined
    ? new ReadError("encrypted", `${path} is encrypted and opens only with a password.`, {
        hint: "Ask the user for the password and send it as `password`.",
      })
    : new ReadError("encrypted", `${path} is encrypted, and the password that was sent is wrong.`, {
        hint: "Ask the user for the right password and send it as `password`.",
      });
}

/** Creates the error of a document whose encryption the engine does not know. */
export function unknownEncryption(path: string, cause?: unknown): ReadError {
  return new ReadError(
    "encrypted",
    `${path} is encrypted in a way that no password opens here, such as a certificate.`,
    {
      hint: "Ask the user for a copy without encryption.",
      ...(cause === undefined ? {} : { cause }),
    },
  );
}
