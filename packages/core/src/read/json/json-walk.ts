import type { JsonChoice, JsonPathStep, JsonStep } from "./json-path.ts";
import {
  afterMember,
  countItems,
  createMembers,
  firstMember,
  isClosing,
  isContainer,
  type JsonMiss,
  type JsonSpan,
  memberName,
  skipSpace,
  valueEnd,
} from "./json-scan.ts";

/** A value that a path leads to. */
export interface JsonMatch extends JsonSpan {
  readonly text: string;
  /** The path of this value: keys and indexes. */
  readonly path: readonly JsonStep[];
}

/** A path to follow in a text. */
export interface JsonWalk {
  readonly text: string;
  readonly steps: readonly JsonPathStep[];
  /** The steps to the text itself. */
  readonly base: readonly JsonStep[];
  /** Called with each place where the path leads nowhere. */
  readonly onMiss: (miss: JsonMiss) => void;
}

/**
 * Yields the values that a path with wildcards and slices leads to, in the order of the text, and `undefined` at each
 * array, object and member, so that the caller can pause. Scans the text once, and twice the arrays that are counted from
 * their end. Throws `JsonSyntaxError` where the text is not JSON.
 */
export function* walkJson(walk: JsonWalk): Generator<JsonMatch | undefined, void, undefined> {
  yield* follow(walk, skipSpace(walk.text, 0), []);
}

/** Follows the rest of a path from the value at `start`. Returns the offset after this value. */
function* follow(
  walk: JsonWalk,
  start: number,
  path: readonly JsonStep[],
): Generator<JsonMatch | undefined, number, undefined> {
  const { text, steps, base, onMiss } = walk;
  const step = steps[path.length];
  if (step === undefined) {
    const end = valueEnd(text, start);
    yield { text, start, end, path: [...base, ...path] };
    return end;
  }
  if (!isContainer(text, start)) {
    onMiss({ depth: path.length });
    return valueEnd(text, start);
  }
  // Counting the items scans the array, so a deeply nested one needs a pause at each level.
  yield undefined;
  return yield* followMembers(walk, start, { path, chosen: createSelection(text, start, step) });
}

function* followMembers(
  walk: JsonWalk,
  start: number,
  { path, chosen }: { readonly path: readonly JsonStep[]; readonly chosen: Selection },
): Generator<JsonMatch | undefined, number, undefined> {
  const { text } = walk;
  const members = createMembers(text, start);
  let isFound = false;
  let at = firstMember(text, start);
  while (!isClosing(text, at)) {
    const { name, valueAt } = members.next(at);
    // Of a repeated key, the first counts.
    const isWanted: boolean = chosen.has(name) && !(isFound && chosen.isSingle);
    isFound ||= isWanted;
    const end: number = isWanted ? yield* follow(walk, valueAt, [...path, name]) : valueEnd(text, valueAt);
    at = afterMember(text, end);
    yield undefined;
  }
  if (!isFound) walk.onMiss({ depth: path.length, ...members.found() });
  return at + 1;
}

/** The members of one container that a step leads to. */
interface Selection {
  readonly isSingle: boolean;
  readonly has: (name: JsonStep) => boolean;
}

function createSelection(text: string, start: number, step: JsonPathStep): Selection {
  if (typeof step === "object") return { isSingle: false, has: choose(text, start, step) };
  const wanted = memberName(text, start, step);
  return { isSingle: true, has: (name) => name === wanted };
}

function choose(text: string, start: number, choice: JsonChoice): (name: JsonStep) => boolean {
  if (choice.kind === "all") return () => true;
  if (text.charAt(start) !== "[") return () => false;
  const isCounted = choice.first < 0 || (choice.end ?? 0) < 0;
  const total = isCounted ? countItems(text, start) : 0;
  const fromStart = (index: number): number => (index < 0 ? Math.max(0, total + index) : index);
  const first = fromStart(choice.first);
  const end = choice.end === undefined ? Number.POSITIVE_INFINITY : fromStart(choice.end);
  return (name) => typeof name === "number" && name >= first && name < end;
}
