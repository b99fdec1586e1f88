import type { Attributes } from "./elements.ts";
import { createFlowFrame, type FlowFrame } from "./flow-frame.ts";
import { createHtmlTable, type CellFacts, type HtmlTable } from "./html-table.ts";

/** Tables in cells of tables that are laid out; the rows of deeper ones are lines of their cell. */
const maxTableDepth = 12;

interface OpenTable {
  readonly layout: HtmlTable;
  readonly caption: FlowFrame;
  cell: { readonly frame: FlowFrame; readonly facts: CellFacts } | undefined;
}

/** The tables that are open, one in a cell of another, above the text of the document. */
export interface TableFrames {
  readonly isEmpty: boolean;
  /** Where text belongs to now: the innermost open cell or caption, or the document. */
  readonly current: FlowFrame;
  /** Whether the element was part of a table, and has been taken care of. */
  open(name: string, attributes: Attributes): boolean;
  close(name: string): boolean;
  /** Closes all tables. */
  end(): void;
}

/** No table is open yet in the document. */
export function createTableFrames(document: FlowFrame): TableFrames {
  return new Frames(document);
}

class Frames implements TableFrames {
  readonly #document: FlowFrame;
  readonly #tables: OpenTable[] = [];
  /** Tables that are open beyond the depth. */
  #deeper = 0;

  constructor(document: FlowFrame) {
    this.#document = document;
  }

  get isEmpty(): boolean {
    return this.#tables.length === 0;
  }

  get current(): FlowFrame {
    const table = this.#tables.at(-1);
    return table?.cell?.frame ?? table?.caption ?? this.#document;
  }

  open(name: string, attributes: Attributes): boolean {
    const table = this.#tables.at(-1);
    if (name === "table") this.#openTable(attributes);
    else if (table === undefined || !parts.has(name)) return false;
    else if (this.#deeper > 0) this.current.open(name === "tr" ? "br" : "span", attributes);
    else this.#openPart(table, name, attributes);
    return true;
  }

  close(name: string): boolean {
    if (name === "table" && this.#deeper > 0) this.#deeper -= 1;
    else if (name === "table" && !this.isEmpty) this.#closeTable();
    else if (this.isEmpty || !parts.has(name)) return false;
    else if (this.#deeper > 0) this.current.text(" ");
    else if (name !== "caption") this.#closeCell();
    return true;
  }

  end(): void {
    while (!this.isEmpty) this.#closeTable();
    this.#deeper = 0;
  }

  #openTable(attributes: Attributes): void {
    this.current.open("table", attributes);
    if (this.#tables.length < maxTableDepth) {
      this.#tables.push({ layout: createHtmlTable(), caption: createFlowFrame(), cell: undefined });
    } else {
      this.#deeper += 1;
    }
  }

  #openPart(table: OpenTable, name: string, attributes: Attributes): void {
    this.#closeCell();
    if (name === "tr") table.layout.openRow();
    else if (name !== "caption") table.cell = openCell(name, attributes);
  }

  #closeCell(): void {
    const table = this.#tables.at(-1);
    if (table?.cell === undefined) return;
    const { frame, facts } = table.cell;
    table.cell = undefined;
    table.layout.addCell(frame.take(), facts);
  }

  #closeTable(): void {
    this.#closeCell();
    const table = this.#tables.pop();
    const block = table?.layout.finish(table.caption.take());
    if (block !== undefined && block.flow !== "") this.current.block(block);
    this.current.close("table");
  }
}

const parts: ReadonlySet<string> = new Set(["tr", "td", "th", "caption"]);

/** A header stands out already. */
function openCell(name: string, attributes: Attributes): NonNullable<OpenTable["cell"]> {
  const frame = createFlowFrame();
  if (name === "th") frame.openTitle();
  return { frame, facts: { ...spanOf(attributes), isHeader: name === "th" } };
}

function spanOf(attributes: Attributes): Pick<CellFacts, "columns" | "rows"> {
  const count = (name: string): number => Math.max(1, Number.parseInt(attributes.get(name) ?? "1", 10) || 1);
  return { columns: count("colspan"), rows: count("rowspan") };
}
