import { common, createLowlight } from "lowlight";

const { styleText } = process.getBuiltinModule("node:util");

type Style = Parameters<typeof styleText>[0];

/** The styles of the classes of highlight.js. Other classes are not styled. */
const styles: Readonly<Record<string, Style>> = {
  keyword: "magenta",
  literal: "yellow",
  number: "yellow",
  string: "green",
  regexp: "green",
  char: "green",
  subst: "reset",
  comment: "gray",
  quote: "gray",
  doctag: "gray",
  meta: "gray",
  title: "blue",
  section: "bold",
  name: "blue",
  "selector-tag": "blue",
  type: "cyan",
  built_in: "cyan",
  attr: "cyan",
  attribute: "cyan",
  property: "cyan",
  symbol: "cyan",
  link: "cyan",
  bullet: "yellow",
  code: "green",
  strong: "bold",
  emphasis: "italic",
  addition: "green",
  deletion: "red",
};

/** Maximum number of UTF-16 units to highlight at once. Longer text stays plain, because it would take seconds. */
const maxUnits = 400_000;

/** Returns a function that colours source code for a terminal, or `undefined` if the name of the file tells no language. */
export function painterFor(path: string): ((text: string) => string) | undefined {
  const lowlight = createLowlight(common);
  const name = path.split(/[/\\]/).at(-1)?.toLowerCase() ?? "";
  const language = [name, name.split(".").at(-1) ?? ""].find((each) => each !== "" && lowlight.registered(each));
  if (language === undefined) return undefined;
  return (text) => (text.length > maxUnits ? text : painted(lowlight.highlight(language, text), undefined));
}

type Root = ReturnType<ReturnType<typeof createLowlight>["highlight"]>;
type Node = Root | Root["children"][number];

/** Styles never span a line ending, because a line number may follow it. */
function painted(node: Node, style: Style | undefined): string {
  if (node.type === "text") return style === undefined ? node.value : styledLines(style, node.value);
  if (node.type !== "root" && node.type !== "element") return "";
  const own = node.type === "element" ? styleOf(node.properties["className"]) : undefined;
  return node.children.map((child) => painted(child, own ?? style)).join("");
}

function styledLines(style: Style, text: string): string {
  return text
    .split("\n")
    .map((line) => (line.trim() === "" ? line : styleText(style, line, { validateStream: false })))
    .join("\n");
}

function styleOf(classes: unknown): Style | undefined {
  const first: unknown = Array.isArray(classes) ? classes[0] : undefined;
  return styles[String(first).replace(/^hljs-/, "")];
}
