import { inflateRawSync } from "node:zlib";
import { ReadError } from "@reader/core/handler";
import { largestByRatio } from "@reader/unpack";
import { passwordError, unknownEncryption, type PasswordRequest } from "../encryption/passwords.ts";
import type { OfficePackage } from "../package/office-package.ts";
import { childrenOf, childOf, readXmlTree } from "../xml/xml-tree.ts";
import { lockMethod, odfLock, type OpenLock } from "./odf-lock.ts";

const manifestPart = "META-INF/manifest.xml";
const contentPart = "content.xml";

/** The package with its parts deciphered where it is encrypted; throws `encrypted` without the right password. */
export async function unlockedPackage(opened: OfficePackage, request: PasswordRequest): Promise<OfficePackage> {
  const locks = await locksIn(opened);
  if (locks.size === 0) return opened;
  if (request.password === undefined) throw passwordError(request);
  const { password } = request;
  const bytes = async (part: string): Promise<Uint8Array | undefined> => {
    const packed = await opened.bytes(part);
    if (packed === undefined || !locks.has(part)) return packed;
    const lock = locks.get(part);
    const plain = typeof lock === "function" ? await lock(packed, password) : undefined;
    if (plain === undefined) throw damaged(part, request.path);
    return inflated(plain, { part, opened, path: request.path });
  };
  await checkPassword({ opened, locks, request });
  return {
    ...opened,
    bytes,
    async tree(part) {
      const content = await bytes(part);
      return content === undefined ? undefined : readXmlTree(content, `${part} in ${request.path}`);
    },
    async *stream(part) {
      const content = await bytes(part);
      if (content !== undefined) yield content;
    },
  };
}

type Locks = ReadonlyMap<string, OpenLock | UnknownLock>;

/** A kind of encryption that is not read, as the document calls it. */
interface UnknownLock {
  readonly method: string;
}

/** The encrypted parts. */
async function locksIn(opened: OfficePackage): Promise<Locks> {
  const manifest = opened.has(manifestPart) ? await opened.tree(manifestPart).catch(() => undefined) : undefined;
  const locks = new Map<string, OpenLock | UnknownLock>();
  for (const entry of childrenOf(manifest, "manifest:file-entry")) {
    const data = childOf(entry, "manifest:encryption-data");
    if (data !== undefined)
      locks.set(entry.attributes["manifest:full-path"] ?? "", odfLock(data) ?? { method: lockMethod(data) });
  }
  return locks;
}

interface Checking {
  readonly opened: OfficePackage;
  readonly locks: Locks;
  readonly request: PasswordRequest;
}

/** Tries the password with the content, or with whatever stands in its place. */
async function checkPassword({ opened, locks, request }: Checking): Promise<void> {
  const [first = contentPart] = locks.keys();
  const part = locks.has(contentPart) ? contentPart : first;
  const lock = locks.get(part);
  if (typeof lock !== "function") throw unknownEncryption(request.path, lock?.method);
  const packed = await opened.bytes(part);
  if (packed === undefined || request.password === undefined) return;
  if ((await lock(packed, request.password)) === undefined) throw passwordError(request);
}

interface Packed {
  readonly part: string;
  readonly opened: OfficePackage;
  readonly path: string;
}

/** What is encrypted was deflated before. */
function inflated(packed: Uint8Array, { part, opened: { meter }, path }: Packed): Uint8Array {
  const mostBytes = Math.min(meter.left, largestByRatio(packed.length)) + 1;
  const count = (bytes: number): void => {
    meter.count(bytes, { packedBytes: packed.length, inflatedBytes: bytes });
  };
  try {
    const bytes = new Uint8Array(inflateRawSync(packed, { maxOutputLength: mostBytes }));
    count(bytes.length);
    return bytes;
  } catch (cause) {
    if (ReadError.is(cause)) throw cause;
    if (cause instanceof RangeError) count(mostBytes);
    throw damaged(part, path);
  }
}

function damaged(part: string, path: string): ReadError {
  return new ReadError("corrupt", `${part} in ${path} is damaged: it cannot be deciphered.`);
}
