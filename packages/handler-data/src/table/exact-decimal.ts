/** Returns `digits / 10 ** scale` as a number if the digits are exact, else as text. */
export function exactDecimal(digits: bigint, scale: number): number | string {
  const unsigned = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, "0");
  const whole = scale > 0 ? `${unsigned.slice(0, -scale)}.${unsigned.slice(-scale)}` : unsigned + "0".repeat(-scale);
  const text = digits < 0n ? `-${whole}` : whole;
  return Number.isSafeInteger(Number(digits)) ? Number(text) : text;
}
