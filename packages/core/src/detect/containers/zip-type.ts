import type { MediaType } from "../../contract/media-type.ts";
import type { Peek } from "../peek.ts";
import { readZipEntries, type ZipEntry } from "./zip-directory.ts";

const mediaTypePattern = /^[a-z]+\/[a-z0-9][\w.+-]{0,126}$/i;

/** Kinds of ZIP files told by the names of their entries, the more special first. */
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
 * What kind of ZIP file it is: by the type that it names itself, by its content types, else by its entries' names.
 * Undefined where that cannot be told: the directory is missing, or an Office document lacks its main part. Of a file
 * that does not start as ZIP, only a directory at its end counts.
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

/** EPUB and OpenDocument have their type in an entry of its own, OpenDocument also in its manifest. */
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

/** The main part of an Office document has a content type of its own, with `.main` behind the type of the document. */
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

/** The start of a small text inside a ZIP file; empty where it cannot be read. Never inflates more than 256 KiB. */
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

/** What comes before damage, a cut or the limit is good enough to tell a type. */
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
