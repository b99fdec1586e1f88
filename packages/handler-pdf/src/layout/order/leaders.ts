/** What leads the eye from an entry of a table of contents to its page are so many dots, with a space at most between. */
const leastDots = 5;
const dot = /[.\u00B7\u2026]/;
const white = /\s/;

/** A page, or where else dots lead to, at the end of a line; letters may take two units each. */
const goal = /[\p{L}\p{N}-]{1,10}$/u;
const longestGoal = 20;

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
  if (!hasPoint(text) || !mayLead.test(text)) return text;
  const [led = ""] = goal.exec(text.slice(-longestGoal)) ?? [];
  const start = led === "" ? -1 : leaderStart(text, text.length - led.length);
  return start < 0 ? text : text.slice(0, start) + shortLeader + led;
}

/** Where a leader begins that ends at a place, or -1. From its end it is found in one go, however many dots there are. */
function leaderStart(text: string, end: number): number {
  let at = whiteBefore(text, end);
  let dots = 0;
  while (dot.test(text.charAt(at - 1))) {
    dots += 1;
    at -= white.test(text.charAt(at - 2)) && dot.test(text.charAt(at - 3)) ? 2 : 1;
  }
  return dots < leastDots ? -1 : whiteBefore(text, at);
}

/** Where the white space begins that ends at a place. */
function whiteBefore(text: string, end: number): number {
  let at = end;
  while (white.test(text.charAt(at - 1))) at -= 1;
  return at;
}
