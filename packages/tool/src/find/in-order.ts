/** Number of items that are worked on slowly at once. Most of them are documents, each of which occupies a process. */
const maxSlow = 4;

/**
 * Maximum number of items ahead of the oldest unfinished one, whose results must wait for it. Enough to see many
 * documents of each kind, so that one process reads them in turn.
 */
const maxAhead = 1024;

/** The result of quick work on an item, or the lane of the slow work on it. */
export type Quick<Result> = { readonly result: Result } | { readonly lane: string | undefined };

/** The work on one item: `slow` is for those of which `quick` returns no result. Neither rejects. */
export interface Steps<Item, Result> {
  readonly quick: (item: Item) => Promise<Quick<Result>>;
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
      const done = await quick(item);
      started.push("result" in done ? finished(done.result) : start(pool.run(done.lane, () => slow(item))));
      while (started[0]?.isDone === true || started.length > maxAhead) {
        if (started[0]?.isDone === false) pool.widen();
        const oldest = started.shift();
        if (oldest !== undefined) yield await oldest.done;
      }
    }
    pool.widen();
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
const maxBusyMs = 5;

/** Creates a function to await between steps that wait for nothing. It yields to the event loop when it is time. */
function createYielder(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxBusyMs) return;
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  };
}

/**
 * Number of waiting tasks of a lane for which one more of them runs at once. A process takes a quarter of a second to
 * start, in which another one reads about as many small documents.
 */
const tasksPerWidening = 24;

/**
 * Maximum number of tasks of a lane that run in turn while another lane waits. The results of later items wait for the
 * first task of that lane.
 */
const maxInTurn = 16;

interface Pool {
  /** Runs a task when it is its turn. Tasks without a lane wait only for room. */
  run<Result>(lane: string | undefined, task: () => Promise<Result>): Promise<Result>;
  /** Lets lanes with many tasks use the room that is left. Called when no task arrives before one ends. */
  widen(): void;
}

interface Waiting {
  readonly lane: string | undefined;
  readonly begin: () => void;
}

/**
 * Runs at most `width` tasks at once. Tasks without a lane come first, because they are short. When a task of a lane
 * ends, another of that lane begins, because the process that read its document is still there: isolation keeps only
 * some processes, and ends others when it starts more. After some in turn, lanes that wait come first. Two tasks of a
 * lane run at once only if many of it wait, and no other lane does: one more process takes longer to start than a few
 * documents to read. That is decided when a task ends or no more arrive, when more of the items are known than when one
 * arrives.
 */
function createPool(width: number): Pool {
  const waiting: Waiting[] = [];
  const running = new Map<string | undefined, number>();
  /** The number of tasks that a lane has begun in turn. */
  const turns = new Map<string | undefined, number>();
  let free = width;
  const count = (lane: string | undefined): number => running.get(lane) ?? 0;
  const inTurn = (lane: string | undefined): number => turns.get(lane) ?? 0;
  const mayWiden = (lane: string | undefined): boolean => {
    const queued = waiting.filter((each) => each.lane === lane).length;
    return count(lane) <= Math.floor(queued / tasksPerWidening);
  };
  const chooseNext = (last: string | undefined, isWider: boolean): number => {
    const isIdle = (lane: string | undefined): boolean => count(lane) === 0;
    const choices: readonly ((each: Waiting) => boolean)[] = [
      ({ lane }) => lane === undefined,
      ({ lane }) => lane === last && isIdle(lane) && inTurn(lane) < maxInTurn,
      ({ lane }) => lane !== last && isIdle(lane),
      ({ lane }) => isIdle(lane),
      ({ lane }) => isWider && mayWiden(lane),
    ];
    for (const isChosen of choices) {
      const at = waiting.findIndex(isChosen);
      if (at >= 0) return at;
    }
    return -1;
  };
  const beginNext = (isWider: boolean, last?: string): void => {
    while (free > 0) {
      const at = chooseNext(last, isWider);
      const [next] = at < 0 ? [] : waiting.splice(at, 1);
      if (next === undefined) return;
      free -= 1;
      running.set(next.lane, count(next.lane) + 1);
      turns.set(next.lane, next.lane === last ? inTurn(next.lane) + 1 : 1);
      next.begin();
    }
  };
  return {
    async run(lane, task) {
      await new Promise<void>((begin) => {
        waiting.push({ lane, begin });
        beginNext(false);
      });
      try {
        return await task();
      } finally {
        free += 1;
        running.set(lane, count(lane) - 1);
        beginNext(true, lane);
      }
    },
    widen: () => beginNext(true),
  };
}
