import type { Recogniser } from "@reader/core";
import type { IsolatableRecogniser } from "./options/isolatable.ts";
import type { IsolateOptions } from "./isolate.ts";
import { resolveLimits, type IsolateLimits } from "./options/limits.ts";
import type { RemoteRecogniser } from "./parent/remote-recogniser.ts";

/** A recogniser with the same contract, run in child processes that can be killed. */
export interface IsolatedRecogniser extends Recogniser {
  /** Ends all child processes. Later images start new ones. */
  close(): Promise<void>;
}

/** An image does not make a process grow, and two processes are as fast as two cores. */
const defaultLimits: Partial<IsolateLimits> = { maxProcesses: 2, timeMs: 120_000 };

/**
 * Wraps a recogniser so that it runs in pooled child processes. A damaging image affects only its process, and one that
 * takes too long is killed. Starts nothing before the first image.
 */
export function isolateRecogniser(recogniser: IsolatableRecogniser, options: IsolateOptions = {}): IsolatedRecogniser {
  const { name, languages } = recogniser;
  let loading: Promise<RemoteRecogniser> | undefined;
  let loaded: RemoteRecogniser | undefined;
  const load = async (): Promise<RemoteRecogniser> => {
    const { createRemoteRecogniser } = await import("./parent/remote-recogniser.ts");
    const limits = resolveLimits({ ...defaultLimits, ...options.limits });
    return createRemoteRecogniser(recogniser, { ...options, limits });
  };
  return {
    name,
    languages,
    get condemned() {
      return loaded?.condemned ?? 0;
    },
    async recognise(image, given) {
      loaded = await (loading ??= load());
      return loaded.recognise(image, given);
    },
    async close() {
      await (await loading)?.close();
    },
  };
}
