import type { Component } from "./content-lines.ts";

/** Maximum number of names that are listed. */
const maxNames = 15;

/** Returns the names of properties, at any depth, that are neither shown nor known to be of no interest. */
export function otherNames(components: readonly Component[], isKnown: (name: string) => boolean): readonly string[] {
  const names = new Set<string>();
  const add = ({ properties, components: inner }: Component): void => {
    for (const { name } of properties) if (!isKnown(name)) names.add(name);
    for (const each of inner) add(each);
  };
  for (const each of components) add(each);
  return [...names];
}

/** Returns a remark about properties that are not shown, or none. */
export function otherNamesRemark(names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : "";
  return [`Fields not shown: ${names.slice(0, maxNames).join(", ")}${more}. View "text" has all lines.`];
}
