/** A step of a path: the key of an object, or the index of an array; -1 is the last item. */
export type JsonStep = string | number;

/** A step to several members: the items from `first` to before `end`, or all members of an object or array. */
export type JsonChoice =
  | { readonly kind: "all" }
  | { readonly kind: "slice"; readonly first: number; readonly end: number | undefined };

/** A step as it is written in a path. */
export type JsonPathStep = JsonStep | JsonChoice;

const key = String.raw`\.?(?<key>[\p{L}_$][\p{L}\p{N}_$-]*)`;
const all = String.raw`\.?(?<all>\*)|\.?\[(?<any>\*?)\]`;
const index = String.raw`\.?\[(?<index>-?\d{1,15})\]|\.(?<dotted>\d{1,15})(?=[.[]|$)`;
const slice = String.raw`\.?\[(?<first>-?\d{0,15}):(?<end>-?\d{0,15})\]`;
const quotedKey = String.raw`\.?\[(?<quoted>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\]`;
const step = new RegExp([key, all, index, slice, quotedKey].join("|"), "uy");

/** Maximum number of steps of a path. */
const maxSteps = 200;

/**
 * Parses a path such as `a[3].name`, `a[*].name`, `$.a[-1]["a key"]` or `$`: JSONPath with wildcards and slices, without
 * filters and `..`. A leading dot and `[]` are accepted as in jq, and `a.3.name` as in lodash. Returns `undefined` if the text is not such a path.
 */
export function parseJsonPath(text: string): readonly JsonPathStep[] | undefined {
  const path = text.trim();
  const steps: JsonPathStep[] = [];
  if (path === "") return undefined;
  if (path === ".") return steps;
  let at = /^\$(?=[.[]|$)/.test(path) ? 1 : 0;
  while (at < path.length) {
    const found = steps.length < maxSteps ? stepAt(path, at) : undefined;
    if (found === undefined) return undefined;
    steps.push(found.step);
    at = found.end;
  }
  return steps;
}

/** Returns the step that starts at an offset. Two keys are separated by a dot. */
function stepAt(path: string, at: number): { readonly step: JsonPathStep; readonly end: number } | undefined {
  step.lastIndex = at;
  const found = step.exec(path);
  if (found === null) return undefined;
  const isBare = found.groups?.["key"] !== undefined || found.groups?.["all"] !== undefined;
  if (at > 0 && isBare && !found[0].startsWith(".")) return undefined;
  return { step: stepOf(found.groups ?? {}), end: at + found[0].length };
}

function stepOf(groups: Readonly<Record<string, string | undefined>>): JsonPathStep {
  if (groups["key"] !== undefined) return groups["key"];
  if (groups["quoted"] !== undefined) return unquoted(groups["quoted"]);
  if (groups["index"] !== undefined) return Number(groups["index"]);
  if (groups["dotted"] !== undefined) return Number(groups["dotted"]);
  if (groups["first"] === undefined) return { kind: "all" };
  return { kind: "slice", first: Number(groups["first"]), end: groups["end"] ? Number(groups["end"]) : undefined };
}

function unquoted(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    // Single quotes, or an escape that JSON does not have.
    return quoted.slice(1, -1).replaceAll(/\\(.)/gs, "$1");
  }
}

/** True if each step leads to at most one value. */
export function isSinglePath(steps: readonly JsonPathStep[]): steps is readonly JsonStep[] {
  return steps.every((each) => typeof each !== "object");
}

/** Formats steps as a path that `parseJsonPath` accepts. */
export function jsonPathText(steps: readonly JsonPathStep[]): string {
  const text = steps.map(stepText).join("");
  return text === "" ? "$" : text.replace(/^\./, "");
}

function stepText(each: JsonPathStep): string {
  if (typeof each === "number") return `[${each}]`;
  if (typeof each === "string")
    return /^[\p{L}_][\p{L}\p{N}_$-]*$/u.test(each) ? `.${each}` : `[${JSON.stringify(each)}]`;
  return each.kind === "all" ? "[*]" : `[${each.first}:${each.end ?? ""}]`;
}
