/** Maximum number of decimal places, which is that of decimals of 256 bits. */
const maxScale = 76;

/** True if a number of decimal places is one that formats allow. */
export function isScale(scale: number): boolean {
  return Number.isInteger(scale) && scale >= 0 && scale <= maxScale;
}

/** Maximum number of bytes of a decimal. */
const maxDecimalBytes = 256;

/** Reads a decimal from a big-endian integer in two's complement. Returns the bytes if they are too many. */
export function decimalOfBytes(bytes: Uint8Array, scale: number): number | string | Uint8Array {
  if (bytes.length === 0 || bytes.length > maxDecimalBytes) return bytes;
  const digits = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
  return exactDecimal(BigInt.asIntN(bytes.length * 8, BigInt(`0x${digits}`)), scale);
}

/** Returns `digits / 10 ** scale` as a number if the digits are exact, else as text. */
export function exactDecimal(digits: bigint, scale: number): number | string {
  const unsigned = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, "0");
  const whole = scale > 0 ? `${unsigned.slice(0, -scale)}.${unsigned.slice(-scale)}` : unsigned + "0".repeat(-scale);
  const text = digits < 0n ? `-${whole}` : whole;
  return Number.isSafeInteger(Number(digits)) ? Number(text) : text;
}
