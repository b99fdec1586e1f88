/**
 * Works on items as they come, several at once, and gives the results in the order of the items. When the consumer
 * stops, what was begun is waited for. `work` must not reject.
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  width: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const begun: Promise<Result>[] = [];
  try {
    for await (const item of items) {
      begun.push(work(item));
      const oldest = begun.length < width ? undefined : begun.shift();
      if (oldest !== undefined) yield await oldest;
    }
    for (let oldest = begun.shift(); oldest !== undefined; oldest = begun.shift()) yield await oldest;
  } finally {
    await Promise.all(begun);
  }
}
