/**
 * The day of a moment as Word packs it into 32 bits ([MS-DOC], 2.9.75 DTTM); undefined where there is none.
 */
export function dayOfWordDate(packed: number): string | undefined {
  const day = (packed >>> 11) & 0x1f;
  const month = (packed >>> 16) & 0xf;
  const year = ((packed >>> 20) & 0x1ff) + 1900;
  if (day === 0 || month === 0 || month > 12) return undefined;
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
