import { isoDate, oneLine } from "@reader/pdf-pages/document";
import { numberAt, readBytesText, withMemory } from "../engine/memory.ts";
import { readWords } from "./facts.ts";
import type { OpenedDocument } from "./opened-document.ts";

/** The encryption of a document and its permissions. */
interface Protection {
  /** Such as `Standard R6`; absent if it is not encrypted. */
  readonly encryption?: string;
  /** What is not permitted without the owner's password. */
  readonly denied: readonly string[];
}

/** Bits of permissions (ISO 32000-1, table 22). */
const permissions = [
  [1 << 2, "print"],
  [1 << 4, "copy"],
  [1 << 3, "edit"],
  [1 << 5, "annotate"],
  [1 << 8, "fill in forms"],
  [1 << 9, "read aloud"],
  [1 << 10, "rearrange pages"],
] as const;
/** The later bits have a meaning from this revision on. */
const detailedRevision = 3;
const detailedFrom = 1 << 8;

/** Reads the encryption of a document. */
export function readProtection({ engine, document }: OpenedDocument): Protection {
  if (!engine.EPDF_IsEncrypted(document)) return { denied: [] };
  const revision = engine.FPDF_GetSecurityHandlerRevision(document);
  const allowed = engine.FPDF_GetDocPermissions(document);
  const known = permissions.filter(([bit]) => bit < detailedFrom || revision >= detailedRevision);
  const denied = known.filter(([bit]) => (allowed & bit) === 0).map(([, words]) => words);
  return { ...(revision < 0 ? {} : { encryption: `Standard R${revision}` }), denied };
}

/** A field for a signature. */
interface Signature {
  readonly isSigned: boolean;
  readonly at?: string;
  readonly reason?: string;
  /** Present if the field is signed. The signature was not verified. */
  readonly verified?: "not looked at";
}

const maxSignatures = 100;

/** Lists the fields for signatures of a document. */
export function readSignatures({
  engine,
  document,
}: Pick<OpenedDocument, "engine" | "document">): readonly Signature[] {
  const count = Math.max(0, Math.min(maxSignatures, engine.FPDF_GetSignatureCount(document)));
  return Array.from({ length: count }, (_, index) => engine.FPDF_GetSignatureObject(document, index)).map((one) => {
    if (engine.FPDFSignatureObj_GetContents(one, 0, 0) === 0) return { isSigned: false };
    const at = isoDate(readBytesText(engine, (to, bytes) => engine.FPDFSignatureObj_GetTime(one, to, bytes)));
    const reason = oneLine(readWords(engine, (to, bytes) => engine.FPDFSignatureObj_GetReason(one, to, bytes)));
    return {
      isSigned: true,
      ...(at === undefined ? {} : { at }),
      ...(reason === "" ? {} : { reason }),
      verified: "not looked at",
    };
  });
}

/** Returns the version of the format, such as `1.7`. */
export function versionOf({ engine, document }: OpenedDocument): string | undefined {
  return withMemory(engine, 4, (at) => {
    if (!engine.FPDF_GetFileVersion(document, at)) return undefined;
    const version = numberAt(engine, at);
    return `${Math.floor(version / 10)}.${version % 10}`;
  });
}

/** Returns the number of scripts that belong to the whole document. They never run here. */
export function countScripts({ engine, document }: OpenedDocument): number {
  return Math.max(0, engine.FPDFDoc_GetJavaScriptActionCount(document));
}
