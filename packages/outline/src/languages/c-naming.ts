import type { Naming } from "./language.ts";

/** `Reader::read` is `read` of `Reader`, and `Reader::Store::add` is `add` of `Reader.Store`; a specialisation keeps its arguments, which tell it from the template. */
export function cNaming(name: string): Naming {
  // Most names are of one word, and files have ten thousands of them.
  if (/^\w+$/.test(name)) return { name };
  const plain = name.replace(/\s+/g, " ").trim();
  const cast = /^(operator\s+[\w:*& ]+?)\s*\(\)/.exec(plain)?.[1];
  if (cast !== undefined) return { name: cast };
  const [scopes, own] = splitScopes(plain);
  const owners = scopes.map((scope) => /^\w+/.exec(scope)?.[0]).filter((scope) => scope !== undefined);
  return owners.length === 0 ? { name: own } : { name: own, owner: owners.join(".") };
}

/** What stands between `::` outside of angle brackets, and what stands behind the last one. */
function splitScopes(name: string): readonly [readonly string[], string] {
  const scopes: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < name.length; at += 1) {
    const character = name.charAt(at);
    if (character === "<") depth += 1;
    else if (character === ">") depth -= 1;
    else if (depth === 0 && name.startsWith("::", at)) {
      scopes.push(name.slice(from, at).trim());
      from = at + 2;
      at += 1;
      // The marks of an operator are no brackets.
    } else if (depth === 0 && /^operator\b/.test(name.slice(at, at + 9)) && at === from) break;
  }
  return [scopes, name.slice(from).trim()];
}
