import { ReadError } from "@reader/core/handler";
import { escapeName } from "@reader/core/render";

/** What Office encrypts with where an author only forbids changes ([MS-OFFCRYPTO], 2.4.2.3). */
const defaultPassword = "VelvetSweatshop";

/** What a reader was given. */
export interface PasswordRequest {
  readonly path: string;
  readonly password: string | undefined;
}

/** The passwords to try with a document of Office, in their order. */
export function officePasswords(password: string | undefined): readonly string[] {
  return password === undefined ? [defaultPassword] : [defaultPassword, password];
}

/** What is thrown where none of the passwords is the right one. */
export function passwordError({ path, password }: PasswordRequest): ReadError {
  if (password === undefined) {
    return new ReadError("encrypted", `${path} is encrypted with a password.`, {
      hint: "Ask the user for the password, and read it again with `password`.",
    });
  }
  return new ReadError("encrypted", `${path} is encrypted, and this is a wrong password.`, {
    hint: "Ask the user for the right password, and read it again with `password`.",
  });
}

/** Tries the passwords; throws `encrypted` where none is right, or where the kind of encryption is not known. */
export function tryPasswords<Opened>(
  request: PasswordRequest,
  open: (password: string) => Opened | "unknown" | undefined,
): Opened {
  for (const password of officePasswords(request.password)) {
    const opened = open(password);
    if (opened === "unknown") throw unknownEncryption(request.path);
    if (opened !== undefined) return opened;
  }
  throw passwordError(request);
}

/** What is thrown of a kind of encryption that is not read; `method` is what the document calls it. */
export function unknownEncryption(path: string, method = ""): ReadError {
  const named = method === "" ? "" : ` (${escapeName(method)})`;
  return new ReadError("encrypted", `${path} is encrypted in a way that is not read${named}.`, {
    hint: "Save it without a password in Office or LibreOffice, and read that copy.",
  });
}
