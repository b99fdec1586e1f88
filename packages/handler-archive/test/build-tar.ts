import { concat } from "@reader/testkit";

/** A member to pack. */
export interface TarPlan {
  readonly name: string;
  readonly data?: string | Uint8Array;
  /** Default: `0`. */
  readonly type?: string;
  /** A false size to write. */
  readonly size?: number;
  readonly target?: string;
  /** Records of the pax header before it. */
  readonly pax?: Readonly<Record<string, string>>;
  /** Bytes that replace the header from byte 386 on, as in GNU sparse files. */
  readonly sparse?: Uint8Array;
}

const blockBytes = 512;
const encoder = new TextEncoder();

/** Writes a tar archive by a plan, which may be invalid on purpose. */
export function buildTar(members: readonly TarPlan[]): Uint8Array {
  return concat([...members.flatMap(partsOf), new Uint8Array(2 * blockBytes)]);
}

function partsOf(plan: TarPlan): Uint8Array[] {
  const { pax } = plan;
  const records = Object.entries(pax ?? {}).map(([keyword, value]) => record(keyword, value));
  const before = pax === undefined ? [] : partsOf({ name: "PaxHeader", type: "x", data: records.join("") });
  const data = typeof plan.data === "string" ? encoder.encode(plan.data) : (plan.data ?? new Uint8Array());
  return [...before, header(plan, data.length), data, new Uint8Array(-data.length & (blockBytes - 1))];
}

/** Encodes a record. Its length includes itself. */
export function record(keyword: string, value: string): string {
  const rest = ` ${keyword}=${value}\n`;
  const bytes = encoder.encode(rest).length;
  let length = bytes + String(bytes).length;
  if (String(length).length > String(bytes).length) length = bytes + String(length).length;
  return `${length}${rest}`;
}

function header({ name, type = "0", size, target = "", sparse }: TarPlan, dataBytes: number): Uint8Array {
  const block = new Uint8Array(blockBytes);
  const write = (at: number, text: string): void => block.set(encoder.encode(text).subarray(0, 100), at);
  write(0, name);
  write(100, "0000644\0");
  write(124, octal(size ?? dataBytes));
  write(136, octal(1_709_288_430));
  write(156, type);
  write(157, target);
  write(257, "ustar\u000000");
  if (sparse !== undefined) block.set(sparse, 386);
  write(148, " ".repeat(8));
  const sum = block.reduce((total, byte) => total + byte, 0);
  write(148, `${sum.toString(8).padStart(6, "0")}\0 `);
  if (size !== undefined && size > 0o77777777777) throw new RangeError("Such a size needs bytes.");
  return block;
}

/** Encodes a number as eleven octal digits and a NUL. */
export function octal(value: number): string {
  return `${value.toString(8).padStart(11, "0")}\0`;
}
