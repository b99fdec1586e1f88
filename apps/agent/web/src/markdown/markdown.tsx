import { createContext, createElement, type CSSProperties, type ReactNode, use, useMemo } from "react";
import type { AimedCell } from "../shared/aim.ts";
import { blocksOf, type MarkdownBlock } from "./blocks.ts";

/** Renders the Markdown that the reader writes. HTML in it is shown as text. */
export function Markdown({ text }: { readonly text: string }): ReactNode {
  const blocks = useMemo(() => blocksOf(text), [text]);
  return (
    <div className="markdown">
      {blocks.map((block, index) => (
        <Block key={`${block.kind} ${String(index)}`} block={block} />
      ))}
    </div>
  );
}

function Block({ block }: { readonly block: MarkdownBlock }): ReactNode {
  switch (block.kind) {
    case "heading":
      // Levels 1 and 2 are headings of the page.
      return createElement(
        `h${Math.min(6, block.level + 2)}`,
        { className: `level-${block.level}`, dir: "auto" },
        <Inline text={block.text} />,
      );
    case "paragraph":
      return (
        <p dir="auto">
          <Inline text={block.text} />
        </p>
      );
    case "quote":
      return (
        <blockquote dir="auto">
          <Inline text={block.text} />
        </blockquote>
      );
    case "item":
      return <Item block={block} />;
    case "code":
      return <Code info={block.info} text={block.text} />;
    case "table":
      return <Table rows={block.rows} />;
    case "rule":
      return <hr />;
  }
}

function Item({ block }: { readonly block: Extract<MarkdownBlock, { kind: "item" }> }): ReactNode {
  const depth: CSSProperties & Record<"--depth", number> = { "--depth": block.depth };
  return (
    <p className="item" style={depth}>
      <span className="item-mark">{block.mark}</span>
      <span dir="auto">
        <Inline text={block.text} />
      </span>
    </p>
  );
}

/** A fenced block. Some outputs of notebooks are Markdown in a fence. */
function Code({ info, text }: { readonly info: string; readonly text: string }): ReactNode {
  if (info === "output markdown") {
    return (
      <div className="output">
        <Markdown text={text} />
      </div>
    );
  }
  const kind = /^(?:output|stdout|stderr|error)/.test(info) ? "output" : "source";
  return <pre className={`fence fence-${kind} ${info.startsWith("stderr") ? "fence-stderr" : ""}`}>{text}</pre>;
}

/** Returns an element for text in brackets, or `undefined` if it is plain text. */
type Citer = (text: string) => ReactNode | undefined;

/** Converts citations to buttons. Outside answers it converts nothing. */
export const CiterContext = createContext<Citer>(() => undefined);

/** Inline syntax by kind. If two match at the same position, the first in this list wins. */
const marks = {
  code: /`+(?<code>[^`]+)`+/,
  image: /!\[(?<image>[^\]]*)\]\([^)]*\)/,
  link: /\[(?<link>[^\]]+)\]\((?<target>[^)]*)\)/,
  strong: /\*\*(?<strong>.+?)\*\*/,
  emphasis: /(?<![\w*])\*(?<emphasis>[^*\s][^*]*)\*(?![\w*])/,
  lineEnd: /(?<lineEnd><br\s*\/?>)/,
  bracket: /\[(?<bracket>[^[\]]+)\]/,
  escaped: /\\(?<escaped>[\\`*_{}[\]()#+\-.!|<>~])/,
  inserted: /\{\+\+(?<inserted>.*?)\+\+\}/,
  deleted: /\{--(?<deleted>.*?)--\}/,
} as const;

type Mark = keyof typeof marks;

const anyMark = new RegExp(
  Object.values(marks)
    .map(({ source }) => source)
    .join("|"),
  "g",
);

/** Text with inline formatting. Links of files are not trusted, so they are shown and not clickable. */
function Inline({ text }: { readonly text: string }): ReactNode {
  const cite = use(CiterContext);
  const nodes: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(anyMark)) {
    nodes.push(text.slice(end, match.index), nodeOf(match, cite));
    end = match.index + match[0].length;
  }
  nodes.push(text.slice(end));
  return nodes.map((node, index) => <Piece key={index}>{node}</Piece>);
}

function Piece({ children }: { readonly children: ReactNode }): ReactNode {
  return children;
}

function nodeOf({ 0: whole, groups = {} }: RegExpExecArray, cite: Citer): ReactNode {
  const mark = (Object.keys(marks) as Mark[]).find((name) => groups[name] !== undefined);
  const words = mark === undefined ? whole : (groups[mark] ?? "");
  return mark === "bracket" ? (cite(words) ?? whole) : elementOf(mark, words, groups["target"]);
}

function elementOf(mark: Exclude<Mark, "bracket"> | undefined, words: string, target: string | undefined): ReactNode {
  const elements: Readonly<Record<Exclude<Mark, "bracket">, ReactNode>> = {
    code: <code>{words}</code>,
    image: <span className="image-mark">{words === "" ? "image" : words}</span>,
    link: (
      <span className="link" title={target}>
        {words}
      </span>
    ),
    strong: <strong>{words}</strong>,
    emphasis: <em>{words}</em>,
    lineEnd: <br />,
    escaped: words,
    inserted: <ins>{words}</ins>,
    deleted: <del>{words}</del>,
  };
  return mark === undefined ? words : elements[mark];
}

/** The cell to highlight in the tables of a sheet. */
export const AimedCellContext = createContext<AimedCell | undefined>(undefined);

/** A table. A first column without a name has row numbers, as in a workbook. */
function Table({ rows }: { readonly rows: readonly (readonly string[])[] }): ReactNode {
  const [header = [], ...body] = rows;
  const isNumbered = header[0] === "" && body.every(([first = ""]) => /^\d/.test(first));
  const width = Math.max(...rows.map(({ length }) => length));
  const aim = use(AimedCellContext);
  const isAim = (cells: readonly string[], column: number): boolean =>
    isNumbered && cells[0] === aim?.row && header[column] === aim?.column;
  return (
    <div className="table-frame">
      <table data-numbered={isNumbered}>
        <thead hidden={header.every((cell) => cell === "")}>
          <tr>
            {header.map((cell, column) => (
              <HeaderCell key={`${String(column)} ${cell}`} text={cell} />
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((cells, row) => (
            <tr key={`${String(row)} ${cells[0] ?? ""}`}>
              {Array.from({ length: width }, (_, column) => (
                <Cell
                  key={column}
                  text={cells[column] ?? ""}
                  isNumber={isNumbered && column === 0}
                  isAim={isAim(cells, column)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A cell without text names no column, so it is not a header. */
function HeaderCell({ text }: { readonly text: string }): ReactNode {
  if (text === "") return <td />;
  return (
    <th scope="col">
      <Inline text={text} />
    </th>
  );
}

interface CellProps {
  readonly text: string;
  /** True for a cell with the row number. */
  readonly isNumber: boolean;
  readonly isAim: boolean;
}

function Cell({ text, isNumber, isAim }: CellProps): ReactNode {
  if (isNumber) return <th scope="row">{text}</th>;
  // Numbers are aligned to the right.
  const isFigure = /^[-+−]?[\d.,\s\u202f\u00a0]+\s?[%€$£]?$/.test(text);
  return (
    <td className={isFigure ? "figure" : undefined} data-aim={isAim} dir="auto">
      <Inline text={text} />
    </td>
  );
}
