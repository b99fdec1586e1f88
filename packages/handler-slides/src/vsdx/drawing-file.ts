import { type HandlerContext, ReadError, type Source } from "@reader/core/handler";
import { packedSource } from "@reader/office-kit/flat";
import { type OfficePackage, openPackage, type Relationship, targetOf } from "@reader/office-kit/package";
import { type MacroModule, macroModulesOf } from "@reader/office-kit/vba";
import { childOf, childrenOf, type XmlElement, textIn } from "@reader/office-kit/xml";
import type { LineStyles } from "./connections.ts";
import type { Master } from "./shape.ts";
import { rowsOf } from "./sheet-cells.ts";

/** An opened Visio drawing ([MS-VSDX]). */
export interface DrawingFile {
  readonly parts: OfficePackage;
  /** The pages in their order; background pages come last. */
  readonly pages: readonly PageRef[];
  /** The masters of the stencil in the drawing, by identifier. */
  readonly masters: ReadonlyMap<string, Master>;
  readonly lineStyles: LineStyles;
  readonly comments: DrawingComments;
  readonly hasMacros: boolean;
  readonly modules: readonly MacroModule[];
}

/** A page as the list of pages describes it. */
export interface PageRef {
  readonly id: string;
  readonly name: string;
  /** The name of the part with its shapes; `undefined` if it has none. */
  readonly part: string | undefined;
  readonly isBackground: boolean;
  /** The identifier of the page that is shown behind it. */
  readonly backPage: string | undefined;
  /** Properties of the page, such as its layers. */
  readonly sheet: XmlElement | undefined;
}

/** Opens a drawing. Throws `corrupt`, `encrypted` or `too-large`. */
export async function openDrawing(source: Source, context: HandlerContext): Promise<DrawingFile> {
  const parts = await openPackage(await packedSource(source, context), context);
  const main = targetOf(await parts.relationships(""), "document") ?? "visio/document.xml";
  const root = await parts.tree(main);
  if (root === undefined) throw new ReadError("corrupt", `${source.path} has no main part, so it is not a drawing.`);
  const links = await parts.relationships(main);
  const project = targetOf(links, "vbaProject");
  const pagesPart = targetOf(links, "pages");
  return {
    parts,
    pages: pagesPart === undefined ? [] : await readPages(parts, pagesPart),
    masters: await readMasters(parts, targetOf(links, "masters")),
    lineStyles: stylesIn(root),
    comments: readDrawingComments(root, await readOptional(parts, targetOf(links, "comments"))),
    hasMacros: project !== undefined,
    modules: await macroModulesOf(project === undefined ? undefined : await parts.bytes(project)),
  };
}

/** Reads a part. Returns `undefined` if it is missing or damaged. */
export async function readOptional(parts: OfficePackage, part: string | undefined): Promise<XmlElement | undefined> {
  return part === undefined ? undefined : unlessCorrupt(() => parts.tree(part), undefined);
}

async function unlessCorrupt<Value>(read: () => Promise<Value>, instead: Value): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if (ReadError.is(error) && error.code === "corrupt") return instead;
    throw error;
  }
}

/** Returns the relationships of a part; none if they are damaged. */
export function relationshipsOf(parts: OfficePackage, part: string): Promise<ReadonlyMap<string, Relationship>> {
  return unlessCorrupt(() => parts.relationships(part), new Map());
}

async function readPages(parts: OfficePackage, part: string): Promise<readonly PageRef[]> {
  const root = await parts.tree(part);
  const links = await relationshipsOf(parts, part);
  const pages = childrenOf(root, "Page").map((page): PageRef => {
    const {
      ID: id = "",
      Name: name,
      NameU: universal = "",
      Background: background,
      BackPage: backPage,
    } = page.attributes;
    return {
      id,
      name: (name ?? universal).replaceAll(/\s+/gu, " ").trim(),
      part: links.get(childOf(page, "Rel")?.attributes["r:id"] ?? "")?.target,
      isBackground: background === "1",
      backPage,
      sheet: childOf(page, "PageSheet"),
    };
  });
  return [...pages.filter((page) => !page.isBackground), ...pages.filter((page) => page.isBackground)];
}

async function readMasters(parts: OfficePackage, part: string | undefined): Promise<ReadonlyMap<string, Master>> {
  const masters = new Map<string, Master>();
  const root = await readOptional(parts, part);
  if (root === undefined || part === undefined) return masters;
  const links = await relationshipsOf(parts, part);
  for (const master of childrenOf(root, "Master")) {
    const { ID: id = "", Name: name, NameU: universal = "" } = master.attributes;
    const content = await readOptional(parts, links.get(childOf(master, "Rel")?.attributes["r:id"] ?? "")?.target);
    masters.set(id, { name: kindOf(name ?? universal), ...shapesOf(content) });
  }
  return masters;
}

/** Returns the name of a master without the number that Visio adds to a second one of the same name. */
function kindOf(name: string): string {
  return name
    .replace(/\.\d+$/, "")
    .replaceAll(/\s+/gu, " ")
    .trim();
}

function shapesOf(content: XmlElement | undefined): Pick<Master, "root" | "shapes"> {
  const shapes = new Map<string, XmlElement>();
  const add = (parent: XmlElement | undefined): void => {
    for (const shape of childrenOf(childOf(parent, "Shapes"), "Shape")) {
      shapes.set(shape.attributes["ID"] ?? "", shape);
      add(shape);
    }
  };
  add(content);
  return { root: childOf(content, "Shapes", "Shape"), shapes };
}

function stylesIn(root: XmlElement): LineStyles {
  const sheets = childrenOf(childOf(root, "StyleSheets"), "StyleSheet");
  return new Map(sheets.map((sheet) => [sheet.attributes["ID"] ?? "", sheet]));
}

/** A comment on a page or on a shape of it. */
interface DrawingComment {
  readonly author: string;
  readonly text: string;
  /** The identifier of the shape; `undefined` for a comment on the page. */
  readonly shape: string | undefined;
}

/** The comments of a drawing. */
interface DrawingComments {
  /** Returns the comments on a page. `sheet` are the properties of the page, where Visio 2010 stores comments. */
  on(page: string, sheet: XmlElement | undefined): readonly DrawingComment[];
}

/** Reads the comments part of Visio 2013 and later, and the reviewers of comments in page properties. */
function readDrawingComments(main: XmlElement, part: XmlElement | undefined): DrawingComments {
  const authors = new Map(
    childrenOf(childOf(part, "AuthorList"), "AuthorEntry").map(({ attributes }) => [
      attributes["ID"] ?? "",
      attributes["Name"] ?? "",
    ]),
  );
  const byPage = new Map<string, DrawingComment[]>();
  for (const entry of childrenOf(childOf(part, "CommentList"), "CommentEntry")) {
    const { PageID: page = "", AuthorID: author = "", ShapeID: shape } = entry.attributes;
    const comment = { author: authors.get(author) ?? "", text: textIn(entry).trim(), shape };
    byPage.set(page, [...(byPage.get(page) ?? []), comment]);
  }
  const reviewers = rowsIn(childOf(main, "DocumentSheet"), "Reviewer");
  return {
    on(page, sheet) {
      const annotations = [...rowsIn(sheet, "Annotation").values()].map((row) => ({
        author: reviewers.get(row.get("ReviewerID") ?? "")?.get("Name") ?? "",
        text: (row.get("Comment") ?? "").trim(),
        shape: undefined,
      }));
      return [...(byPage.get(page) ?? []), ...annotations].filter(({ text }) => text !== "");
    },
  };
}

function rowsIn(sheet: XmlElement | undefined, section: string): ReturnType<typeof rowsOf> {
  return sheet === undefined ? new Map() : rowsOf({ element: sheet, master: undefined }, section);
}
