/**
 * The fields of a request, with all names that models use for them. Names are compared without case, `_`, `-` and
 * spaces, so that `start_line`, `startLine` and `Start-Line` are equal. Collected from the read tools of Claude Code,
 * Codex, Cursor, Gemini CLI, VS Code, Desktop Commander and the MCP file-system server.
 */
export const namesByField = {
  path: "path filepath file filename targetfile absolutepath relativepath",
  offset: "offset start startline linestart firstline fromline line linenumber startlinenumber startlineoneindexed",
  end: "end endline lineend lastline toline endlinenumber endlineoneindexed endlineoneindexedinclusive",
  limit: "limit maxlines linecount numlines nlines numberoflines maxlinestoread length head",
  tail: "tail lastlines",
  column: "column col startcolumn startcol startcharacter",
  lines: "lines lineranges linerange range ranges viewrange",
  pages: "pages page pagerange pageranges pagenumber pagenumbers slides slide cells cell",
  select: "select selector selection member entry",
  find: "find search query pattern grep",
  regex: "regex regexp regularexpression",
  exact: "exact exactmatch matchexactly",
  context: "context contextlines surroundinglines",
  view: "view",
  boxes: "boxes lineboxes boundingboxes",
  tables: "tables tableformat tablesas",
  encoding: "encoding charset",
  password: "password passphrase",
  maxTokens: "maxtokens tokenlimit tokenbudget",
  maxBytes: "maxbytes bytelimit",
  overBudget: "overbudget onoverbudget",
} as const;

/** The fields of a request, and `end`, `tail` and `regex`, which become `limit`, `offset` and `find`. */
export type RequestField = keyof typeof namesByField;

let built: ReadonlyMap<string, RequestField> | undefined;

/** Builds the lookup table when the first alias is used. */
function fieldsByName(): ReadonlyMap<string, RequestField> {
  built ??= new Map(
    Object.entries(namesByField).flatMap(([field, names]) =>
      names.split(" ").map((name): [string, RequestField] => [name, field as RequestField]),
    ),
  );
  return built;
}

/** Returns the field that a name denotes; `undefined` for an unknown name. */
export function fieldOf(name: string): RequestField | undefined {
  return isField(name) ? name : fieldsByName().get(plainName(name));
}

/**
 * Returns the field that an unknown name most likely misspells: one edit (insertion, deletion, substitution or
 * transposition) away from a name of five or more letters. Returns `undefined` if no name is that close.
 */
export function misspelledField(name: string): RequestField | undefined {
  const plain = plainName(name);
  for (const [known, field] of fieldsByName()) {
    if (known.length >= 5 && isOneSlipAway(plain, known)) return field;
  }
  return undefined;
}

function isField(name: string): name is RequestField {
  return Object.hasOwn(namesByField, name);
}

function plainName(name: string): string {
  return name.replaceAll(/[_\-\s]/g, "").toLowerCase();
}

function isOneSlipAway(left: string, right: string): boolean {
  let start = 0;
  while (start < left.length && left[start] === right[start]) start += 1;
  const leftRest = left.slice(start);
  const rightRest = right.slice(start);
  return (
    leftRest.slice(1) === rightRest ||
    leftRest === rightRest.slice(1) ||
    leftRest.slice(1) === rightRest.slice(1) ||
    (leftRest[0] === rightRest[1] && leftRest[1] === rightRest[0] && leftRest.slice(2) === rightRest.slice(2))
  );
}
