import { createElement, useMemo, type CSSProperties, type ReactNode } from "react";
import { blocksOf, type MarkdownBlock } from "./blocks.ts";
import { Inline } from "./inline.tsx";
import { Table } from "./table.tsx";

/** Shows the Markdown that the reader writes. Words stay words: nothing in it becomes an element of the page. */
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
      // The page has headings of its own above them.
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

/** Outputs of notebooks are Markdown within a fence. */
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
