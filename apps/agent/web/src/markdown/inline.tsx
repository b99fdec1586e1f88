import { createContext, use, type ReactNode } from "react";

/** Makes an element of a piece of text in brackets, or says that it is nothing special. */
export type Citer = (text: string) => ReactNode | undefined;

/** What turns citations into buttons; nothing does outside of an answer. */
export const CiterContext = createContext<Citer>(() => undefined);

/** The marks within words, by what they make. Which of two that start at one place counts is their order here. */
const marks = {
  code: /`+(?<code>[^`]+)`+/,
  picture: /!\[(?<picture>[^\]]*)\]\([^)]*\)/,
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

/** Words with their marks. A link is shown and never followed: it is a file's, and leads anywhere. */
export function Inline({ text }: { readonly text: string }): ReactNode {
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
    picture: <span className="picture-mark">{words === "" ? "picture" : words}</span>,
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
