const { createHash, hash } = process.getBuiltinModule("node:crypto");

/** Returns the SHA-256 of text or bytes, in hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return hash("sha256", content, "hex");
}

/** Creates a SHA-256 that gets its content in pieces. */
export function startSha256(): { update(piece: Uint8Array): void; digest(): string } {
  const running = createHash("sha256");
  return { update: (piece) => void running.update(piece), digest: () => running.digest("hex") };
}

/** Length of an identifier, in hexadecimal digits: 128 bits, so that 10^9 documents do not collide. */
const idDigits = 32;

/** Returns the stable identifier of a document. */
export function documentId(path: string): string {
  return sha256(path).slice(0, idDigits);
}

/** Returns the stable identifier of a chunk. `copy` numbers chunks of a document with the same text, from 0. */
export function chunkId(document: string, text: string, copy: number): string {
  return sha256(`${document}\0${copy}\0${text}`).slice(0, idDigits);
}

/** Assigns a document to one of `count` shards, by the hash of its path. Returns a number from 0. */
export function shardOf(path: string, count: number): number {
  // 52 bits, which a number holds exactly.
  return Number.parseInt(sha256(path).slice(0, 13), 16) % count;
}
