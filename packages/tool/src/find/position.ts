/** Where a search goes on: behind a file, or behind a line of it. */
export interface Position {
  readonly file: string;
  /** The last line that was searched; undefined where the whole file was. */
  readonly line?: number;
}

/** What a model sends back as `after`: the file, and `:12` where line 12 of it was the last. */
export function positionText({ file, line }: Position): string {
  if (line !== undefined) return `${file}:${line}`;
  // What ends like a line would be taken for one.
  return linePattern.test(file) ? `${file}:0` : file;
}

/** Understands `after`. */
export function parsePosition(after: string): Position {
  const [, file, digits] = linePattern.exec(after) ?? [];
  const line = Number(digits);
  if (file === undefined) return { file: after };
  return line > 0 ? { file, line } : { file };
}

const linePattern = /^(.+):(\d{1,15})$/s;
