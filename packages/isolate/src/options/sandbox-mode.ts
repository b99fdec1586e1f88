import { ReadError } from "@reader/core/handler";

/**
 * When handler processes run in an operating-system sandbox: never, always (reads fail if it does not work), or if it
 * works.
 */
export type SandboxMode = "off" | "bwrap" | "auto";

/** The environment variable that sets the mode for programs. */
export const sandboxVariable = "READER_SANDBOX";

const modes: readonly string[] = ["off", "bwrap", "auto"];

/** Returns the given mode, the mode from the environment, or `off`. Throws a `ReadError` for any other value. */
export function sandboxMode(given?: SandboxMode): SandboxMode {
  const word = given ?? (process.env[sandboxVariable] || "off");
  if (modes.includes(word)) return word as SandboxMode;
  throw new ReadError("handler-failed", `There is no sandbox mode ${JSON.stringify(word)}.`, {
    hint: `Ask the user to set ${sandboxVariable} to one of: ${modes.join(", ")}.`,
  });
}

/** Whether bubblewrap works on this machine. */
export type SandboxReport =
  | { readonly state: "works" }
  | { readonly state: "missing" | "broken"; readonly problem: string };
