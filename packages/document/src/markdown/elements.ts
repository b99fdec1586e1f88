/** Attributes of an element. */
export type Attributes = ReadonlyMap<string, string>;

/** Elements that show nothing of their content. */
export const unseen: ReadonlySet<string> = new Set(["script", "style", "template", "iframe", "noembed", "noframes"]);

const lineNames =
  "address article aside caption dd details div dt fieldset figcaption figure footer form header hr li main nav section summary text tr desc";

/** Elements that start on a line of their own. */
export const lines: ReadonlySet<string> = new Set(lineNames.split(" "));

/** Elements that stand apart from what is around them. */
export const blocks: ReadonlySet<string> = new Set(
  "blockquote dl h1 h2 h3 h4 h5 h6 ol p pre table title ul".split(" "),
);

/** The headings. */
export const headings: ReadonlySet<string> = new Set(["h1", "h2", "h3", "h4", "h5", "h6"]);

/** What surrounds the text of elements that stress it or strike it through. */
export const marks: ReadonlyMap<string, string> = new Map([
  ["strong", "**"],
  ["b", "**"],
  ["em", "*"],
  ["i", "*"],
  ["del", "~~"],
  ["s", "~~"],
  ["strike", "~~"],
  ["code", "`"],
  ["kbd", "`"],
  ["samp", "`"],
  ["tt", "`"],
]);
