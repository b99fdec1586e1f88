import { type HandlerEvent, notice, quoted, ReadError } from "@reader/core/handler";
import { nameDistance } from "@reader/core/internal";
import { escapeName, listedName, named } from "@reader/core/render";
import type { Archive, Member } from "../bytes/member.ts";
import { type AreDenied, listMembers } from "../listing/list-archive.ts";
import { type Outer, readMember } from "./read-members.ts";

/** Reads a member, the list of a folder, or a part of a member. Throws `out-of-range` with the nearest names. */
export async function* readSelected(archive: Archive, select: string, outer: Outer): AsyncGenerator<HandlerEvent> {
  for (const note of archive.notes) yield notice(note);
  const relationOf = createWish(select);
  const nearest = createNearestNames(select);
  const members = archive.members()[Symbol.asyncIterator]();
  try {
    for (;;) {
      const step = await members.next();
      if (step.done === true) throw nearest.error(outer.path);
      const relation = relationOf(step.value);
      if (relation.type === "none") {
        nearest.offer(step.value.name);
        continue;
      }
      if (relation.type === "listed")
        yield* listFrom(step.value, members, { relationOf, areDenied: outer.context.areDenied });
      else yield* readMember(step.value, relation.type === "around" ? relation.rest : undefined, outer);
      return;
    }
  } finally {
    await members.return?.(undefined);
  }
}

interface ListedPart {
  readonly relationOf: (member: Member) => Relation;
  readonly areDenied: AreDenied;
}

async function* listFrom(
  first: Member,
  rest: AsyncIterator<Member>,
  { relationOf, areDenied }: ListedPart,
): AsyncGenerator<HandlerEvent> {
  async function* listed(): AsyncGenerator<Member> {
    yield first;
    for await (const member of { [Symbol.asyncIterator]: () => rest }) {
      if (relationOf(member).type === "listed") yield member;
    }
  }
  yield* listMembers(listed(), areDenied);
}

/** Collects the names nearest to a missing one. */
interface NearestNames {
  offer(name: string): void;
  /** Returns the error that lists them. */
  error(path: string): ReadError;
}

/** Maximum number of names that are compared, and that are listed. */
const mostCompared = 20_000;
const mostGiven = 5;

/** Maximum length of names that are compared for suggestions. */
const mostCharacters = 300;

/** Creates an empty collection. */
function createNearestNames(select: string): NearestNames {
  const wanted = plainName(select).slice(0, mostCharacters);
  const found: { readonly name: string; readonly distance: number }[] = [];
  let count = 0;
  return {
    offer(name) {
      count += 1;
      if (count > mostCompared || name.length > mostCharacters) return;
      const distance = distanceOf(wanted, plainName(name).replace(/\/$/, ""));
      if (distance === undefined) return;
      found.push({ name, distance });
      found.sort((left, right) => left.distance - right.distance);
      found.length = Math.min(found.length, mostGiven);
    },
    error: (path) =>
      notThere(
        { path, select, total: count },
        found.map(({ name }) => name),
      ),
  };
}

/** Compares the whole path, or the last segment, which may be in another folder. */
function distanceOf(wanted: string, name: string): number | undefined {
  const whole = nameDistance(wanted, name);
  const last = nameDistance(lastPart(wanted), lastPart(name));
  if (whole === undefined || last === undefined) return whole ?? (last === undefined ? undefined : last + 1);
  return Math.min(whole, last + 1);
}

function lastPart(path: string): string {
  return path.slice(path.replace(/\/+$/, "").lastIndexOf("/") + 1);
}

interface Missing {
  readonly path: string;
  readonly select: string;
  readonly total: number;
}

function notThere({ path, select, total }: Missing, candidates: readonly string[]): ReadError {
  const shown = candidates.map((name) => named(name));
  const asked = quoted(select, mostCharacters);
  return new ReadError("out-of-range", `${path} has no member ${asked}.`, {
    hint:
      shown.length === 0
        ? "Read it without `select` to see its members."
        : `Select ${listOf(shown)} if that is what was meant.`,
    details: { total, unit: "entry", candidates },
  });
}

/** `a`, `a or b`, `a, b or c`. */
function listOf(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} or ${last}`;
}

/** How a member matches a selection. */
type Relation =
  | { readonly type: "none" }
  /** The member is selected itself. */
  | { readonly type: "itself" }
  /** The member is a file within which `rest` is selected. */
  | { readonly type: "around"; readonly rest: string }
  /** The member is in the selected folder, or matches the pattern. */
  | { readonly type: "listed" };

const none: Relation = { type: "none" };

/** Matches members against a selection: a name, a folder, a pattern with `*` and `?`, or a path into a member. */
export function createWish(select: string): (member: Pick<Member, "name" | "kind">) => Relation {
  const wanted = trimmed(select);
  const ending = select.endsWith("/") ? "/" : "";
  const isPattern = /[*?]/.test(select);
  const isNamed = (name: string, plain: string): boolean =>
    plain === wanted ||
    name === select ||
    [name, plain].some((each) => [escapeName(each), listedName(each), quoted(each)].includes(select));
  return ({ name, kind }) => {
    const plain = trimmed(name);
    if (isNamed(name, plain)) return relationOfNamed(kind, ending);
    if (wanted === "" || plain.startsWith(`${wanted}/`)) return { type: "listed" };
    const rest = kind === "file" && plain !== "" && wanted.startsWith(plain) ? wanted.slice(plain.length) : "";
    if (/^[!/]/.test(rest)) return { type: "around", rest: `${rest.replace(/^[!/]+/, "")}${ending}` };
    return isPattern && matchesPattern(wanted, plain) ? { type: "listed" } : none;
  };
}

/** A selection that names a folder does not match a file. */
function relationOfNamed(kind: Member["kind"], ending: string): Relation {
  if (kind === "folder") return { type: "listed" };
  return ending === "" ? { type: "itself" } : none;
}

function trimmed(name: string): string {
  return plainName(name).replace(/\/+$/, "");
}

/** Normalises a name: slashes, and no redundant prefix. */
function plainName(name: string): string {
  return name.replaceAll("\\", "/").replace(/^(?:\.?\/)+/, "");
}

/** A star in a pattern, and how much of the name it matches. */
interface Star {
  readonly at: number;
  readonly isDeep: boolean;
  taken: number;
}

/**
 * True if a name matches a pattern: `*` matches within a folder, `**` anything, `?` one character. A pattern without a
 * slash applies to the last segment. Backtracks only to the last star, so that no pattern is slow.
 */
export function matchesPattern(pattern: string, name: string): boolean {
  const subject = pattern.includes("/") ? name : name.slice(name.lastIndexOf("/") + 1);
  let star: Star | undefined;
  let [at, from] = [0, 0];
  while (from < subject.length) {
    if (pattern[at] === "*") {
      star = starAt(pattern, at, from);
      ({ at } = star);
    } else if (isSame(pattern[at], subject[from])) {
      at += 1;
      from += 1;
    } else if (star !== undefined && canTake(star, subject)) {
      star.taken += 1;
      from = star.taken;
      ({ at } = star);
    } else {
      return false;
    }
  }
  return /^\**$/.test(pattern.slice(at));
}

function starAt(pattern: string, at: number, taken: number): Star {
  const isDeep = pattern[at + 1] === "*";
  return { at: at + (isDeep ? 2 : 1), isDeep, taken };
}

function canTake({ isDeep, taken }: Star, subject: string): boolean {
  return isDeep || subject[taken] !== "/";
}

function isSame(sign: string | undefined, character: string | undefined): boolean {
  return sign === character || (sign === "?" && character !== "/");
}
