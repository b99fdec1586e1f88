/** Dots that lead the eye from an entry of a table of contents to its page. */
const leader = /\s*(?:[.\u00B7\u2026]\s?){5,}\s*(?=[\p{L}\p{N}-]{1,10}$)/u;
const mayLead = /[.\u00B7\u2026] ?[.\u00B7\u2026]/u;

/** What stands for a leader, whatever its width was. */
export const shortLeader: string = " .... ";

/** The same line with four dots for as many as its width took. */
export function shortenLeader(text: string): string {
  return mayLead.test(text) ? text.replace(leader, shortLeader) : text;
}
