import type { HtmlListener, ReadHtml } from "./engine.ts";
import { createHtmlTable, type HtmlTable } from "./html-table.ts";
import { createMarkdownWriter, type MarkdownWriter } from "./markdown-writer.ts";

/** Elements that show nothing of their content. */
const unseen: ReadonlySet<string> = new Set(["script", "style", "template", "iframe", "noembed", "noframes"]);

/** Elements that start on a line of their own, and those that stand apart from what is around them. */
const lines: ReadonlySet<string> = new Set(
  "address article aside caption dd details div dt fieldset figcaption figure footer form header hr li main nav section summary text tr desc".split(
    " ",
  ),
);
const blocks: ReadonlySet<string> = new Set("blockquote dl h1 h2 h3 h4 h5 h6 ol p pre table title ul".split(" "));

/** What divides words within a cell besides them. */
const cellSeparators: ReadonlySet<string> = new Set(["br", "td", "th"]);

interface State {
  readonly writer: MarkdownWriter;
  /** The outermost table; tables inside its cells become text of the cell. */
  table: HtmlTable | undefined;
  tableDepth: number;
  unseenDepth: number;
  preformattedDepth: number;
  /** The next number of each open list; 0 for lists with bullets. */
  readonly lists: number[];
  /** Where the open link leads. */
  link: string | undefined;
}

/**
 * The words of an HTML fragment as light Markdown: tables, headings, lists, links and images. Styles and scripts are
 * left out. It runs over the tags once, without a tree, so that no input makes it slow or deep.
 */
export function htmlToMarkdown(html: string, readHtml: ReadHtml): string {
  const writer = createMarkdownWriter();
  const state: State = {
    writer,
    table: undefined,
    tableDepth: 0,
    unseenDepth: 0,
    preformattedDepth: 0,
    lists: [],
    link: undefined,
  };
  readHtml(html, listenerFor(state));
  finishTable(state);
  return writer.finish();
}

function listenerFor(state: State): HtmlListener {
  return {
    open(name, attributes) {
      if (unseen.has(name)) state.unseenDepth += 1;
      if (state.unseenDepth > 0) return;
      if (!openInTable(state, name, attributes)) openFlow(state, name);
      openInline(state, name, attributes);
    },
    close(name) {
      if (unseen.has(name)) state.unseenDepth = Math.max(0, state.unseenDepth - 1);
      if (state.unseenDepth > 0) return;
      closeInline(state, name);
      if (state.table === undefined) closeFlow(state, name);
      else if (name === "table") closeTable(state);
    },
    text(characters) {
      if (state.unseenDepth === 0) write(state, characters);
    },
  };
}

function write(state: State, characters: string): void {
  if (state.table !== undefined) state.table.write(characters);
  else if (state.preformattedDepth > 0) state.writer.writeRaw(characters);
  else state.writer.write(characters);
}

/** Whether the element was taken care of by the open table. */
function openInTable(state: State, name: string, attributes: ReadonlyMap<string, string>): boolean {
  if (name === "table") return openTable(state);
  if (state.table === undefined) return false;
  const part = state.tableDepth === 1 ? name : undefined;
  if (part === "tr") state.table.openRow();
  else if (part === "td" || part === "th") state.table.openCell(spanOf(attributes));
  else if (lines.has(name) || blocks.has(name) || cellSeparators.has(name)) state.table.write(" ");
  return true;
}

function openTable(state: State): boolean {
  state.table ??= createHtmlTable();
  state.tableDepth += 1;
  return state.tableDepth > 1;
}

function spanOf(attributes: ReadonlyMap<string, string>): { readonly columns: number; readonly rows: number } {
  const count = (name: string): number => Math.max(1, Number.parseInt(attributes.get(name) ?? "1", 10) || 1);
  return { columns: count("colspan"), rows: count("rowspan") };
}

function closeTable(state: State): void {
  state.tableDepth -= 1;
  if (state.tableDepth === 0) finishTable(state);
}

function finishTable(state: State): void {
  const table = state.table?.finish() ?? "";
  state.table = undefined;
  if (table === "") return;
  state.writer.startBlock();
  state.writer.writeRaw(table);
  state.writer.startBlock();
}

function openFlow(state: State, name: string): void {
  separate(state, name, state.lists.length);
  if (name === "pre") state.preformattedDepth += 1;
  else if (name === "ul" || name === "ol") state.lists.push(name === "ol" ? 1 : 0);
  else if (name === "li") openItem(state);
  else if (/^h[1-6]$/.test(name)) state.writer.writeRaw(`${"#".repeat(Number(name[1]))} `);
}

function closeFlow(state: State, name: string): void {
  separate(state, name, state.lists.length - 1);
  if (name === "pre") state.preformattedDepth = Math.max(0, state.preformattedDepth - 1);
  else if (name === "ul" || name === "ol") state.lists.pop();
}

/** Inner lists follow their item without an empty line. */
function separate({ writer }: State, name: string, listsAround: number): void {
  const isInnerList = (name === "ul" || name === "ol") && listsAround > 0;
  if (name === "br" || lines.has(name) || isInnerList) writer.startLine();
  else if (blocks.has(name)) writer.startBlock();
}

/** Levels of lists that are indented. */
const maxListIndent = 8;

function openItem({ writer, lists: open }: State): void {
  const next = open.at(-1) ?? 0;
  if (next > 0) open[open.length - 1] = next + 1;
  const indent = "  ".repeat(Math.min(maxListIndent, Math.max(0, open.length - 1)));
  writer.writeRaw(next > 0 ? `${indent}${next}. ` : `${indent}- `);
}

function openInline(state: State, name: string, attributes: ReadonlyMap<string, string>): void {
  if (name === "code" && state.preformattedDepth === 0) write(state, "`");
  else if (name === "a") openLink(state, attributes.get("href") ?? "");
  else if (name === "img") write(state, `![${attributes.get("alt") ?? ""}](${attributes.get("src") ?? ""})`);
}

function closeInline(state: State, name: string): void {
  if (name === "code" && state.preformattedDepth === 0) write(state, "`");
  else if (name === "a") closeLink(state);
}

/** Only links that lead somewhere from here are worth their tokens. */
function openLink(state: State, href: string): void {
  closeLink(state);
  if (!/^(?:https?|mailto):/i.test(href)) return;
  state.link = href;
  write(state, "[");
}

function closeLink(state: State): void {
  if (state.link !== undefined) write(state, `](${state.link})`);
  state.link = undefined;
}
