/** Number of items that are worked on slowly at once. Most of them are documents, each of which occupies a process. */
const maxSlow = 4;

/** Maximum number of items ahead of the oldest unfinished one, whose results must wait for it. */
const maxAhead = 256;

/** The work on one item: `slow` is for those of which `quick` returns nothing. Neither rejects. */
export interface Steps<Item, Result> {
  readonly quick: (item: Item) => Promise<Result | undefined>;
  readonly slow: (item: Item) => Promise<Result>;
}

interface Started<Result> {
  readonly done: Promise<Result>;
  isDone: boolean;
}

/**
 * Works on several items at once, and yields the results in the order of the items. When the consumer stops, waits for
 * the work that has started.
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  { quick, slow }: Steps<Item, Result>,
): AsyncGenerator<Result, void, undefined> {
  const started: Started<Result>[] = [];
  const pool = createPool(maxSlow);
  // Quick work never waits for anything, so timers and processes would not get their turn.
  const breathe = createYielder();
  try {
    for await (const item of items) {
      await breathe();
      const result = await quick(item);
      started.push(result === undefined ? start(pool.run(() => slow(item))) : finished(result));
      while (started[0]?.isDone === true || started.length > maxAhead) {
        const oldest = started.shift();
        if (oldest !== undefined) yield await oldest.done;
      }
    }
    for (let oldest = started.shift(); oldest !== undefined; oldest = started.shift()) yield await oldest.done;
  } finally {
    await Promise.all(started.map(({ done }) => done));
  }
}

function start<Result>(done: Promise<Result>): Started<Result> {
  const work = { done, isDone: false };
  void done.then(() => (work.isDone = true));
  return work;
}

function finished<Result>(result: Result): Started<Result> {
  return { done: Promise.resolve(result), isDone: true };
}

/** Maximum time between two turns of the event loop, in milliseconds. */
const maxBusyMs = 25;

/** Creates a function to await between steps that wait for nothing. It yields to the event loop when it is time. */
function createYielder(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxBusyMs) return;
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  };
}

/** Runs at most `width` tasks at once; the others wait in order. */
function createPool(width: number): { readonly run: <Result>(task: () => Promise<Result>) => Promise<Result> } {
  const waiting: (() => void)[] = [];
  let free = width;
  return {
    async run(task) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await task();
      } finally {
        const next = waiting.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
}
