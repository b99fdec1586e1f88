/** What a shape may have besides its text. */
export interface ShapeFacts {
  /** The attributes of its placeholder, such as `type="title"`; none for a text box. */
  readonly placeholder?: string;
  /** More attributes of its name, such as `hidden="1"`. */
  readonly name?: string;
  /** From the top of the slide, how high it is, from its left edge, and how wide it is. */
  readonly place?: readonly [top: number, height: number, left?: number, width?: number];
}

/** A shape with these paragraphs; what starts with `<` is one as it is. */
export function shape(paragraphs: readonly string[], { placeholder, name = "", place }: ShapeFacts = {}): string {
  const role = placeholder === undefined ? "" : `<p:ph ${placeholder}/>`;
  const where =
    place === undefined
      ? ""
      : `<a:xfrm><a:off x="${place[2] ?? 0}" y="${place[0]}"/><a:ext cx="${place[3] ?? 100}" cy="${place[1]}"/></a:xfrm>`;
  return `<p:sp><p:nvSpPr><p:cNvPr id="1" name="Shape" ${name}/><p:cNvSpPr/><p:nvPr>${role}</p:nvPr></p:nvSpPr><p:spPr>${where}</p:spPr>${body("p:txBody", paragraphs)}</p:sp>`;
}

/** The title of a slide. */
export function title(words: string): string {
  return shape([words], { placeholder: 'type="title"' });
}

/** A body of text, as an element of this name. */
export function body(name: string, paragraphs: readonly string[]): string {
  return `<${name}><a:bodyPr/><a:lstStyle/>${paragraphs.map((each) => (each.startsWith("<") ? each : paragraph(each))).join("")}</${name}>`;
}

/** A paragraph with these properties, such as `<a:pPr lvl="1"/>`. */
export function paragraph(words: string, properties = ""): string {
  return `<a:p>${properties}<a:r><a:rPr lang="en-GB"/><a:t>${words}</a:t></a:r></a:p>`;
}

/** A frame around a graphic. */
export function frame(graphic: string): string {
  return `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="Frame"/></p:nvGraphicFramePr><a:graphic><a:graphicData>${graphic}</a:graphicData></a:graphic></p:graphicFrame>`;
}

/** A table of rows of cells; a cell is its text, or an element as it is. */
export function table(rows: readonly (readonly string[])[]): string {
  const cellOf = (cell: string): string => (cell.startsWith("<") ? cell : `<a:tc>${body("a:txBody", [cell])}</a:tc>`);
  return frame(`<a:tbl>${rows.map((row) => `<a:tr>${row.map(cellOf).join("")}</a:tr>`).join("")}</a:tbl>`);
}

/** An image whose bytes the relationship leads to. */
export function image(id: string, description = ""): string {
  return `<p:pic><p:nvPicPr><p:cNvPr id="4" name="Picture" descr="${description}"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="${id}"/></p:blipFill><p:spPr/></p:pic>`;
}
