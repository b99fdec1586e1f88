import { Buffer } from "node:buffer";
import { createCipheriv, createHash, pbkdf2Sync } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { buildZip } from "@reader/testkit";

/** How parts are locked; as LibreOffice 4 to 24.1 does it where not given. */
export interface OdfLocking {
  readonly hash?: "sha1" | "sha256";
  readonly algorithm?: string;
  readonly rounds?: number;
  /** What the manifest says in place of them. */
  readonly saidRounds?: string;
}

const vector = Buffer.alloc(16, 3);
const salt = Buffer.alloc(16, 7);
const aes = "http://www.w3.org/2001/04/xmlenc#aes256-cbc";

/** An OpenDocument package whose parts are encrypted with a password. */
export function lockedOdf(
  parts: Readonly<Record<string, string>>,
  password: string,
  { hash = "sha256", algorithm = aes, rounds = 1000, saidRounds = String(rounds) }: OdfLocking = {},
): Uint8Array {
  const start = createHash(hash).update(password, "utf8").digest();
  const key = pbkdf2Sync(start, salt, rounds, 32, "sha1");
  const entries: string[] = [];
  const members = Object.entries(parts).map(([name, content]) => {
    const deflated = deflateRawSync(content);
    const cipher = createCipheriv("aes-256-cbc", key, vector);
    const sum = createHash(hash).update(deflated.subarray(0, 1024)).digest("base64");
    entries.push(
      `<manifest:file-entry manifest:full-path="${name}"><manifest:encryption-data manifest:checksum-type="urn:x#${hash}-1k" manifest:checksum="${sum}">` +
        `<manifest:algorithm manifest:algorithm-name="${algorithm}" manifest:initialisation-vector="${vector.toString("base64")}"/>` +
        `<manifest:key-derivation manifest:key-derivation-name="PBKDF2" manifest:key-size="32" manifest:iteration-count="${saidRounds}" manifest:salt="${salt.toString("base64")}"/>` +
        `<manifest:start-key-generation manifest:start-key-generation-name="http://www.w3.org/2000/09/xmldsig#${hash}"/>` +
        `</manifest:encryption-data></manifest:file-entry>`,
    );
    return { name, method: 0, data: new Uint8Array(Buffer.concat([cipher.update(deflated), cipher.final()])) };
  });
  const manifest = `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">${entries.join("")}</manifest:manifest>`;
  return buildZip([...members, { name: "META-INF/manifest.xml", data: manifest }]);
}
