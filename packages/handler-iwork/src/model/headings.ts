import { headingLevelOf } from "@reader/document/builder";

/** Names of the first heading style in templates of Pages, which has no number. */
const firstHeading = /^(?:heading|überschrift|titre|encabezado|intestazione|kop|rubrik|見出し|标题|標題|제목)$/iu;

/** Returns the level of a heading by the name of its paragraph style, or `undefined` for other styles. */
export function headingOfStyle(name: string): number | undefined {
  return headingLevelOf(name) ?? (firstHeading.test(name.trim()) ? 1 : undefined);
}
