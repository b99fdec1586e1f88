import type { Notice } from "../notices.ts";
import type { ResultPart } from "../result.ts";

/** Thrown through the read to carry what was good before a failure. */
export class PartialFailure extends Error {
  readonly parts: readonly ResultPart[];
  readonly notices: readonly Notice[];

  constructor(cause: unknown, parts: readonly ResultPart[], notices: readonly Notice[]) {
    super("a read failed half way", { cause });
    this.parts = parts;
    this.notices = notices;
  }
}
