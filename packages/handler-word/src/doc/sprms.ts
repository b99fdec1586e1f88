import { viewOf, type ByteView } from "@reader/office-kit/compound";

/** One change of a property: its code, and its operand. */
export interface Sprm {
  readonly code: number;
  readonly operand: ByteView;
}

/** Bytes of the operand by the upper bits of the code; 0 where the operand says so itself ([MS-DOC], 2.6.1). */
const operandBytes = [1, 1, 2, 4, 2, 2, 0, 3] as const;

const tableDefinition = 0xd608;

/** The changes of properties in a list of them, in order. */
export function* sprmsIn(bytes: Uint8Array): Generator<Sprm> {
  const view = viewOf(bytes);
  for (let at = 0; at + 2 < bytes.length;) {
    const code = view.u16(at);
    const fixed = operandBytes[code >> 13] ?? 1;
    const isLong = code === tableDefinition;
    const start = at + 2 + (fixed === 0 ? 1 : 0) + (isLong ? 1 : 0);
    const length = fixed === 0 ? lengthOf(view, at + 2, isLong) : fixed;
    yield { code, operand: view.part(start, length) };
    at = start + length;
  }
}

/** The definition of a table counts two bytes, one of which is its length's own. */
function lengthOf(view: ByteView, at: number, isLong: boolean): number {
  return isLong ? Math.max(0, view.u16(at) - 1) : view.u8(at);
}
