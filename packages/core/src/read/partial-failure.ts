import type { Notice } from "../contract/notices.ts";
import type { ResultPart } from "../contract/result.ts";

/** Thrown through the read to carry the good parts before a failure. */
export class PartialFailure extends Error {
  readonly parts: readonly ResultPart[];
  readonly notices: readonly Notice[];

  constructor(cause: unknown, parts: readonly ResultPart[], notices: readonly Notice[]) {
    super("a read failed half way", { cause });
    this.parts = parts;
    this.notices = notices;
  }
}
