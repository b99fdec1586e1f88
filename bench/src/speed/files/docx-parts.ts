const namespaces = [
  `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`,
  `xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`,
  `xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"`,
  `xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" mc:Ignorable="w14"`,
].join(" ");

const declaration = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n`;

const officeTypes = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

const wordTypes = "application/vnd.openxmlformats-officedocument.wordprocessingml";

/** What the parts of the file are. */
export const contentTypes = [
  `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">`,
  `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`,
  `<Default Extension="xml" ContentType="application/xml"/>`,
  `<Override PartName="/word/document.xml" ContentType="${wordTypes}.document.main+xml"/>`,
  ...["styles", "numbering", "footnotes"].map(
    (name) => `<Override PartName="/word/${name}.xml" ContentType="${wordTypes}.${name}+xml"/>`,
  ),
  `</Types>`,
].join("");

/** What a part refers to: types and targets, and what else is given as XML. */
export function relationships(targets: readonly (readonly [string, string])[], more = ""): string {
  const each = targets.map(
    ([type, to], at) => `<Relationship Id="rId${at}" Type="${officeTypes}/${type}" Target="${to}"/>`,
  );
  const namespace = "http://schemas.openxmlformats.org/package/2006/relationships";
  return `${declaration}<Relationships xmlns="${namespace}">${each.join("")}${more}</Relationships>`;
}

/** What the main part refers to: its styles, its lists, its notes, and fifty links. */
export function documentRelationships(): string {
  const parts = ["styles", "numbering", "footnotes"].map((name) => [name, `${name}.xml`] as const);
  const linkTo = (_: unknown, at: number): string =>
    `<Relationship Id="rLink${at}" Type="${officeTypes}/hyperlink" Target="https://example.org/${at}?a=b" TargetMode="External"/>`;
  return relationships(parts, Array.from({ length: 50 }, linkTo).join(""));
}

/** A part of the file by the name of its root. */
export function part(name: string, content: string): string {
  return `${declaration}<w:${name} ${namespaces}>${content}</w:${name}>`;
}

/** The styles that the document uses. */
export function styles(): string {
  const style = (type: string, id: string, name: string): string =>
    `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${name}"/><w:qFormat/></w:style>`;
  return [
    style("paragraph", "Normal", "Normal"),
    ...[1, 2, 3].map((level) => style("paragraph", `Heading${level}`, `heading ${level}`)),
    style("paragraph", "ListParagraph", "List Paragraph"),
    style("paragraph", "FootnoteText", "footnote text"),
    style("character", "Emphasis", "Emphasis"),
    style("character", "Hyperlink", "Hyperlink"),
    style("character", "FootnoteReference", "footnote reference"),
    style("table", "TableGrid", "Table Grid"),
  ].join("");
}

/** A list with bullets and one with numbers, of three levels each. */
export function numbering(): string {
  const levels = (format: string): string =>
    [0, 1, 2]
      .map((level) => `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/></w:lvl>`)
      .join("");
  const list = (id: number, format: string): string =>
    `<w:abstractNum w:abstractNumId="${id}">${levels(format)}</w:abstractNum>`;
  const use = (id: number): string => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`;
  return `${list(1, "bullet")}${list(2, "decimal")}${use(1)}${use(2)}`;
}
