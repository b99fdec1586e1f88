import { maxDepth, type Scanning } from "./scanning.ts";
import type { KnownTag, TagContents } from "./tag-memory.ts";

/** The longest content that is compared with others, and how many longer ones end the search for such. */
const mostAdopted = { characters: 1000, longOnes: 50 } as const;

/** Takes the element that begins here from memory, where it is known with all that is in it, and gives where it ends. */
export function adopt(
  scanning: Scanning,
  contents: TagContents,
  { tag, from }: { readonly tag: KnownTag; readonly from: number },
): number | undefined {
  const { text, tree, open } = scanning;
  // What is in it could be too deep where it comes again.
  if (tree === undefined || scanning.longOnes > mostAdopted.longOnes || open.length > maxDepth / 2) return undefined;
  const end = `</${tag.raw}>`;
  const to = text.indexOf(end, from);
  if (to < 0 || to - from > mostAdopted.characters) {
    scanning.longOnes += 1;
    return undefined;
  }
  const known = contents.find(text.slice(from, to));
  if (known === undefined) {
    scanning.candidate = { contents, depth: open.length, from, to };
    return undefined;
  }
  tree.adopt(known);
  return to + end.length;
}

/** Remembers an element that was opened and closed again by the tags that its text was cut at. */
export function keepCandidate(scanning: Scanning, at: number): void {
  const { candidate, tree, text, open } = scanning;
  if (candidate?.to !== at || candidate.depth !== open.length) return;
  const element = tree?.last();
  if (element !== undefined) candidate.contents.keep(text.slice(candidate.from, at), element);
  scanning.candidate = undefined;
}
