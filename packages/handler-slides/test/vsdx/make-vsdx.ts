import { zipOf, type Parts } from "../support/zip-of.ts";

const visio = "http://schemas.microsoft.com/office/visio/2012/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const microsoft = "http://schemas.microsoft.com/visio/2010/relationships";

/** A page of a drawing. */
export interface PageXml {
  readonly name: string;
  /** The shapes. */
  readonly shapes: string;
  readonly connects?: string;
  /** Attributes of the page in the list of pages. */
  readonly attributes?: string;
  /** What is in its `PageSheet`. */
  readonly sheet?: string;
  /** Relationships: identifier, kind, target. */
  readonly links?: readonly (readonly [id: string, kind: string, target: string])[];
}

/** A drawing. */
export interface DrawingXml {
  readonly pages: readonly PageXml[];
  /** Masters: a name, and the shape. */
  readonly masters?: readonly (readonly [name: string, shape: string])[];
  /** What is in the main part, such as style sheets. */
  readonly document?: string;
  /** What is in the part with comments. */
  readonly comments?: string;
  readonly parts?: Parts;
}

/** A part whose root has the namespaces of Visio. */
export function visioPart(name: string, content: string): string {
  return `<?xml version='1.0' encoding='utf-8' ?>\n<${name} xmlns='${visio}' xmlns:r='${office}' xml:space='preserve'>${content}</${name}>`;
}

function links(targets: readonly (readonly [id: string, kind: string, target: string])[]): string {
  const all = targets.map(([id, kind, target]) => {
    const base = kind === "image" || kind === "vbaProject" ? office : microsoft;
    return `<Relationship Id="${id}" Type="${base}/${kind}" Target="${target}"/>`;
  });
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join("")}</Relationships>`;
}

const contentTypes = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/visio/document.xml" ContentType="application/vnd.ms-visio.drawing.main+xml"/></Types>`;

/** The parts of a drawing, named as Visio names them. */
export function drawingParts({ pages, masters = [], document = "", comments, parts }: DrawingXml): Parts {
  const pageList = pages.map(
    ({ name, attributes = "", sheet = "" }, at) =>
      `<Page ID='${at}' NameU='${name}' Name='${name}' ${attributes}><PageSheet>${sheet}</PageSheet><Rel r:id='rId${at + 1}'/></Page>`,
  );
  const masterList = masters.map(
    ([name], at) => `<Master ID='${at + 2}' NameU='${name}' Name='${name}'><Rel r:id='rId${at + 1}'/></Master>`,
  );
  const own = pages.flatMap(({ shapes, connects, links: targets = [] }, at): readonly (readonly [string, string])[] => [
    [
      `visio/pages/page${at + 1}.xml`,
      visioPart(
        "PageContents",
        `<Shapes>${shapes}</Shapes>${connects === undefined ? "" : `<Connects>${connects}</Connects>`}`,
      ),
    ],
    [`visio/pages/_rels/page${at + 1}.xml.rels`, links(targets)],
  ]);
  return {
    "[Content_Types].xml": contentTypes,
    "_rels/.rels": links([["rId1", "document", "visio/document.xml"]]),
    "visio/document.xml": visioPart("VisioDocument", document),
    "visio/_rels/document.xml.rels": links([
      ["rId1", "masters", "masters/masters.xml"],
      ["rId2", "pages", "pages/pages.xml"],
      ...(comments === undefined ? [] : ([["rId3", "comments", "comments.xml"]] as const)),
    ]),
    "visio/pages/pages.xml": visioPart("Pages", pageList.join("")),
    "visio/pages/_rels/pages.xml.rels": links(pages.map((_, at) => [`rId${at + 1}`, "page", `page${at + 1}.xml`])),
    "visio/masters/masters.xml": visioPart("Masters", masterList.join("")),
    "visio/masters/_rels/masters.xml.rels": links(
      masters.map((_, at) => [`rId${at + 1}`, "master", `master${at + 1}.xml`]),
    ),
    ...Object.fromEntries(
      masters.map(([, shape], at) => [
        `visio/masters/master${at + 1}.xml`,
        visioPart("MasterContents", `<Shapes>${shape}</Shapes>`),
      ]),
    ),
    ...Object.fromEntries(own),
    ...(comments === undefined ? {} : { "visio/comments.xml": visioPart("Comments", comments) }),
    ...parts,
  };
}

/** The bytes of a drawing. */
export function makeVsdx(drawing: DrawingXml): Uint8Array {
  return zipOf(drawingParts(drawing));
}

/** The place and the content of a shape. */
export interface ShapeXml {
  readonly id: number;
  /** The centre, in inches from the bottom left corner. */
  readonly at?: readonly [x: number, y: number];
  readonly size?: readonly [width: number, height: number];
  readonly text?: string;
  /** The number of its master. */
  readonly master?: number;
  /** Further attributes. */
  readonly attributes?: string;
  /** Further cells, sections and shapes. */
  readonly more?: string;
}

/** A shape as Visio writes it. */
export function shape({
  id,
  at = [1, 1],
  size = [1, 0.75],
  text,
  master,
  attributes = "",
  more = "",
}: ShapeXml): string {
  const [x, y] = at;
  const [width, height] = size;
  const cells = Object.entries({ PinX: x, PinY: y, Width: width, Height: height }).map(([name, value]) =>
    cell(name, value),
  );
  const inner = text === undefined ? "" : `<Text>${text}</Text>`;
  const of = master === undefined ? "" : ` Master='${master}'`;
  return `<Shape ID='${id}' Type='Shape'${of} ${attributes}>${cells.join("")}${more}${inner}</Shape>`;
}

/** A cell. */
export function cell(name: string, value: string | number): string {
  return `<Cell N='${name}' V='${value}'/>`;
}

/** A section with rows of cells. */
export function section(name: string, ...rows: readonly (readonly [row: string, cells: string])[]): string {
  return `<Section N='${name}'>${rows.map(([row, cells]) => `<Row ${row}>${cells}</Row>`).join("")}</Section>`;
}

/** A line from one place to another, which is glued by `glue`. */
export function line(id: number, text?: string, more = ""): string {
  const ends = `${cell("BeginX", 1)}${cell("BeginY", 1)}${cell("EndX", 2)}${cell("EndY", 1)}`;
  return shape({ id, master: 2, more: ends + more, ...(text === undefined ? {} : { text }) });
}

/** Glues a line to the shapes at its beginning and at its end. */
export function glue(id: number, from: number, to: number): string {
  return (
    `<Connect FromSheet='${id}' FromCell='BeginX' FromPart='9' ToSheet='${from}' ToCell='PinX' ToPart='3'/>` +
    `<Connect FromSheet='${id}' FromCell='EndX' FromPart='12' ToSheet='${to}' ToCell='PinX' ToPart='3'/>`
  );
}
