/** One line of JSON; bytes as base64. Keys stand in the order in which the outcome has them. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    each instanceof Uint8Array ? Buffer.from(each.buffer, each.byteOffset, each.byteLength).toString("base64") : each,
  );
}
