import { onTestFinished } from "vitest";
import { openS3, type S3FileSystemOptions, type S3Options, type S3Storage } from "../../src/index.ts";
// @boundaries-ignore what all tests share is in the tests of the test kit, and not published
import { type S3Server, s3Credentials, startS3Server } from "../../../testkit/test/support/s3-server.ts";

// @boundaries-ignore the same
export { fail, type S3Server } from "../../../testkit/test/support/s3-server.ts";

/** A server with objects, which is stopped after the test, and a client of it that does not wait before it tries again. */
export async function served(
  objects: Readonly<Record<string, string | Uint8Array>>,
  options: S3Options & S3FileSystemOptions = {},
): Promise<{ readonly server: S3Server; readonly s3: S3Storage }> {
  const server = await startS3Server(objects);
  const { region, ...credentials } = s3Credentials;
  const s3 = openS3({ endpoint: server.url, region, credentials, delayMs: () => 0, ...options });
  onTestFinished(async () => {
    await s3.close();
    await server.close();
  });
  return { server, s3 };
}

/** Reads a whole object, in pieces of the given size. */
export async function contentOf({ fileSystem }: S3Storage, address: string, pieceBytes = 300_000): Promise<Uint8Array> {
  const handle = await fileSystem.open(fileSystem.path.resolve(address));
  const { size } = await handle.stat();
  const content = new Uint8Array(size);
  for (let at = 0; at < size;) {
    const count = await handle.read(content.subarray(at, at + pieceBytes), at);
    if (count === 0) throw new Error(`The object ends at ${at} of ${size}.`);
    at += count;
  }
  await handle.close();
  return content;
}

/** Bytes that differ from place to place. */
export function pattern(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 1) bytes[at] = (at * 2_654_435_761) >>> 24;
  return bytes;
}

/** The system code of what a promise rejects with. */
export async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (cause: unknown) => (cause instanceof Error && "code" in cause ? cause.code : cause),
  );
}
