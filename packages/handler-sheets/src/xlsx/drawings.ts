import { notice, type HandlerContext, type HandlerEvent, quoted } from "@reader/core/handler";
import { pictureEvent } from "@reader/document/content";
import { diagramText, contentOf, findAll, plainText } from "@reader/office-kit/drawing";
import type { OfficePackage, Relationship } from "@reader/office-kit/package";
import { cellAddress } from "@reader/document/tables";
import { childOf, textIn, type XmlElement } from "@reader/office-kit/xml";
import { chartWords } from "./chart-words.ts";
import { formControls } from "./form-controls.ts";
import { partsOfType, relationshipsOf, treeOrNothing, unlessDamaged } from "./sheet-relationships.ts";

/** What is drawn at one place of a sheet. */
interface Drawn {
  readonly anchor: XmlElement;
  readonly relationships: ReadonlyMap<string, Relationship>;
}

/** Drawings of one sheet that are told of. */
const maxDrawn = 2000;

/** What is drawn on a sheet, in words: `chart "Sales" at D2: …`, `text box at B4: …`, `check box "Paid" at C3`. */
export async function sheetDrawings(
  office: OfficePackage,
  part: string,
  fileNames: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const words: string[] = [];
  for (const drawn of await drawnOn(office, part)) {
    const at = placeOf(drawn.anchor);
    for (const what of await wordsOf(office, drawn)) words.push(what.replace("\u0000", at));
  }
  words.push(...(await formControls(office, part)));
  return [...words, ...(await pivotTables(office, part)), ...(await embedded(office, part, fileNames))];
}

/** The pictures of a sheet that a model can be shown, without a place. */
export async function* sheetPictures(
  office: OfficePackage,
  part: string,
  context: HandlerContext,
): AsyncGenerator<HandlerEvent> {
  for (const { anchor, relationships } of await drawnOn(office, part)) {
    for (const picture of findAll(anchor, "xdr:pic")) {
      context.signal.throwIfAborted();
      const target = targetOfPicture(picture, relationships);
      if (target === undefined || !isShowable(target)) continue;
      const bytes = await unlessDamaged(office.picture(target));
      const alt = `${altOf(picture)} (at ${placeOf(anchor).replace(" at ", "")})`.trim();
      const event = bytes === undefined ? undefined : await pictureEvent(bytes, target, { alt, context });
      yield event ?? notice(`The picture${placeOf(anchor)} cannot be read.`);
    }
  }
}

async function drawnOn(office: OfficePackage, part: string): Promise<readonly Drawn[]> {
  const drawn: Drawn[] = [];
  for (const target of await partsOfType(office, part, "drawing")) {
    const root = await treeOrNothing(office, target);
    const relationships = await relationshipsOf(office, target);
    for (const anchor of contentOf(root)) if (drawn.length < maxDrawn) drawn.push({ anchor, relationships });
  }
  return drawn;
}

/** ` at D2`, where its first corner is; nothing where it stands freely. */
function placeOf(anchor: XmlElement): string {
  const from = childOf(anchor, "xdr:from");
  const column = Number(textIn(childOf(from, "xdr:col")));
  const row = Number(textIn(childOf(from, "xdr:row")));
  return from === undefined || !(column >= 0 && row >= 0) ? "" : ` at ${cellAddress(row + 1, column + 1)}`;
}

/** Each with a mark where its place belongs. */
async function wordsOf(office: OfficePackage, drawn: Drawn): Promise<readonly string[]> {
  const { anchor, relationships } = drawn;
  const words: string[] = [];
  for (const shape of findAll(anchor, "xdr:sp")) {
    const text = plainText(childOf(shape, "xdr:txBody"));
    if (text !== "" && !isControl(shape)) words.push(`text box\u0000: ${text}`);
  }
  for (const picture of findAll(anchor, "xdr:pic")) {
    const target = targetOfPicture(picture, relationships);
    if (target === undefined || !isShowable(target)) words.push(`picture${named(altOf(picture))}\u0000 (not shown)`);
  }
  for (const frame of findAll(anchor, "xdr:graphicFrame"))
    words.push(...(await frameWords(office, frame, relationships)));
  return words;
}

/** Controls of forms stand in another drawing as well, which says more of them. */
function isControl(shape: XmlElement): boolean {
  return findAll(childOf(shape, "xdr:nvSpPr"), "a14:compatExt").length > 0;
}

async function frameWords(
  office: OfficePackage,
  frame: XmlElement,
  relationships: ReadonlyMap<string, Relationship>,
): Promise<readonly string[]> {
  const words: string[] = [];
  for (const name of ["c:chart", "cx:chart"]) {
    for (const { attributes } of findAll(frame, name)) {
      const root = await treeAt(office, relationships.get(attributes["r:id"] ?? ""));
      if (root !== undefined) words.push(chartWords(root));
    }
  }
  for (const { attributes } of findAll(frame, "dgm:relIds")) {
    const root = await treeAt(office, relationships.get(attributes["r:dm"] ?? ""));
    const lines = root === undefined ? [] : diagramText(root).map(({ text }) => text);
    if (lines.length > 0) words.push(`diagram\u0000: ${lines.join("; ")}`);
  }
  return words;
}

async function treeAt(office: OfficePackage, relationship: Relationship | undefined): Promise<XmlElement | undefined> {
  return relationship === undefined || relationship.isExternal ? undefined : treeOrNothing(office, relationship.target);
}

function targetOfPicture(picture: XmlElement, relationships: Drawn["relationships"]): string | undefined {
  const blip = childOf(picture, "xdr:blipFill", "a:blip");
  const relationship = relationships.get(blip?.attributes["r:embed"] ?? "");
  return relationship?.isExternal === true ? undefined : relationship?.target;
}

function isShowable(target: string): boolean {
  return /\.(?:png|jpe?g|gif|webp)$/i.test(target);
}

function altOf(picture: XmlElement): string {
  const { descr, title, name } = childOf(picture, "xdr:nvPicPr", "xdr:cNvPr")?.attributes ?? {};
  return (descr ?? title ?? name ?? "").trim();
}

function named(name: string): string {
  return name === "" ? "" : ` ${quoted(name)}`;
}

async function pivotTables(office: OfficePackage, part: string): Promise<readonly string[]> {
  const words: string[] = [];
  for (const target of await partsOfType(office, part, "pivotTable")) {
    const root = await treeOrNothing(office, target);
    const range = childOf(root, "location")?.attributes["ref"];
    words.push(`pivot table${named(root?.attributes["name"] ?? "")}${range === undefined ? "" : ` at ${range}`}`);
  }
  return words;
}

/** What is embedded and no file, such as a formula of an old editor, has no name. */
async function embedded(
  office: OfficePackage,
  part: string,
  fileNames: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const parts = [...(await partsOfType(office, part, "package")), ...(await partsOfType(office, part, "oleObject"))];
  const names = parts.flatMap((target) => fileNames.get(target) ?? []);
  return names.map((name) => `embedded file ${quoted(name)}`);
}
