const known = `Document Part Art Sect Div BlockQuote Caption TOC TOCI Index Private DocumentFragment Aside Title FENote Sub P
  H H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Em
  Strong Ruby RB RT RP Warichu WT WP Figure Formula Form Artifact`;

/** Standard roles (ISO 32000-2, 14.8.4) by their names as the engine writes them; it misspells one. */
const standardRoles: ReadonlyMap<string, string> = new Map([
  ...known.split(/\s+/u).map((role) => [role, role] as const),
  ["NonStruct", "NonDtruct"],
]);

/** What the engine takes a role for; `undefined` for one that it does not know, whose elements it does not tell of. */
export function standardRole(role: string, roleMap: ReadonlyMap<string, string>): string | undefined {
  const mapped = roleMap.get(role);
  return standardRoles.get(mapped === undefined ? role : mapped.replace(/^\//u, ""));
}
