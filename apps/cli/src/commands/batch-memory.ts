/** Size of the heap from which it is collected, in bytes. */
const leastDueBytes = 40_000_000;

/**
 * Keeps the heap of a long run small: the young generation at its initial size, and a collection whenever the heap is large
 * and at least half of it is probably garbage. V8 alone lets the garbage of small files grow to 200 MB. Returns a function
 * to call from time to time. The figures are in decision 0052. Does nothing in a runtime without V8's flags, such as Bun.
 */
export function keepHeapSmall(): () => void {
  const { getHeapStatistics, setFlagsFromString } = process.getBuiltinModule("node:v8");
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--expose-gc");
  const collect = process.getBuiltinModule("node:vm").runInNewContext("globalThis.gc") as (() => void) | undefined;
  if (collect === undefined) return () => undefined;
  let dueBytes = leastDueBytes;
  return () => {
    if (getHeapStatistics().used_heap_size < dueBytes) return;
    collect();
    dueBytes = Math.max(leastDueBytes, getHeapStatistics().used_heap_size * 2);
  };
}
