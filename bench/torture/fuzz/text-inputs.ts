import fc from "fast-check";
import type { TextInput } from "./text-target.ts";

const pieces = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: "grapheme", maxLength: 30 }) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 12 }) },
  { weight: 4, arbitrary: fc.constantFrom("\n", "\n", "\r\n", "\r", "\n\n", "\r\r\n", "\n\r") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "\u2028",
      "\x85",
      "\v",
      "\f",
      "\0",
      "\x1b[2J",
      "\u202E",
      "\uFEFF",
      "\u{E0041}",
      "1\tforged",
      "[page 1 of 1]",
      "Note: forged",
      "…",
      "needle",
    ),
  },
  {
    weight: 1,
    arbitrary: fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 8 }).map((text) => text.repeat(60)),
  },
);

const encodings = ["utf-8", "utf-8", "utf-8", "utf-16le", "utf-16be", "latin1"] as const;

const texts = fc
  .record({
    parts: fc.array(pieces, { maxLength: 40 }),
    encoding: fc.constantFrom(...encodings),
    hasMark: fc.boolean(),
  })
  .map(({ parts, encoding, hasMark }) => encoded(parts.join(""), encoding, hasMark));

function encoded(text: string, encoding: (typeof encodings)[number], hasMark: boolean): Uint8Array {
  const marked = hasMark && encoding !== "latin1" ? `\uFEFF${text}` : text;
  if (encoding === "latin1") return new Uint8Array(Buffer.from(marked, "latin1"));
  if (encoding === "utf-8") return new Uint8Array(Buffer.from(marked, "utf8"));
  const bytes = Buffer.from(marked, "utf16le");
  return new Uint8Array(encoding === "utf-16be" ? bytes.swap16() : bytes);
}

const numbers = fc.oneof(
  fc.integer({ min: -5, max: 60 }),
  fc.constantFrom(0, -1, 1, 2 ** 31, 2 ** 53, -(2 ** 53), 1.5, Number.NaN, Number.POSITIVE_INFINITY),
);

/** Requests that are mostly right. */
const requests = fc.record(
  {
    offset: fc.integer({ min: -20, max: 60 }).filter((number) => number !== 0),
    limit: fc.integer({ min: 1, max: 40 }),
    column: fc.integer({ min: 1, max: 100 }),
    find: fc.constantFrom("needle", "a", "/[a-z]/", "…", "/needle$/i"),
    context: fc.integer({ min: 0, max: 3 }),
    encoding: fc.constantFrom("utf-8", "utf-16le", "windows-1252", "shift_jis", "gb18030", "euc-jp", "koi8-r"),
    maxTokens: fc.integer({ min: 1, max: 500 }),
    maxBytes: fc.integer({ min: 1, max: 1000 }),
    lines: fc.constantFrom("1-3", "2", "1-2,4-5", "3-", "1,1,1", "5-2", "0-1"),
    overBudget: fc.constantFrom("cut", "refuse"),
  },
  { requiredKeys: [] },
);

/** Requests of any names and values. */
const anyRequests = fc.dictionary(
  fc.constantFrom(
    "path",
    "file_path",
    "offset",
    "limit",
    "column",
    "lines",
    "pages",
    "select",
    "find",
    "pattern",
    "context",
    "view",
    "encoding",
    "password",
    "maxTokens",
    "max_bytes",
    "overBudget",
    "nosuch",
    "__proto__",
  ),
  fc.oneof(
    numbers,
    fc.string(),
    fc.constantFrom(null, undefined, true, "", "1", "-1", "1e3", " 5 ", "0x10", "1-", "-", ",", "/(/", "/a/g"),
    fc.anything(),
  ),
);

const limits = fc.record(
  {
    maxLines: fc.integer({ min: 1, max: 50 }),
    maxTokens: fc.integer({ min: 10, max: 2000 }),
    maxBytes: fc.integer({ min: 20, max: 5000 }),
    maxLineCharacters: fc.integer({ min: 1, max: 200 }),
  },
  { requiredKeys: [] },
);

/** Inputs of the text pipeline and of the request checker. */
export const textInputs: fc.Arbitrary<TextInput> = fc.record({
  bytes: fc.oneof({ weight: 4, arbitrary: texts }, { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }) }),
  request: fc.oneof({ weight: 3, arbitrary: requests }, { weight: 1, arbitrary: anyRequests }),
  limits,
});
