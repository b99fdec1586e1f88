import { UsageError } from "@reader/handlers/usage-error";
import type { S3Storage } from "@reader/s3";
import type { CommandLine, GivenOptions } from "../arguments/parse-arguments.ts";

/** True for an address of S3. */
export function isS3(path: string): boolean {
  return path.startsWith("s3://");
}

/**
 * Opens S3 if a source is there, or if a list or manifest may name objects. Rejects with a `UsageError` if a source is there
 * and the package, which is optional, is not installed.
 */
export async function s3For(
  { operands, options }: CommandLine,
  roots: readonly string[],
): Promise<S3Storage | undefined> {
  const manifests = options.list("manifest");
  const isNamed = [...operands, ...manifests, ...roots].some(isS3) || options.has("s3-endpoint");
  const isPossible = operands.includes("-") || manifests.length > 0;
  if (!isNamed && !isPossible) return undefined;
  const open = await load(isNamed);
  return open?.({ endpoint: endpointOf(options) });
}

function endpointOf(options: GivenOptions): string | undefined {
  const endpoint = options.text("s3-endpoint");
  // The commands that repeat failures have the endpoint.
  if (endpoint?.includes("@") === true) {
    throw new UsageError(
      "--s3-endpoint cannot have a user and a password.",
      "Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE.",
    );
  }
  if (endpoint === undefined || /^https?:\/\/[^/]/.test(endpoint)) return endpoint;
  throw new UsageError(`--s3-endpoint cannot be ${JSON.stringify(endpoint)}.`, "Give a URL: http://localhost:9000.");
}

type Open = (options: { readonly endpoint: string | undefined }) => S3Storage;

async function load(isNeeded: boolean): Promise<Open | undefined> {
  try {
    return (await import("@reader/s3")).openS3;
  } catch (cause) {
    if (!isNotInstalled(cause)) throw cause;
    if (!isNeeded) return undefined;
    throw new UsageError(
      "S3 is read by the package @reader/s3, which is not installed.",
      "Run npm install --global @reader/s3, or npm install @reader/s3 in the project that has this program.",
    );
  }
}

function isNotInstalled(cause: unknown): boolean {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
}

/** Throws a `UsageError` for output that is not a folder of this machine. */
export function localFolder(option: string, folder: string): string {
  if (!isS3(folder)) return folder;
  throw new UsageError(
    `${option} cannot be ${JSON.stringify(folder)}: a run appends to its journal and its parts, which S3 cannot.`,
    "Give a folder of this machine, and copy it when the run is complete: aws s3 sync DIR s3://BUCKET/PREFIX.",
  );
}
