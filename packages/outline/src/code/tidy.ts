import type { CodeDraft } from "./tree.ts";

/** Puts entries where people look for them, and drops those that say again what another one says. */
export function tidy(roots: readonly CodeDraft[]): CodeDraft[] {
  const defined = namesDefined(roots);
  return tidyLevel(roots, defined);
}

function tidyLevel(entries: readonly CodeDraft[], defined: ReadonlySet<string>): CodeDraft[] {
  const kept = entries.filter((entry) => !isRepeated(entry, defined));
  for (const entry of kept) entry.children = tidyLevel(withoutTwin(entry), defined);
  return joinOverloads(adopt(kept).toSorted((left, right) => left.first - right.first));
}

/** The names of what has a body, so that a mere declaration of it can go. */
function namesDefined(entries: readonly CodeDraft[], names: Set<string> = new Set()): ReadonlySet<string> {
  for (const entry of entries) {
    if (!entry.definition.isOnlyDeclared && entry.owner === undefined) names.add(entry.name);
    namesDefined(entry.children, names);
  }
  return names;
}

function isRepeated(entry: CodeDraft, defined: ReadonlySet<string>): boolean {
  return entry.definition.isOnlyDeclared && entry.kind === "function" && defined.has(entry.name);
}

/** `typedef struct point { … } point` is one entry, not two. */
function withoutTwin(entry: CodeDraft): readonly CodeDraft[] {
  const [only, ...others] = entry.children;
  if (entry.kind !== "type" || only === undefined || others.length > 0) return entry.children;
  return only.name === entry.name || only.name === `_${entry.name}` ? only.children : entry.children;
}

/** Moves what belongs to a type of the same level below it. */
function adopt(entries: readonly CodeDraft[]): CodeDraft[] {
  if (entries.every(({ owner, definition }) => owner === undefined && !definition.isDissolved)) return [...entries];
  const types = new Map<string, CodeDraft>();
  collectTypes(entries, types);
  return entries.filter((entry) => {
    const type = entry.owner === undefined ? undefined : types.get(entry.owner);
    if (type !== undefined && type !== entry) return giveTo(type, entry);
    nameAlone(entry);
    return true;
  });
}

/** Types of this level and below it: C++ defines outside of a namespace what is declared inside it. */
function collectTypes(entries: readonly CodeDraft[], types: Map<string, CodeDraft>): void {
  for (const entry of entries) {
    const isType = entry.owner === undefined && ["class", "interface", "enum", "type"].includes(entry.kind);
    if (isType && !types.has(entry.name)) types.set(entry.name, entry);
    if (isType || entry.kind === "module") collectTypes(entry.children, types);
  }
}

function giveTo(type: CodeDraft, entry: CodeDraft): false {
  const given = entry.definition.isDissolved ? entry.children : [entry];
  for (const each of given) {
    const declared = type.children.findIndex(({ name, definition }) => name === each.name && definition.isOnlyDeclared);
    if (declared >= 0) type.children.splice(declared, 1);
    if (each.kind === "function") each.kind = "method";
    type.children.push(each);
  }
  type.children.sort((left, right) => left.first - right.first);
  return false;
}

/** What belongs to a type of another file says so in its name. */
function nameAlone(entry: CodeDraft): void {
  if (entry.owner === undefined) return;
  // What a query calls the owner is the type itself, as of an `impl` block; in a name it is what holds it.
  const isOfType = entry.kind === "class" && entry.definition.owner !== undefined;
  if (entry.definition.isDissolved || isOfType) entry.name = entry.owner;
  else {
    entry.name = `${entry.owner}.${entry.name}`;
    if (entry.kind === "function") entry.kind = "method";
  }
}

/** Declarations of one function that follow each other are one entry, so that its name means one thing. */
function joinOverloads(entries: readonly CodeDraft[]): CodeDraft[] {
  const joined: CodeDraft[] = [];
  let overloads = 0;
  for (const entry of entries) {
    const before = joined.at(-1);
    if (before === undefined || !isOverload(before, entry)) {
      joined.push(entry);
      overloads = 0;
      continue;
    }
    overloads += 1;
    if (overloads > 1) before.title = before.title.replace(/ \(\+\d+ overloads?\)$/, "");
    before.title += ` (+${overloads} overload${overloads === 1 ? "" : "s"})`;
    before.last = Math.max(before.last, entry.last);
    before.children.push(...entry.children);
  }
  return joined;
}

const overloadable: ReadonlySet<string> = new Set(["function", "method"]);

function isOverload(before: CodeDraft, entry: CodeDraft): boolean {
  if (before.name !== entry.name || before.kind !== entry.kind || !overloadable.has(entry.kind)) return false;
  // A body ends a group: two functions with a body are two functions.
  return before.definition.bodyStart === undefined && !before.definition.isOnlyDeclared;
}
