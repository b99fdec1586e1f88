import { ReadError, named, nameDistance, quoted } from "@reader/core/handler";
import { plainName } from "./wish.ts";

/** Gathers the names that are nearest to one that is not there. */
export interface NearestNames {
  offer(name: string): void;
  /** The error that names them. */
  error(path: string): ReadError;
}

/** Names that are compared, and that are given. */
const mostCompared = 20_000;
const mostGiven = 5;

/** Characters of a name that are compared: longer ones nobody mistypes. */
const mostCharacters = 300;

/** Starts without any. */
export function createNearestNames(select: string): NearestNames {
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

/** By the whole path, or by its last part, which may lie in another folder. */
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
