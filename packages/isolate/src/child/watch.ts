/** What the watching thread is told when it starts. */
export interface WatchOrders {
  /** Index 0: 1 while a handler works. */
  readonly busy: Int32Array;
  /** Index 0: when the work must be done, in nanoseconds of `process.hrtime`; 0 where nothing is under way. */
  readonly deadline: BigInt64Array;
  readonly maxMemoryBytes: number;
  readonly parentId: number;
  /** Where to write why the process is killed. */
  readonly verdictDescriptor: number;
}

/**
 * The watching thread: kills its process when its memory or time is used up or its parent is gone, whatever the main
 * thread does meanwhile. It is started from its own text, because a thread starts twice as quickly without a module;
 * so it may use nothing from outside.
 */
export function watch({ busy, deadline, maxMemoryBytes, parentId, verdictDescriptor }: WatchOrders): void {
  const { writeSync } = process.getBuiltinModule("node:fs");
  const nothing = new Uint8Array();
  const busyTickMs = 20;
  const idleTickMs = 250;

  const findFault = (): string | undefined => {
    const rss = process.memoryUsage.rss();
    if (rss > maxMemoryBytes) return `memory ${rss}`;
    const end = Atomics.load(deadline, 0);
    if (end !== 0n && process.hrtime.bigint() > end) return "time";
    return isOrphan() || isUnheard() ? "orphan" : undefined;
  };
  // The parent may go on without the thread of it that started this process: then even nothing cannot be written.
  const isUnheard = (): boolean => {
    try {
      writeSync(verdictDescriptor, nothing);
      return false;
    } catch (error) {
      return error instanceof Error && "code" in error && error.code === "EPIPE";
    }
  };
  const isOrphan = (): boolean => {
    if (process.platform !== "win32") return process.ppid !== parentId;
    try {
      return !process.kill(parentId, 0);
    } catch {
      return true;
    }
  };
  for (;;) {
    const isBusy = Atomics.load(busy, 0) === 1;
    Atomics.wait(busy, 0, isBusy ? 1 : 0, isBusy ? busyTickMs : idleTickMs);
    const fault = findFault();
    if (fault === undefined) continue;
    try {
      writeSync(verdictDescriptor, fault);
    } finally {
      process.kill(process.pid, "SIGKILL");
    }
  }
}
