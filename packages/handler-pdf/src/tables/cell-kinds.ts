/** An amount, a share, a year, a date in digits: what stands in the body of a table, seldom in its header. */
const numeric = /^[\s(+\-−–$€£¥₹]*\d[\d\s.,:/'’%()+\-−–×*†‡$€£¥]*(?:[a-zA-Z%]{1,3})?$/u;

/** What is put where a number is missing. */
const placeholder = /^(?:[-−–—.*]+|n\/?a|nil|none|x|✓|✗|✔|✘)$/iu;

const year = /^(?:FY\s?)?(?:1[89]|20)\d\d[AEF]?$/u;

/** Whether a cell is a number, with its signs and unit, or stands for one. */
export function isNumeric(text: string): boolean {
  return numeric.test(text) || placeholder.test(text);
}

/** Whether a cell is a year, which heads a column as often as it fills one. */
export function isYear(text: string): boolean {
  return year.test(text);
}

/** How many words a text has. */
export function wordCount(text: string): number {
  return text === "" ? 0 : text.split(/\s+/u).length;
}

const bullet = /^[•·▪◦‣●○■□➢➤❖o§\uF000-\uF0FF]$/u;

/** Whether a text is the mark of a point; numbers are not among them, as they fill columns too. */
export function isBullet(text: string): boolean {
  return bullet.test(text);
}
