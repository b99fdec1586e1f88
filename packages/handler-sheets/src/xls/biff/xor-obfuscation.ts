/** What passwords are filled up with ([MS-OFFCRYPTO] 2.3.7.2). */
const padding = [0xbb, 0xff, 0xff, 0xba, 0xff, 0xff, 0xb9, 0x80, 0x00, 0xbe, 0x0f, 0x00, 0xbf, 0x0f, 0x00];

const arrayBytes = 16;
const mostCharacters = 15;

/** The sum of a password that a file keeps to check it (2.3.7.1). */
export function xorVerifier(password: string): number {
  const characters = byteCharacters(password);
  let sum = 0;
  for (const byte of [characters.length, ...characters].toReversed()) {
    sum = (((sum & 0x4000) === 0 ? 0 : 1) | ((sum << 1) & 0x7fff)) ^ byte;
  }
  return sum ^ 0xce4b;
}

/** The bytes that a stream is obfuscated with again and again (2.3.7.2), by the key that the file keeps. */
export function xorArray(password: string, key: number): Uint8Array {
  const filled = [...byteCharacters(password), ...padding].slice(0, arrayBytes);
  return Uint8Array.from(filled, (byte, index) => {
    const mixed = byte ^ (index % 2 === 0 ? key & 0xff : key >> 8);
    return (mixed >> 1) | ((mixed & 1) << 7);
  });
}

/** What a byte was (2.3.7.3). */
export function xorPlainByte(byte: number, mask: number): number {
  const mixed = byte ^ mask;
  return ((mixed << 3) | (mixed >> 5)) & 0xff;
}

/** Passwords of this kind have one byte a character: the lower, or the higher where that is empty (2.3.7.4). */
function byteCharacters(password: string): readonly number[] {
  const codes = Array.from({ length: Math.min(password.length, mostCharacters) }, (_, at) => password.charCodeAt(at));
  return codes.map((code) => code & 0xff || code >> 8);
}
