/** Endings of what is read as it stands, by no handler. */
const plainEndings = /^[^.]*$|\.(?:log|txt|text|out|err|lst|sql|json|jsonl|ndjson|xml|md|yaml|yml|\d+)$/i;

const lookedAtBytes = 64 * 1024;

/** Whether a large file can be shown piece by piece: UTF-8 by its start, and by its name nothing that is converted. */
export function isPlainText(name: string, start: Uint8Array): boolean {
  const looked = start.subarray(0, lookedAtBytes);
  if (!plainEndings.test(name) || looked.includes(0)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(looked, { stream: true });
    return true;
  } catch {
    return false;
  }
}
