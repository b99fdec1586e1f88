import type { FindPattern } from "../contract/request.ts";
import type { Parsed } from "./request-issue.ts";

/** Lines of context around a match where the request does not say. */
const defaultContextLines = 2;

/**
 * Parses `find`. `/…/` with flags is a regular expression: `i` for any case, `s` lets `.` match a line end, and `g`,
 * `m`, `u` and `y` change nothing here, since every line is looked at by itself. Anything else is a literal, found in
 * exactly its own case; so are `//`, `///` and what starts with `/*`, which are comments and no expressions.
 */
export function parseFind(text: string, contextLines: number = defaultContextLines): Parsed<FindPattern> {
  const source = text.replace(/(?:\r?\n)+$/, "");
  if (/[\r\n]/.test(source) || source === "") {
    const problem = "find has a line end in it, and every line is searched by itself";
    return { issue: { field: "find", problem, fix: "send a text that stands on one line" } };
  }
  const [, body = "", flags = ""] = /^\/(.+)\/([gimsuy]*)$/.exec(source) ?? [];
  if (body === "" || /^(?:\*|\/*$)/.test(body)) return { value: { source, kind: "literal", flags: "", contextLines } };
  const kept = [...new Set(flags)].filter((flag) => flag === "i" || flag === "s").toSorted();
  return { value: { source: body, kind: "regular-expression", flags: kept.join(""), contextLines } };
}
