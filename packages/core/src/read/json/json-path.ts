/** A step of a path: the key of an object, or the index of an array from 0. */
export type JsonStep = string | number;

const step = /\.?([\p{L}_$][\p{L}\p{N}_$-]*)|\[(\d{1,15})\]|\.?\[("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\]/uy;

/**
 * Parses a path such as `a[3].name`, `$.a[3]["a key"]` or `$`: JSONPath without wildcards, slices and filters. Returns
 * `undefined` if the text is not such a path.
 */
export function parseJsonPath(text: string): readonly JsonStep[] | undefined {
  const path = text.trim();
  const steps: JsonStep[] = [];
  let at = /^\$(?=[.[]|$)/.test(path) ? 1 : 0;
  if (path === "") return undefined;
  while (at < path.length) {
    const found = stepAt(path, at);
    if (found === undefined) return undefined;
    steps.push(found.step);
    at = found.end;
  }
  return steps;
}

/** Returns the step that starts at an offset. Two keys are separated by a dot, and a path does not start with one. */
function stepAt(path: string, at: number): { readonly step: JsonStep; readonly end: number } | undefined {
  step.lastIndex = at;
  const [found = "", key, index, quoted] = step.exec(path) ?? [];
  const hasDot = found.startsWith(".");
  if (found === "" || (at === 0 ? hasDot : key !== undefined && !hasDot)) return undefined;
  const end = at + found.length;
  if (key !== undefined) return { step: key, end };
  return { step: index === undefined ? unquoted(quoted ?? "") : Number(index), end };
}

function unquoted(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    // Single quotes, or an escape that JSON does not have.
    return quoted.slice(1, -1).replaceAll(/\\(.)/gs, "$1");
  }
}

/** Formats steps as a path that `parseJsonPath` accepts. */
export function jsonPathText(steps: readonly JsonStep[]): string {
  const text = steps.map((each) => (typeof each === "number" ? `[${each}]` : keyText(each))).join("");
  return text === "" ? "$" : text.replace(/^\./, "");
}

function keyText(key: string): string {
  return /^[\p{L}_][\p{L}\p{N}_$-]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
