import { ReadError } from "@reader/core/handler";
import { escapeName } from "@reader/core/render";

/** The password that Office uses if the author only restricts editing ([MS-OFFCRYPTO], 2.4.2.3). */
const defaultPassword = "VelvetSweatshop";

/** The password that the caller passed. */
export interface PasswordRequest {
  readonly path: string;
  readonly password: string | undefined;
}

/** Returns the passwords to try with an Office document, in order. */
export function officePasswords(password: string | undefined): readonly string[] {
  return password === undefined ? [defaultPassword] : [defaultPassword, password];
}

/** Returns the error for a missing or wrong password. */
export function passwordError({ path, password }: PasswordRequest): ReadError {
  if (password === undefined) {
    return new ReadError("encrypted", `${path} is encrypted with a password.`, {
      hint: "Ask the user for the password, and read it again with `password`.",
    });
  }
  return new ReadError("encrypted", `${path} is encrypted, and the password is wrong.`, {
    hint: "Ask the user for the right password, and read it again with `password`.",
  });
}

/** Tries the passwords. Throws `encrypted` if all are wrong, or if the encryption is unsupported. */
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

/** Returns the error for unsupported encryption; `method` is its name in the document. */
export function unknownEncryption(path: string, method = ""): ReadError {
  const named = method === "" ? "" : ` (${escapeName(method)})`;
  return new ReadError("encrypted", `${path} is encrypted in a way that is not read${named}.`, {
    hint: "Save it without a password in Office or LibreOffice, and read that copy.",
  });
}
