import { sandboxMode, type SandboxMode, type SandboxReport } from "./options/sandbox-mode.ts";

/** The protections of handler processes on this machine. */
export interface ProtectionReport {
  /** True if this version of Node.js has the permission model. */
  readonly permissions: boolean;
  readonly sandbox: SandboxReport;
  /** The requested mode. With `bwrap`, reads fail if the sandbox does not work. */
  readonly mode: SandboxMode;
  /** True if processes of this program run in the sandbox. */
  readonly isSandboxed: boolean;
}

/**
 * Reports the protections of handler processes on this machine. Starts a process to find out. Rejects with a
 * `ReadError` if the environment names an unknown mode.
 */
export async function reportProtections(given?: SandboxMode): Promise<ProtectionReport> {
  const mode = sandboxMode(given);
  const { probeSandbox } = await import("./parent/processes/sandbox.ts");
  const sandbox = probeSandbox();
  const permissions = process.allowedNodeEnvironmentFlags.has("--permission");
  return { permissions, sandbox, mode, isSandboxed: mode !== "off" && sandbox.state === "works" };
}
