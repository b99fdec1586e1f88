import { createDecipheriv, pbkdf2 } from "node:crypto";
import { promisify } from "node:util";
import { inflateRawSync } from "node:zlib";
import { type HandlerEvent, notice, quoted, ReadError, text } from "@reader/core/handler";
import { largestByRatio, type ZipEntry } from "@reader/unpack";
import { createFileNames, type EmbeddedFile } from "@reader/document/content";
import { fence } from "@reader/document";
import { openCompoundFile } from "../compound/compound-file.ts";
import { wrappedFile, type WrappedFile } from "../embedded/embedded-files.ts";
import type { OfficePackage } from "../package/office-package.ts";
import { createXmlReader } from "../xml/xml-reader.ts";
import { withoutDoctype } from "./without-doctype.ts";
import { digest, isSame } from "../encryption/ciphers.ts";
import { passwordError, type PasswordRequest, unknownEncryption } from "../encryption/passwords.ts";
import { childOf, childrenOf, readXmlTree, type XmlElement } from "../xml/xml-tree.ts";

/** The embedded files of a document, which OpenDocument stores as compound files. */
export interface OdfFiles {
  readonly files: EmbeddedFile[];
  /** The name that selects a file, by the name of its part. */
  readonly names: Map<string, string>;
}

/** Matches parts of embedded objects, which are at the top of the package and have no file extension. */
const isObject = /^[^/.]+$/;

/** Maximum total size in bytes of objects opened to find their names. */
const maxOpenedBytes = 32 * 1024 * 1024;

/** Maximum number of embedded files with a name. */
const maxFiles = 500;

/** Finds the files inside a document. Other objects, such as formulas of Equation Editor, are not included. */
export async function findOdfFiles(opened: OfficePackage): Promise<OdfFiles> {
  const found: OdfFiles = { files: [], names: new Map() };
  const uniqueName = createFileNames();
  let bytesLeft = maxOpenedBytes;
  for (const entry of opened.zip.entries) {
    if (!isObject.test(entry.name) || entry.name === "mimetype" || entry.bytes > bytesLeft) continue;
    if (found.files.length >= maxFiles) break;
    bytesLeft -= entry.bytes;
    const name = await nameInside(opened, entry);
    if (name === undefined) continue;
    const selected = uniqueName(name);
    found.names.set(entry.name, selected);
    found.files.push({ name: selected, bytes: async () => fileIn(await opened.zip.read(entry), entry.name) });
  }
  return found;
}

async function nameInside(opened: OfficePackage, { name: part }: ZipEntry): Promise<string | undefined> {
  try {
    const bytes = (await opened.bytes(part)) ?? new Uint8Array();
    const inside = await openedObject(bytes, part);
    if (inside === undefined) return undefined;
    return inside.type === "file" && inside.name !== "" ? inside.name : `${part}.${inside.ending}`;
  } catch (error) {
    // A damaged or oversized object must not fail the text.
    if (ReadError.is(error) && (error.code === "corrupt" || error.code === "too-large")) return undefined;
    throw error;
  }
}

async function openedObject(bytes: Uint8Array, path: string): Promise<WrappedFile | undefined> {
  const file = await openCompoundFile({ path, bytes: () => Promise.resolve(bytes) });
  return wrappedFile((stream) => file.stream(stream));
}

/** Returns the file in an object, without its wrapper. Errors name the object as `part`. */
export async function fileIn(bytes: Uint8Array, part: string): Promise<Uint8Array> {
  const inside = await openedObject(bytes, part);
  return inside?.type === "file" ? inside.bytes : bytes;
}

/** Maximum number of modules shown, and of characters of each. */
const maxModules = 20;
const maxCharacters = 20_000;

/** Yields the source code of the macros of a document. They are never run. */
export async function* macroEvents(opened: OfficePackage): AsyncGenerator<HandlerEvent> {
  if (modulesIn(opened).length === 0) return;
  yield notice("The document contains macros, which are not run.");
  const code = await macroText(opened);
  if (code !== "") yield text(code);
}

/** Returns the macro code of a package, each module after an empty line, or an empty string. */
export async function macroText(opened: OfficePackage): Promise<string> {
  const texts: string[] = [];
  for (const name of modulesIn(opened).slice(0, maxModules)) {
    const source = name.endsWith(".xml") ? await sourceOf(opened, name) : "";
    if (source.trim() === "") continue;
    texts.push(`\nMacro ${quoted(name)}:\n\n${fence("basic", source.slice(0, maxCharacters))}`);
  }
  return texts.join("");
}

function modulesIn({ zip }: OfficePackage): readonly string[] {
  return zip.entries
    .map(({ name }) => name)
    .filter(
      (name) => /^(?:Basic|Scripts)\/.+\/[^/]+\.\w+$/.test(name) && !/\/(?:script|dialog)-l[bc]\.xml$/.test(name),
    );
}

async function sourceOf(opened: OfficePackage, name: string): Promise<string> {
  const pieces: string[] = [];
  const reader = createXmlReader(name, {
    open: () => undefined,
    close: () => undefined,
    text: (characters) => void pieces.push(characters),
  });
  try {
    for await (const piece of withoutDoctype(opened.stream(name))) reader.write(piece);
    reader.end();
  } catch (error) {
    if (!ReadError.is(error) || error.code !== "corrupt") throw error;
  }
  return pieces.join("");
}

const manifestPart = "META-INF/manifest.xml";
const contentPart = "content.xml";

/** Returns the package with its parts decrypted. Throws `encrypted` without the right password. */
export async function decryptedPackage(opened: OfficePackage, request: PasswordRequest): Promise<OfficePackage> {
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

/** The name of an unsupported encryption in the document. */
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

/** Tries the password on the content, or on the part that replaces it. */
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

/** Encrypted parts are deflated before encryption. */
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
  return new ReadError("corrupt", `${part} in ${path} is damaged: it cannot be decrypted.`);
}

/** Decrypts a part, which remains deflated. Returns `undefined` if the password is wrong. */
type OpenLock = (bytes: Uint8Array, password: string) => Promise<Uint8Array | undefined>;

/** Maximum number of hashing rounds for a part; LibreOffice uses 100 000. */
const maxRounds = 1_000_000;

/** Number of bytes hashed to check a password (OpenDocument 1.3 part 2, 4.16.3). */
const summedBytes = 1024;

const keyBytes = 32;
const blockBytes = 16;

const derive = promisify(pbkdf2);

/** Parses an `encryption-data` element of a manifest (4.4 to 4.7). Only AES-256 in CBC mode is supported. */
function odfLock(data: XmlElement): OpenLock | undefined {
  const said = (element: string, attribute: string): string =>
    childOf(data, `manifest:${element}`)?.attributes[`manifest:${attribute}`] ?? "";
  const rounds = Number(said("key-derivation", "iteration-count"));
  const vector = base64(said("algorithm", "initialisation-vector"));
  const kind = `${said("key-derivation", "key-derivation-name")} ${said("algorithm", "algorithm-name")}`;
  if (!knownKind.test(kind) || vector.length !== blockBytes || !isRounds(rounds)) return undefined;
  const salt = base64(said("key-derivation", "salt"));
  const startHash = hashIn(said("start-key-generation", "start-key-generation-name"));
  const isRight = checkIn(data);
  return async (bytes, password) => {
    const first = digest(startHash, new TextEncoder().encode(password));
    const key = await derive(first, salt, rounds, keyBytes, "sha1");
    const plain = decipherPadded(bytes, key, vector);
    return isRight(plain) ? plain : undefined;
  };
}

/** Returns the names of the algorithms in an `encryption-data` element, without the URI before a name. */
function lockMethod(data: XmlElement): string {
  const algorithm = childOf(data, "manifest:algorithm")?.attributes["manifest:algorithm-name"] ?? "";
  const derivation = childOf(data, "manifest:key-derivation")?.attributes["manifest:key-derivation-name"] ?? "";
  const names = [algorithm, derivation].map((name) => name.replace(/^.*[#/]/s, "").slice(0, mostMethodCharacters));
  return names.filter((name) => name !== "").join(", ");
}

/** Maximum number of characters of a name in an error. */
const mostMethodCharacters = 40;

/** Returns a plain name, or the last segment of a URI. */
const knownKind = /PBKDF2 (?:\S*#)?aes256-cbc$/i;

function isRounds(rounds: number): boolean {
  return Number.isInteger(rounds) && rounds >= 1 && rounds <= maxRounds;
}

/** Returns the hash algorithm: names are URIs that end with it. The default is SHA-1. */
function hashIn(name: string): "sha1" | "sha256" {
  return /sha256(?:-1k)?$/i.test(name) ? "sha256" : "sha1";
}

function checkIn({ attributes }: XmlElement): (plain: Uint8Array) => boolean {
  const sum = base64(attributes["manifest:checksum"]);
  const hash = hashIn(attributes["manifest:checksum-type"] ?? "");
  return (plain) => isSame(digest(hash, plain.subarray(0, summedBytes)), sum);
}

/** The last byte is the length of the padding (XML Encryption 1.1, 5.2). */
function decipherPadded(bytes: Uint8Array, key: Uint8Array, vector: Uint8Array): Uint8Array {
  const cipher = createDecipheriv("aes-256-cbc", key, vector);
  cipher.setAutoPadding(false);
  const whole = Buffer.concat([cipher.update(bytes.subarray(0, bytes.length - (bytes.length % blockBytes)))]);
  const padding = whole.at(-1) ?? 0;
  return new Uint8Array(padding >= 1 && padding <= blockBytes ? whole.subarray(0, whole.length - padding) : whole);
}

function base64(text = ""): Uint8Array {
  return new Uint8Array(Buffer.from(text, "base64"));
}
