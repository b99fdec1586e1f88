import type { MediaType } from "../../contract/media-type.ts";
import type { Peek } from "../peek.ts";
import { readZipEntries, type ZipEntry } from "./zip-directory.ts";

const mediaTypePattern = /^[a-z]+\/[a-z0-9][\w.+-]{0,126}$/i;

/** Types of ZIP files by the names of their entries, the more specific first. */
const kinds: readonly (readonly [RegExp, MediaType])[] = [
  [/^AndroidManifest\.xml$/, "application/vnd.android.package-archive"],
  [/^extension\.vsixmanifest$/, "application/vsix"],
  [/^[^/]+\.nuspec$/, "application/x-nupkg"],
  [/^[^/]+\.dist-info\/WHEEL$/, "application/x-wheel+zip"],
  [/^Payload\/[^/]+\.app\//, "application/x-ios-app"],
  [/^word\/document\d?\.xml$/i, "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  [/^xl\/workbook\.bin$/i, "application/vnd.ms-excel.sheet.binary.macroenabled.12"],
  [/^xl\/workbook\d?\.xml$/i, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  [/^ppt\/presentation\d?\.xml$/i, "application/vnd.openxmlformats-officedocument.presentationml.presentation"],
  [/^visio\/document\.xml$/i, "application/vnd.ms-visio.drawing"],
  [/^FixedDocSeq\.fdseq$|^FixedDocumentSequence\.fdseq$/i, "application/vnd.ms-xpsdocument"],
  [/^3D\/[^/]+\.model$/i, "model/3mf"],
  [/^META-INF\/container\.xml$/, "application/epub+zip"],
  [/^META-INF\/MANIFEST\.MF$|^WEB-INF\/web\.xml$/i, "application/java-archive"],
  [/^index\.apxl(?:\.gz)?$|^Index\/(?:Master)?Slide[^/]*\.iwa$/, "application/vnd.apple.keynote"],
  [/^Index\/Document\.iwa$|^Index\.zip$|^buildVersionHistory\.plist$/, "application/vnd.apple.iwork"],
  [/^doc\.kml$/, "application/vnd.google-earth.kmz"],
];

/**
 * Detects the type of a ZIP file: by the type that it declares, by its content types, or else by the names of its
 * entries. Returns `undefined` if the directory is missing, or if an Office document lacks its main part. A file that
 * does not start as ZIP counts only if it ends with a directory.
 */
export async function zipTypeOf(peek: Peek): Promise<MediaType | undefined> {
  const { entries, isWhole } = await readZipEntries(peek);
  const named = await typeByItself(peek, entries);
  if (named !== undefined) return named;
  const partTypes = findEntry(entries, "[content_types].xml");
  const contentTypes = partTypes === undefined ? "" : await readZipText(peek, partTypes);
  const kind = mainTypeIn(contentTypes) ?? kindByNames(entries);
  if (kind !== undefined) return kind;
  if (/(?:officedocument|ms-office)\.theme/i.test(contentTypes)) return "application/vnd.ms-officetheme";
  return isWhole && partTypes === undefined ? "application/zip" : undefined;
}

function kindByNames(entries: readonly ZipEntry[]): MediaType | undefined {
  return kinds.find(([pattern]) => entries.some(({ name }) => pattern.test(name)))?.[1];
}

/** Returns the declared type: EPUB and OpenDocument store it in a separate entry, OpenDocument also in its manifest. */
async function typeByItself(peek: Peek, entries: readonly ZipEntry[]): Promise<MediaType | undefined> {
  const mimetype = findEntry(entries, "mimetype");
  if (mimetype !== undefined) {
    const text = (await readZipText(peek, mimetype)).trim();
    if (mediaTypePattern.test(text)) return text.toLowerCase();
  }
  const manifest = findEntry(entries, "meta-inf/manifest.xml");
  if (manifest === undefined) return undefined;
  const root =
    /<[\w-]+:file-entry\b[^>]{0,400}full-path="\/"[^>]{0,400}>/.exec(await readZipText(peek, manifest))?.[0] ?? "";
  return /media-type="([a-z]+\/[\w.+-]{1,120})"/i.exec(root)?.[1]?.toLowerCase();
}

const officeMain = /ContentType="(application\/vnd\.[\w.-]{1,120}?)\.main(?:\+xml)?"/gi;

/**
 * Returns the type of an Office document from the content type of its main part, which is that type followed by
 * `.main`.
 */
function mainTypeIn(contentTypes: string): MediaType | undefined {
  const types = [...contentTypes.matchAll(officeMain)].map(([, type = ""]) => type.toLowerCase());
  const main = types.find((type) => !type.endsWith(".glossary"));
  if (main !== undefined) return main.includes("macroenabled") ? `${main}.12` : main;
  return /ms-package\.xps-|openxps/i.test(contentTypes) ? "application/vnd.ms-xpsdocument" : undefined;
}

function findEntry(entries: readonly ZipEntry[], name: string): ZipEntry | undefined {
  return entries.find((entry) => entry.name.toLowerCase().replaceAll("\\", "/") === name);
}

const headerBytes = 30;
const maxCompressedBytes = 32 * 1024;
const maxTextCharacters = 256 * 1024;

/** Reads the start of a small text inside a ZIP file; empty if it cannot be read. Never inflates more than 256 KiB. */
async function readZipText(peek: Peek, entry: ZipEntry): Promise<string> {
  const header = await peek.read(entry.offset, entry.offset + headerBytes);
  if (header.length < headerBytes) return "";
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const start = entry.offset + headerBytes + view.getUint16(26, true) + view.getUint16(28, true);
  const length = entry.compressedBytes === 0 ? maxCompressedBytes : Math.min(entry.compressedBytes, maxCompressedBytes);
  const bytes = await peek.read(start, start + length);
  if (entry.method === 0) return new TextDecoder().decode(bytes);
  return entry.method === 8 ? inflateText(bytes) : "";
}

/** Inflates text. The part before damage, truncation or the limit is enough to detect a type. */
async function inflateText(bytes: Uint8Array): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    const inflated = new Blob([Uint8Array.from(bytes)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const pieces: AsyncIterable<Uint8Array> = inflated;
    for await (const piece of pieces) {
      text += decoder.decode(piece, { stream: true });
      if (text.length > maxTextCharacters) break;
    }
  } catch {
    return text;
  }
  return text;
}
