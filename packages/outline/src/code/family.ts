/** What declarations of one name that follow each other are together: a property, or a function. */
export interface Family {
  readonly name: "property" | "static property" | "function";
  /** What this one is in it: `get`, `setter`. */
  readonly role: string;
}

/** Characters before a name, decorators included, that are looked at. */
const maxHeadCharacters = 2000;

/** What a declaration is part of, by what stands before its name; undefined where it stands for itself. */
export function familyOf(head: string): Family | undefined {
  if (head.length > maxHeadCharacters) return undefined;
  const role = /(?:^|\s)([gs]et)\s+$/.exec(head)?.[1];
  if (role !== undefined) return { name: /\bstatic\s/.test(head) ? "static property" : "property", role };
  return head.startsWith("@") ? decoratedFamily(head) : undefined;
}

/** The accessors and overloads of Python are told by their decorators. */
function decoratedFamily(head: string): Family | undefined {
  const accessor = /^@(?:[\w.]+\.)?(getter|setter|deleter|(?:cached_|abstract)?property)\b/m.exec(head)?.[1];
  if (accessor !== undefined) return { name: "property", role: accessor };
  return /^@(?:[\w.]+\.)?overload\s/m.test(head) ? { name: "function", role: "overload" } : undefined;
}
