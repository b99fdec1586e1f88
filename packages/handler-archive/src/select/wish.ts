import { escapeName, listedName, quoted } from "@reader/core/handler";
import type { Member } from "../member.ts";
import { matchesPattern } from "./matches-pattern.ts";

/** How a member stands to what was selected. */
export type Relation =
  | { readonly type: "none" }
  /** It is what was selected. */
  | { readonly type: "itself" }
  /** It is a file in which `rest` was selected. */
  | { readonly type: "around"; readonly rest: string }
  /** It is in the folder, or one of the files, that was selected. */
  | { readonly type: "listed" };

const none: Relation = { type: "none" };

/** Tells how members stand to a selection: a name, a folder, a pattern with `*` and `?`, or a path into a member. */
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

/** A file is not what is meant where a folder is asked for. */
function relationOfNamed(kind: Member["kind"], ending: string): Relation {
  if (kind === "folder") return { type: "listed" };
  return ending === "" ? { type: "itself" } : none;
}

function trimmed(name: string): string {
  return plainName(name).replace(/\/+$/, "");
}

/** A name as people write it: with slashes, and without what does not matter at its start. */
export function plainName(name: string): string {
  return name.replaceAll("\\", "/").replace(/^(?:\.?\/)+/, "");
}
