import { setEngine } from "node:crypto";
import fs from "node:fs";
import { createRequire, Module } from "node:module";
import { constants } from "node:os";
import { relative } from "node:path";
import { createSecureContext } from "node:tls";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { callingOut, escaping } from "./escaping.ts";
import { hanging, hoarding } from "./exhausting.ts";
import { dying, loading, throwing } from "./failing.ts";
import { malformed, untimely } from "./invalid-output.ts";
import {
  type Action,
  attempt,
  type Described,
  doing,
  family,
  type Misbehaviour,
  refused,
  type Stage,
} from "./misbehaviour.ts";
import { asking, flooding } from "./overloading.ts";
import { leaking, polluting, printing } from "./process-misuse.ts";

type LoadAddon = (module: object, file: unknown, flags?: number) => void;

/** Looked up for every attempt, because the function may have been replaced. */
const load: LoadAddon = (module, file, flags) => {
  const dlopen = Reflect.get(process, "dlopen") as LoadAddon;
  if (flags === undefined) dlopen(module, file);
  else dlopen(module, file, flags);
};

/** Returns the path of a native library, which is the second line of the file. */
async function nativeFile({ source }: Stage): Promise<string> {
  return new TextDecoder().decode(await source.bytes()).split("\n")[1] ?? "";
}

/** Tries ways to load the library. It leaves a mark if one works, even if Node then throws. */
function tryingToLoad(...ways: readonly ((file: string) => unknown)[]): Action {
  return async (stage) => {
    const file = await nativeFile(stage);
    return attempt(...ways.map((way) => () => way(file)));
  };
}

/** Creates a path that is harmless when it is checked, and another one the next time. */
function changingPath(file: string): object {
  let reads = 0;
  return { toString: () => ((reads += 1) % 2 === 1 ? import.meta.filename : file) };
}

/** `require` of a path, and the functions that it calls. */
const requireWays: readonly ((file: string) => unknown)[] = [
  (file): unknown => createRequire(import.meta.url)(file),
  (file): unknown => createRequire(file)(file),
  (file) => (Reflect.get(Module, "_load") as (request: string) => unknown)(file),
  (file) => {
    const loaders = Reflect.get(Module, "_extensions") as Record<string, (module: object, file: string) => void>;
    loaders[".node"]?.(new Module(file), file);
  },
  (file) => (Reflect.get(new Module(file), "load") as (file: string) => void).call(new Module(file), file),
];

async function importNative(stage: Stage): Promise<string> {
  const file = await nativeFile(stage);
  try {
    await import(pathToFileURL(file).href);
    return "Allowed: to import it";
  } catch {
    return "Refused.";
  }
}

const threadCode = `process.dlopen({ exports: {} }, require("node:worker_threads").workerData)`;

async function loadInThread(stage: Stage): Promise<string> {
  const file = await nativeFile(stage);
  return new Promise((resolve) => {
    try {
      const worker = new Worker(threadCode, { eval: true, workerData: file });
      worker.once("exit", () => resolve("Allowed: to start a thread"));
      worker.once("error", () => undefined);
    } catch {
      resolve("Refused.");
    }
  });
}

/** Functions that a check of paths could use, and their replacements. */
const replaced: readonly { readonly owner: object; readonly name: string | symbol; readonly value: unknown }[] = [
  { owner: String.prototype, name: "startsWith", value: () => true },
  { owner: String.prototype, name: "slice", value: () => import.meta.dirname },
  { owner: String.prototype, name: "includes", value: () => true },
  { owner: Array.prototype, name: "some", value: () => true },
  { owner: Array.prototype, name: "find", value: () => import.meta.dirname },
  { owner: Array.prototype, name: "includes", value: () => true },
  { owner: Array.prototype, name: Symbol.iterator, value: () => ({ next: () => ({ done: true }) }) },
  { owner: fs.realpathSync, name: "native", value: () => import.meta.filename },
  { owner: process, name: "dlopen", value: () => undefined },
];

/** Loads the library with replaced methods, then restores them. Arrays are not destructured meanwhile. */
async function loadWithOtherMethods(stage: Stage): Promise<string> {
  const file = await nativeFile(stage);
  const before = replaced.map(({ owner, name }) => Reflect.getOwnPropertyDescriptor(owner, name));
  const module = { exports: {} };
  const { dlopen } = process as unknown as { readonly dlopen: LoadAddon };
  try {
    for (let index = 0; index < replaced.length; index += 1) {
      const target = replaced[index];
      if (target !== undefined) Reflect.set(target.owner, target.name, target.value);
    }
    dlopen(module, file);
    return "Allowed: with replaced methods";
  } catch {
    return "Refused.";
  } finally {
    for (let index = 0; index < replaced.length; index += 1) {
      const target = replaced[index];
      const descriptor = before[index];
      if (target !== undefined && descriptor !== undefined) {
        Reflect.defineProperty(target.owner, target.name, descriptor);
      }
    }
  }
}

/** Other ways to load native code: OpenSSL engines, foreign function calls, process replacement. */
const otherLoaders: readonly ((file: string) => unknown)[] = [
  (file) => setEngine(file),
  (file) => createSecureContext({ privateKeyEngine: file, privateKeyIdentifier: "key" }),
  (file) => createSecureContext({ clientCertEngine: file }),
  (file) => {
    const find = Reflect.get(process, "getBuiltinModule") as (name: string) => object | undefined;
    const open: unknown = Reflect.get(find("node:ffi") ?? {}, "dlopen");
    if (typeof open !== "function") throw new TypeError("This Node lacks it.");
    Reflect.apply(open, undefined, [file]);
  },
  (file) =>
    (Reflect.get(process, "binding") as (name: string) => { dlopen(file: string): void })("process").dlopen(file),
  (file) => {
    const replace: unknown = Reflect.get(process, "execve");
    if (typeof replace !== "function") throw new TypeError("This Node lacks it.");
    Reflect.apply(replace, process, ["/bin/sh", ["sh", "-c", `: > ${file.replace(/mark\.node$/, "mark")}`], {}]);
  },
];

const way: Pick<Described, "expected" | "needs"> = { expected: refused, needs: "native-code" };

const members: readonly Described[] = [
  {
    ...way,
    name: "loads-native-code",
    does: "Loads a native library, although it does not declare one.",
    read: doing(tryingToLoad((file) => load({ exports: {} }, file))),
  },
  ...(
    [
      [
        "loads-foreign-addon",
        "Loads native code from outside of its packages.",
        tryingToLoad((file) => load({ exports: {} }, file)),
      ],
      [
        "loads-addon-with-flags",
        "Loads native code from outside of its packages, with global symbols.",
        tryingToLoad((file) => load({ exports: {} }, file, constants.dlopen.RTLD_NOW | constants.dlopen.RTLD_GLOBAL)),
      ],
      ["requires-addon", "Requires native code from outside of its packages.", tryingToLoad(...requireWays)],
      ["imports-addon", "Imports native code from outside of its packages.", importNative],
      ["loads-addon-in-thread", "Loads native code from outside of its packages in a thread.", loadInThread],
      [
        "disguises-addon",
        "Passes a path of native code that differs when it is checked.",
        tryingToLoad(
          (file) => load({ exports: {} }, changingPath(file)),
          (file) => load({ exports: {} }, `${file}\0/../${import.meta.filename}`),
          (file) => load({ exports: {} }, relative(process.cwd(), file)),
          (file) => load({ exports: {} }, `${import.meta.dirname}/${relative(import.meta.dirname, file)}`),
          (file) => load({ exports: {} }, new TextEncoder().encode(file)),
        ),
      ],
      [
        "loads-addon-with-other-methods",
        "Replaces methods that a check of paths could use, and loads native code.",
        loadWithOtherMethods,
      ],
      [
        "loads-native-code-otherwise",
        "Loads native code through OpenSSL, foreign functions and internal bindings.",
        tryingToLoad(...otherLoaders),
      ],
    ] as const
  ).map(([name, does, action]): Described => ({ ...way, addons: true, name, does, read: doing(action) })),
];

/** Handlers that try to escape through native code. */
const loadingNative: readonly Misbehaviour[] = family("escaping", members);

/** All misbehaviours, by family. */
export const misbehaviours: readonly Misbehaviour[] = [
  ...throwing,
  ...hanging,
  ...hoarding,
  ...dying,
  ...printing,
  ...flooding,
  ...malformed,
  ...untimely,
  ...asking,
  ...leaking,
  ...escaping,
  ...callingOut,
  ...loadingNative,
  ...polluting,
  ...loading,
];
