import { zipOf, type Parts } from "../support/zip-of.ts";

const namespaces = [
  `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"`,
  `xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`,
  `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`,
  `xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"`,
  `xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"`,
  `xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"`,
  `xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main"`,
  `xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main"`,
].join(" ");

const types = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** Relationships as they are written: the identifier, the last segment of the type, the target, the mode. */
export type Links = readonly (readonly [id: string, type: string, target: string, mode?: "External"])[];

/** One slide of a deck that is built. */
export interface SlideXml {
  /** The shapes, in DrawingML. */
  readonly shapes: string;
  /** More of the slide's own attributes, such as `show="0"`. */
  readonly attributes?: string;
  /** The shapes of its notes. */
  readonly notes?: string;
  readonly links?: Links;
}

/** A deck that is built. */
export interface DeckXml {
  readonly slides: readonly SlideXml[];
  /** What stands in the main part after the list of slides. */
  readonly presentation?: string;
  /** More relationships of the main part. */
  readonly links?: Links;
  /** The shapes of the layout that all slides have. */
  readonly layout?: string;
  /** The styles of the master, `p:txStyles`. */
  readonly styles?: string;
  /** More parts, and those that replace one. */
  readonly parts?: Parts;
}

/** A part of a presentation: an element with the namespaces that it may need. */
export function part(name: string, content: string, attributes = ""): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<${name} ${namespaces} ${attributes}>${content}</${name}>`;
}

/** A part of relationships. */
export function links(list: Links): string {
  const each = list.map(
    ([id, type, target, mode]) =>
      `<Relationship Id="${id}" Type="${type.includes("/") ? type : `${types}/${type}`}" Target="${target}"${mode === undefined ? "" : ` TargetMode="${mode}"`}/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join("")}</Relationships>`;
}

/** What a slide, a layout, a master and notes have in common. */
export function tree(shapes: string): string {
  return `<p:cSld><p:spTree><p:nvGrpSpPr/><p:grpSpPr/>${shapes}</p:spTree></p:cSld>`;
}

/** The bytes of a deck. Slides are numbered against their order, so that none is found by its name. */
export function makePptx(deck: DeckXml): Uint8Array {
  return zipOf(deckParts(deck));
}

/** The parts of a deck. */
export function deckParts({ slides, presentation = "", ...deck }: DeckXml): Parts {
  const count = slides.length;
  const nameOf = (at: number): string => `slide${count - at}.xml`;
  const ids = slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="slide${at}"/>`).join("");
  const main: Links = slides.map((_, at) => [`slide${at}`, "slide", `slides/${nameOf(at)}`] as const);
  return {
    "[Content_Types].xml": contentTypes,
    "_rels/.rels": links([["rId1", "officeDocument", "ppt/presentation.xml"]]),
    "ppt/presentation.xml": part("p:presentation", `<p:sldIdLst>${ids}</p:sldIdLst>${presentation}`),
    "ppt/_rels/presentation.xml.rels": links([...main, ...(deck.links ?? [])]),
    "ppt/slideLayouts/slideLayout1.xml": part("p:sldLayout", tree(deck.layout ?? "")),
    "ppt/slideLayouts/_rels/slideLayout1.xml.rels": links([
      ["rId1", "slideMaster", "../slideMasters/slideMaster1.xml"],
    ]),
    "ppt/slideMasters/slideMaster1.xml": part("p:sldMaster", tree("") + (deck.styles ?? "")),
    ...Object.fromEntries(slides.flatMap((slide, at) => Object.entries(slideParts(slide, nameOf(at))))),
    ...deck.parts,
  };
}

const contentTypes = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/ppt/presentation.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>`;

function slideParts({ shapes, attributes, notes, links: own = [] }: SlideXml, name: string): Parts {
  const all: Links = [
    ["layout", "slideLayout", "../slideLayouts/slideLayout1.xml"],
    ...(notes === undefined ? [] : [["notes", "notesSlide", `../notesSlides/${name}`] as const]),
    ...own,
  ];
  return {
    [`ppt/slides/${name}`]: part("p:sld", tree(shapes), attributes),
    [`ppt/slides/_rels/${name}.rels`]: links(all),
    ...(notes === undefined ? {} : { [`ppt/notesSlides/${name}`]: part("p:notes", tree(notes)) }),
  };
}
