import { zipOfTexts } from "./docx-zip.ts";

const namespaces = [
  `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"`,
  `xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`,
  `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`,
  `xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"`,
].join(" ");

const declaration = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n`;
const officeTypes = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A deck of so many slides, each with a title, a body, a text box and notes; some with a table or a chart. */
export function makePptx(slides: number): Uint8Array {
  const numbers = Array.from({ length: slides }, (_, at) => at + 1);
  const ids = numbers.map((number) => `<p:sldId id="${255 + number}" r:id="rId${number}"/>`).join("");
  return zipOfTexts({
    "[Content_Types].xml": contentTypes,
    "_rels/.rels": links([["officeDocument", "ppt/presentation.xml"]]),
    "ppt/presentation.xml": part("p:presentation", `<p:sldIdLst>${ids}</p:sldIdLst>`),
    "ppt/_rels/presentation.xml.rels": links(numbers.map((number) => ["slide", `slides/slide${number}.xml`])),
    "ppt/slideLayouts/slideLayout1.xml": part("p:sldLayout", tree(layoutShapes)),
    "ppt/slideLayouts/_rels/slideLayout1.xml.rels": links([["slideMaster", "../slideMasters/slideMaster1.xml"]]),
    "ppt/slideMasters/slideMaster1.xml": part("p:sldMaster", `${tree(layoutShapes)}${masterStyles}`),
    "ppt/slideMasters/_rels/slideMaster1.xml.rels": links([["slideLayout", "../slideLayouts/slideLayout1.xml"]]),
    "ppt/charts/chart1.xml": part("c:chartSpace", chart),
    ...Object.fromEntries(numbers.flatMap((number) => Object.entries(slideParts(number)))),
  });
}

function slideParts(number: number): Readonly<Record<string, string>> {
  const graphic = number % 10 === 0 ? chartFrame : tableFrame(number);
  const bullets = Array.from({ length: 6 }, (_, at) => paragraph(words(number * 7 + at, 14), at % 3 === 2 ? 1 : 0));
  const shapes = [
    shape('<p:ph type="title"/>', [paragraph(`Slide ${number}: ${words(number, 5)}`)]),
    shape('<p:ph idx="1"/>', bullets),
    shape("", [paragraph(words(number * 3, 9))]),
    number % 5 === 0 ? graphic : "",
    shape('<p:ph type="sldNum" idx="12"/>', [`<a:p><a:fld type="slidenum"><a:t>${number}</a:t></a:fld></a:p>`]),
  ];
  const notes = Array.from({ length: 3 }, (_, at) => paragraph(words(number * 11 + at, 30)));
  return {
    [`ppt/slides/slide${number}.xml`]: part("p:sld", tree(shapes.join(""))),
    [`ppt/slides/_rels/slide${number}.xml.rels`]: links([
      ["slideLayout", "../slideLayouts/slideLayout1.xml"],
      ["notesSlide", `../notesSlides/notesSlide${number}.xml`],
      ["chart", "../charts/chart1.xml"],
    ]),
    [`ppt/notesSlides/notesSlide${number}.xml`]: part("p:notes", tree(shape('<p:ph type="body" idx="1"/>', notes))),
    [`ppt/notesSlides/_rels/notesSlide${number}.xml.rels`]: links([["slide", `../slides/slide${number}.xml`]]),
  };
}

const vocabulary =
  "the plan of every quarter shows growth in markets where customers ask for support and teams deliver results on time".split(
    " ",
  );

/** Words that look like chance and are the same everywhere. */
function words(seed: number, count: number): string {
  const at = (index: number): number => (Math.imul(seed * 31 + index + 1, 2_654_435_761) >>> 8) % vocabulary.length;
  return Array.from({ length: count }, (_, index) => vocabulary[at(index)]).join(" ");
}

function shape(placeholder: string, paragraphs: readonly string[]): string {
  const place = `<a:xfrm><a:off x="838200" y="365125"/><a:ext cx="10515600" cy="1325563"/></a:xfrm>`;
  return `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Shape 1"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr>${place}</p:spPr><p:txBody><a:bodyPr><a:normAutofit/></a:bodyPr><a:lstStyle/>${paragraphs.join("")}</p:txBody></p:sp>`;
}

/** PowerPoint splits a line into runs wherever it was edited. */
function paragraph(line: string, level = 0): string {
  const half = line.lastIndexOf(" ", line.length / 2) + 1;
  const run = (text: string): string =>
    `<a:r><a:rPr lang="en-US" sz="2000" dirty="0"><a:solidFill><a:schemeClr val="tx1"/></a:solidFill></a:rPr><a:t>${text}</a:t></a:r>`;
  return `<a:p><a:pPr lvl="${level}"/>${run(line.slice(0, half))}${run(line.slice(half))}<a:endParaRPr lang="en-US" dirty="0"/></a:p>`;
}

function frame(graphic: string): string {
  return `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="5" name="Frame 1"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="1" cy="1"/></p:xfrm><a:graphic>${graphic}</a:graphic></p:graphicFrame>`;
}

const chartFrame = frame(
  `<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart r:id="rId3"/></a:graphicData>`,
);

function tableFrame(seed: number): string {
  const cell = (at: number): string =>
    `<a:tc><a:txBody><a:bodyPr/><a:lstStyle/>${paragraph(words(seed + at, 3))}</a:txBody><a:tcPr/></a:tc>`;
  const row = (at: number): string =>
    `<a:tr h="370840">${[0, 1, 2, 3].map((column) => cell(at * 4 + column)).join("")}</a:tr>`;
  const rows = [0, 1, 2, 3, 4].map(row).join("");
  return frame(
    `<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblGrid/>${rows}</a:tbl></a:graphicData>`,
  );
}

function points(values: readonly (string | number)[]): string {
  return values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join("");
}

const chart = `<c:chart><c:plotArea><c:barChart>${["North", "South", "West"]
  .map(
    (name, at) =>
      `<c:ser><c:tx><c:strRef><c:strCache>${points([name])}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${points(["Q1", "Q2", "Q3", "Q4"])}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache>${points([at, at + 1, at * 2, 7])}</c:numCache></c:numRef></c:val></c:ser>`,
  )
  .join("")}</c:barChart></c:plotArea></c:chart>`;

function tree(shapes: string): string {
  return `<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree></p:cSld>`;
}

function part(name: string, content: string): string {
  return `${declaration}<${name} ${namespaces}>${content}</${name}>`;
}

function links(list: readonly (readonly [type: string, target: string])[]): string {
  const each = list.map(
    ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${officeTypes}/${type}" Target="${target}"/>`,
  );
  return `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join("")}</Relationships>`;
}

const layoutShapes = shape('<p:ph type="title"/>', []) + shape('<p:ph idx="1"/>', []);

const masterStyles = `<p:txStyles><p:bodyStyle>${[1, 2, 3]
  .map((level) => `<a:lvl${level}pPr marL="228600" indent="-228600"><a:buChar char="•"/></a:lvl${level}pPr>`)
  .join("")}</p:bodyStyle></p:txStyles>`;

const contentTypes = `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/ppt/presentation.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>`;
