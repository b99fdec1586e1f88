/** One entry of a folder. */
export interface FileEntry {
  readonly name: string;
  /** What to ask for. */
  readonly path: string;
  readonly kind: "folder" | "file" | "link" | "other";
  /** Present for a file that the policy denies. */
  readonly isDenied?: true;
}

/** What a folder holds, or why that cannot be told. */
export type Listing =
  | { readonly ok: true; readonly entries: readonly FileEntry[]; readonly isComplete: boolean }
  | { readonly ok: false; readonly message: string; readonly hint: string };

/** A file that was dropped, or why it was not taken. */
export type Dropped = { readonly ok: true; readonly path: string } | { readonly ok: false; readonly message: string };
