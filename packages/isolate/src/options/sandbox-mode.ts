import { ReadError } from "@reader/core/handler";

/**
 * Whether the processes of handlers run in a sandbox of the operating system: never, always (reads fail where it does
 * not work), or where it works.
 */
export type SandboxMode = "off" | "bwrap" | "auto";

/** The environment variable that sets the mode for programs. */
export const sandboxVariable = "READER_SANDBOX";

const modes: readonly string[] = ["off", "bwrap", "auto"];

/** The mode that was given, else that of the environment, else `off`. Throws a `ReadError` for any other word. */
export function sandboxMode(given?: SandboxMode): SandboxMode {
  const word = given ?? (process.env[sandboxVariable] || "off");
  if (modes.includes(word)) return word as SandboxMode;
  throw new ReadError("handler-failed", `There is no sandbox ${JSON.stringify(word)}.`, {
    hint: `Ask the user to set ${sandboxVariable} to one of: ${modes.join(", ")}.`,
  });
}

/** Whether bubblewrap works on this machine. */
export type SandboxReport =
  | { readonly state: "works" }
  | { readonly state: "missing" | "broken"; readonly problem: string };
