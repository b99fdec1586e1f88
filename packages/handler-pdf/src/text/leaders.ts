/** Dots that lead the eye from an entry of a table of contents to its page. */
const leader = /\s*(?:[.\u00B7\u2026]\s?){5,}\s*(?=[\p{L}\p{N}-]{1,10}$)/u;
const mayLead = /[.\u00B7\u2026] ?[.\u00B7\u2026]/u;

/** What stands for a leader, whatever its width was. */
export const shortLeader: string = " .... ";

/** Whether such a leader is in a text; dots in a row are looked for first, as they are found sooner than a space. */
export function hasLeader(text: string): boolean {
  return text.includes("....") && text.includes(shortLeader);
}

/** Single signs are found many times faster than what an expression describes. */
function hasPoint(text: string): boolean {
  return text.includes(".") || text.includes("\u00B7") || text.includes("\u2026");
}

/** The same line with four dots for as many as its width took. */
export function shortenLeader(text: string): string {
  return hasPoint(text) && mayLead.test(text) ? text.replace(leader, shortLeader) : text;
}
