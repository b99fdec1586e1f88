import type { Recogniser } from "@reader/core/handler";
import type { IsolatableRecogniser } from "./options/isolatable.ts";
import type { IsolateOptions } from "./isolate.ts";
import { resolveLimits, type IsolateLimits } from "./options/limits.ts";
import type { RemoteRecogniser } from "./parent/remote-recogniser.ts";

/** A recogniser with the same contract, run in child processes that can be killed. */
export interface IsolatedRecogniser extends Recogniser {
  /** Ends all child processes; later pictures start new ones. */
  close(): Promise<void>;
}

/** A picture after which a process is only as large as it was before; two at once are as quick as two cores. */
const defaultLimits: Partial<IsolateLimits> = { maxProcesses: 2, timeMs: 120_000 };

/**
 * The same recogniser, run in pooled child processes: what a picture does to its engine happens to nobody else, and one
 * that takes too long is killed. Nothing is started or looked for before the first picture.
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
