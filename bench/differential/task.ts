// @boundaries-ignore the comparison is in the tests of the PDF handler, and not published
import type { Comparison } from "../../packages/handler-pdf/test/extract/fast-path/compare-pages.ts";

/** A document to compare: all its pages, or one of them with mutated content. */
export interface Task {
  readonly path: string;
  readonly password?: string;
  /** The seed of the mutation. */
  readonly mutation?: number;
}

/** The outcome of a task. */
export interface TaskResult {
  readonly pages: readonly Comparison[];
  /** The mutated page; absent if all pages were compared. */
  readonly page?: number;
}
