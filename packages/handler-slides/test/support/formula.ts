/** The header of the stream of a formula: its size, and fields that say nothing of the formula. */
const header = [28, ...Array.from({ length: 27 }, () => 0)];

/** The stream of a formula of Equation Editor: x². */
export const formula = Uint8Array.from(
  header.concat([
    // MTEF 3 of Windows, a line with the variable x and a superscript: an empty subscript, and a line with 2.
    3, 1, 1, 3, 0, 10, 1, 2, 0x83, 0x78, 0, 3, 15, 0, 0, 0x11, 1, 2, 0x88, 0x32, 0, 0, 0, 0, 0,
  ]),
);
