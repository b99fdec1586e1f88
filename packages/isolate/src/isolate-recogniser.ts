import type { HandlerOrigin, Recogniser } from "@reader/core/handler";
import { resolveLimits, type IsolateLimits } from "./limits.ts";
import type { IsolateOptions } from "./isolate.ts";
import type { RemoteRecogniser } from "./parent/remote-recogniser.ts";

/** How another process makes a recogniser, and what it must read for that. */
export interface RecogniserOrigin extends HandlerOrigin {
  /** Folders besides those of the packages that the module depends on, absolute: data of languages. */
  readonly reads?: readonly string[];
}

/** A recogniser that another process can make, too. */
export interface IsolatableRecogniser extends Recogniser {
  /** Looks for what it needs, and fails with a `ReadError` that names the package where something is not installed. */
  origin(): RecogniserOrigin | Promise<RecogniserOrigin>;
}

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
  const load = async (): Promise<RemoteRecogniser> => {
    const { createRemoteRecogniser } = await import("./parent/remote-recogniser.ts");
    const limits = resolveLimits({ ...defaultLimits, ...options.limits });
    return createRemoteRecogniser(recogniser, { ...options, limits });
  };
  return {
    name,
    languages,
    async recognise(image, given) {
      return (await (loading ??= load())).recognise(image, given);
    },
    async close() {
      const loaded = await loading;
      await loaded?.close();
    },
  };
}
