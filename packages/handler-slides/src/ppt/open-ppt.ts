import { ReadError, type Source } from "@reader/core/handler";
import { recordTypes, recordsIn, uint16At, type PptRecord } from "@reader/office-kit/office-art";
import { currentVersion } from "./current-version.ts";
import { lockedRecords, plainRecords, type RecordTaker } from "./locked-records.ts";
import { openStreams, type Streams } from "./streams.ts";

/** An opened presentation of PowerPoint 97 to 2003. */
export interface PptFile {
  readonly path: string;
  readonly streams: Streams;
  /** The document in its current version. */
  readonly document: Uint8Array;
  /** The object with this number, such as a slide, in its current version. */
  object(id: number): PptRecord | undefined;
  /** The picture at an offset of the stream of pictures. */
  readonly picture: RecordTaker["picture"];
}

/** Opens it. Throws `corrupt`, `encrypted` or `unsupported-type`. */
export async function openPpt(source: Source, password: string | undefined): Promise<PptFile> {
  const { path } = source;
  const streams = await openStreams(await source.bytes(), path);
  const bytes = streams.find("PowerPoint Document");
  if (bytes === undefined) throw noPresentation(path, streams);
  const version = currentVersion(bytes, streams.find("Current User"));
  const isEncrypted = version.isEncrypted || streams.find("EncryptedSummary") !== undefined;
  const records = isEncrypted ? lockedRecords(version.session, { path, password }) : plainRecords;
  const object = (id: number): PptRecord | undefined => {
    const offset = version.offsets.get(id);
    return offset === undefined ? undefined : records.object(bytes, offset, id);
  };
  const current = object(version.documentId);
  const document = current?.type === recordTypes.document ? current : lastDocument(bytes, isEncrypted);
  if (document === undefined) throw new ReadError("corrupt", `${path} has no document in it.`);
  return { path, streams, document: document.body, object, picture: records.picture };
}

function lastDocument(bytes: Uint8Array, isEncrypted: boolean): PptRecord | undefined {
  if (isEncrypted) return undefined;
  return [...recordsIn(bytes)].findLast(({ type }) => type === recordTypes.document);
}

function noPresentation(path: string, streams: Streams): ReadError {
  const isOlder = streams.find("PP40") !== undefined;
  if (!isOlder) return new ReadError("corrupt", `${path} has no presentation in it.`);
  return new ReadError("unsupported-type", `${path} is a presentation of PowerPoint 95 or older.`, {
    hint: "Convert it first, with `soffice --headless --convert-to pptx`.",
  });
}

/** Whether bytes of a slide show information say that the slide is left out ([MS-PPT], 2.4.7). */
export function isHiddenIn(slide: Uint8Array): boolean {
  for (const { type, body } of recordsIn(slide)) {
    if (type === recordTypes.slideShowInfo) return (uint16At(body, 10) & 0x4) !== 0;
  }
  return false;
}
