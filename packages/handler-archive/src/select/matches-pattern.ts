/** A star of a pattern, and how much of the name it has taken. */
interface Star {
  readonly at: number;
  readonly isDeep: boolean;
  taken: number;
}

/**
 * Whether a name fits a pattern: `*` is anything within a folder, `**` anything at all, `?` one character. Without a
 * slash the pattern is for the last part of the name. It steps back only to the last star, so that none takes long.
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
