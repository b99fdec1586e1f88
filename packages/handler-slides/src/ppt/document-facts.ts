import {
  recordTypes,
  findRecord,
  recordsIn,
  recordsOf,
  stringsIn,
  uint16At,
  uint32At,
  wideText,
} from "@reader/office-kit/office-art";
import { symbolFontOf } from "@reader/document/content";
import type { Links, SymbolFonts } from "./text-runs.ts";

/** The link targets of a document ([MS-PPT], 2.10.23). */
export function linksIn(document: Uint8Array): Links {
  const links = new Map<number, string>();
  const list = findRecord(document, recordTypes.externalObjects)?.body;
  for (const { body } of recordsOf(list, recordTypes.hyperlink)) {
    const strings = stringsIn(body);
    const [address = "", place = ""] = [strings.get(1), strings.get(3)];
    const id = uint32At(findRecord(body, recordTypes.hyperlinkAtom)?.body, 0);
    if (address !== "") links.set(id, place === "" || address.includes("#") ? address : `${address}#${place}`);
  }
  return links;
}

/** Size of the name of a font, in bytes. */
const fontNameBytes = 64;

/** Returns the fonts of a document that show symbols ([MS-PPT], 2.9.9). */
export function symbolFontsIn(document: Uint8Array): SymbolFonts {
  const fonts = findRecord(document, recordTypes.environment, recordTypes.fonts)?.body;
  return new Map(
    recordsOf(fonts, recordTypes.font).flatMap(({ instance, body }) => {
      const found = symbolFontOf(wideText(body.subarray(0, fontNameBytes)));
      return found === undefined ? [] : [[instance, found] as const];
    }),
  );
}

/** An embedded or linked object. */
export interface OleObject {
  /** The name of its program; empty if unknown. */
  readonly program: string;
  /** The number of the object with its storage; 0 if it is linked. */
  readonly storage: number;
}

const objectTypes: ReadonlySet<number> = new Set([recordTypes.embed, recordTypes.link, recordTypes.control]);

/** The embedded and linked objects, by number ([MS-PPT], 2.10.12). */
export function objectsIn(document: Uint8Array): ReadonlyMap<number, OleObject> {
  const objects = new Map<number, OleObject>();
  for (const { type, body } of recordsIn(findRecord(document, recordTypes.externalObjects)?.body)) {
    if (!objectTypes.has(type)) continue;
    const strings = stringsIn(body);
    const atom = findRecord(body, recordTypes.oleObject)?.body;
    const program = strings.get(2) ?? strings.get(1) ?? strings.get(3) ?? "";
    objects.set(uint32At(atom, 8), { program, storage: type === recordTypes.embed ? uint32At(atom, 16) : 0 });
  }
  return objects;
}

/** True if the document has macros ([MS-PPT], 2.4.10). */
export function hasMacros(document: Uint8Array): boolean {
  const atom = findRecord(document, recordTypes.list, recordTypes.vbaInfo, recordTypes.vbaInfoAtom);
  return uint32At(atom?.body, 4) !== 0;
}

const has = { userDate: 0x4, header: 0x10, footer: 0x20 } as const;

/** Returns the lines of headers and footers in a container ([MS-PPT], 2.4.15), or `undefined` if it has none. */
export function repeatedLines(container: Uint8Array, instance?: number): readonly string[] | undefined {
  const found = recordsOf(container, recordTypes.headersFooters).find(
    (record) => instance === undefined || record.instance === instance,
  );
  if (found === undefined) return undefined;
  const flags = uint16At(findRecord(found.body, recordTypes.headersFootersAtom)?.body, 2);
  const strings = stringsIn(found.body);
  const line = (name: string, bit: number, at: number): readonly string[] => {
    const words = (strings.get(at) ?? "").replaceAll(/\s+/gu, " ").trim();
    return (flags & bit) === 0 || words === "" ? [] : [`${name}: ${words}`];
  };
  return [...line("Date", has.userDate, 0), ...line("Header", has.header, 1), ...line("Footer", has.footer, 2)];
}
