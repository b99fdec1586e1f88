import type { ReadError } from "../../contract/errors.ts";
import { deniedError } from "./locate.ts";
import type { LocatedFile } from "./roots.ts";
import type { PolicyVerdict } from "../policy/policy.ts";
import type { Grounds } from "./roots.ts";
import { showAsked } from "./safe-name.ts";

/** A file and the names of nested files that lead to another one, outermost first. */
export interface MemberPath {
  readonly outer: Pick<LocatedFile, "name" | "realPath" | "relativePath">;
  readonly names: readonly string[];
}

type PolicyGrounds = Pick<Grounds, "fileSystem" | "policy">;

/** Returns the verdict of the policy on a file inside another one. */
export function memberVerdict({ fileSystem, policy }: PolicyGrounds, { outer, names }: MemberPath): PolicyVerdict {
  const inside = names.flatMap(segmentsOf);
  const name = inside.at(-1);
  if (name === undefined) return { allowed: true };
  const { realPath, relativePath } = outer;
  return policy({
    realPath: fileSystem.path.join(realPath, ...inside),
    relativePath: [relativePath, ...inside].join("/"),
    name,
    kind: "file",
    member: inside.join("/"),
  });
}

/** Throws `denied-by-policy` if a file inside another one may not be read. */
export function refuseDeniedMember(grounds: PolicyGrounds, path: MemberPath): void {
  const verdict = memberVerdict(grounds, path);
  if (!verdict.allowed) throw deniedMember(path, verdict);
}

function deniedMember({ outer, names }: MemberPath, verdict: Extract<PolicyVerdict, { allowed: false }>): ReadError {
  return deniedError(`${showAsked(names.join("/"))} in ${outer.name}`, verdict);
}

/**
 * Splits an inner name into segments. The name is untrusted and comes from any system: both slashes separate segments,
 * `.` and `..` are resolved, and escapes that a handler added for display are decoded.
 */
function segmentsOf(name: string): readonly string[] {
  const segments: string[] = [];
  for (const segment of withoutEscapes(name).split(/[/\\]/)) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return segments;
}

/** Escapes as written by `escapeName`. */
const escape = /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\})/gi;

function withoutEscapes(name: string): string {
  return name.replaceAll(escape, (written: string, ...digits: (string | undefined)[]) => {
    const code = Number.parseInt(digits.slice(0, 3).join(""), 16);
    return code > 0x10ffff ? written : String.fromCodePoint(code);
  });
}
