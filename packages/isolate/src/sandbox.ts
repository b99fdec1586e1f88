import { sandboxMode, type SandboxMode, type SandboxReport } from "./options/sandbox-mode.ts";

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
