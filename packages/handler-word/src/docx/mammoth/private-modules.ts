import { createRequire, Module } from "node:module";

/** Modules of a CommonJS package that nobody else in this process sees. */
export interface PrivateModules {
  /** Loads a module of the package, by its path from the package's folder, or one of its dependencies, by its name. */
  load(specifier: string): unknown;
  /** Puts something in the place of a module that is not loaded yet. */
  exchange(specifier: string, exports: unknown): void;
}

const requireHere: NodeJS.Require = createRequire(import.meta.url);

/**
 * Runs `work` with modules of a package that are loaded anew, with all that they need, and are forgotten afterwards:
 * what `work` exchanges is seen by these modules and by no other user of the package. Nothing else runs meanwhile.
 */
export function withPrivateModules<T>(packageName: string, work: (modules: PrivateModules) => T): T {
  const requireInside = createRequire(requireHere.resolve(`${packageName}/package.json`));
  const { cache } = requireHere;
  const others = Object.entries(cache);
  forgetAll(cache);
  try {
    return work({
      load: (specifier) => requireInside(specifier) as unknown,
      exchange(specifier, exports) {
        const path = requireInside.resolve(specifier);
        cache[path] = Object.assign(new Module(path), { filename: path, loaded: true, exports });
      },
    });
  } finally {
    forgetAll(cache);
    for (const [path, module] of others) cache[path] = module;
  }
}

function forgetAll(cache: NodeJS.Dict<NodeJS.Module>): void {
  for (const path of Object.keys(cache)) delete cache[path];
}
