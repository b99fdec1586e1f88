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

/** The walls around the process of a handler. */
export interface WallReport {
  /** Whether this Node.js has the permission model. */
  readonly permissions: boolean;
  readonly sandbox: SandboxReport;
  /** What was asked for: with `bwrap`, nothing is read where the sandbox does not work. */
  readonly mode: SandboxMode;
  /** Whether processes run in the sandbox as this program was started. */
  readonly isSandboxed: boolean;
}

/**
 * Finds out which walls the processes of handlers have here; starts a process for it. Rejects with a `ReadError` if the
 * mode in the environment is none.
 */
export async function reportWalls(given?: SandboxMode): Promise<WallReport> {
  const mode = sandboxMode(given);
  const { probeSandbox } = await import("./parent/processes/sandbox.ts");
  const sandbox = probeSandbox();
  const permissions = process.allowedNodeEnvironmentFlags.has("--permission");
  return { permissions, sandbox, mode, isSandboxed: mode !== "off" && sandbox.state === "works" };
}
