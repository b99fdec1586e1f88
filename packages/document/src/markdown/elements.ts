/** Attributes of an element. */
export type Attributes = ReadonlyMap<string, string>;

/** Elements whose content is not shown. */
export const hiddenElements: ReadonlySet<string> = new Set([
  "script",
  "style",
  "template",
  "iframe",
  "noembed",
  "noframes",
  // Brackets for programs that do not know ruby; all ruby is shown in brackets.
  "rp",
]);

const lineNames =
  "address article aside caption dd details div dt fieldset figcaption figure footer form header hr li main nav section summary text tr desc";

/** Elements that start a new line. */
export const lines: ReadonlySet<string> = new Set(lineNames.split(" "));

/** Elements separated from their surroundings by empty lines. */
export const blocks: ReadonlySet<string> = new Set(
  "blockquote dl h1 h2 h3 h4 h5 h6 ol p pre table title ul".split(" "),
);

/** The headings. */
export const headings: ReadonlySet<string> = new Set(["h1", "h2", "h3", "h4", "h5", "h6"]);

/** The Markdown marks of elements that emphasize text or strike it through. */
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

const mathNames =
  "math maction maligngroup malignmark menclose merror mfenced mfrac mglyph mi mlabeledtr mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics annotation annotation-xml";

/** The elements of MathML, which may be closed in their own tag in HTML too. */
export const mathElements: ReadonlySet<string> = new Set(mathNames.split(" "));
