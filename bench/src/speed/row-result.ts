/** What a row gave, in words, and the figure that is held against the limit. */
export interface RowResult {
  readonly ours: string;
  readonly theirs: string;
  readonly value: number;
}

/** What the process of a row tells the bench. */
export type RowMessage =
  /** A file has been made, which takes time and leaves its traces in the process. */
  | { readonly type: "made" }
  | { readonly type: "measured"; readonly result: RowResult }
  | { readonly type: "failed"; readonly reason: string };
