// What `pack.mjs` needs to take the JavaScript of a dependency into `lib`. A manifest names such dependencies in
// `inlined`: loading the sixty modules of sharp costs every process that reads an image 25 ms, and one file costs 5 ms.
// The dependency stays one, in exactly this version: its native code is found where it is installed.

/**
 * Leaves nothing in the modules of the named packages that depends on where they lie, and loads modules of Node when
 * they are used: an `import` of one evaluates all that it exports.
 * @param {readonly string[]} names
 */
export function inlinePackages(names) {
  return {
    name: "inline-packages",
    transform(code, id) {
      if (id.includes("/node_modules/detect-libc/")) return code.replace(childProcess, lateChildProcess);
      const name = names.find((each) => id.includes(`/node_modules/${each}/`));
      if (name === undefined || !id.endsWith(".mjs")) return undefined;
      return withLateParts(code, id)
        .replaceAll("createRequire(import.meta.url)", `createRequire(import.meta.resolve("${name}"))`)
        .replace(/^import (\w+) from ["'](node:[\w/]+)["'];?$/gm, 'const $1 = process.getBuiltinModule("$2");')
        .replace(/^import \{([^}]+)\} from ["'](node:[\w/]+)["'];?$/gm, (_, functions, from) =>
          functions
            .split(",")
            .map((each) => lateFunction(each.trim(), from))
            .join("\n"),
        );
    },
  };
}

/**
 * By the end of a module's path: an import that is replaced, and the code that loads it on first use. Colours in messages
 * are not used here, and only one function of the version comparison is called at start; both are a dozen modules, which
 * together take a new process 5 ms. The check whether sharp was built on this machine takes Node 1 ms.
 */
const lateParts = {
  "sharp/dist/colour.mjs": [
    "import color from '@img/colour';",
    "const color = (value) => require('@img/colour')(value);",
  ],
  "sharp/dist/libvips.mjs": [
    "import semver from 'semver';",
    `const semver = {
      coerce: (...given) => require('semver/functions/coerce')(...given),
      gte: (...given) => require('semver/functions/gte')(...given),
      satisfies: (...given) => require('semver/functions/satisfies')(...given),
    };`,
  ],
  "sharp/dist/sharp.mjs": [
    "require(`../src/build/Release/",
    "((name) => {\n" +
      '  const path = "../src/build/Release/" + name;\n' +
      '  const place = new URL(path, import.meta.resolve("sharp"));\n' +
      '  if (process.getBuiltinModule("node:fs").existsSync(place)) return require(path);\n' +
      '  throw Object.assign(new Error("There is no " + path), { code: "MODULE_NOT_FOUND" });\n' +
      "})(`",
  ],
};

function withLateParts(code, id) {
  const [, parts] = Object.entries(lateParts).find(([end]) => id.endsWith(`/${end}`)) ?? [];
  if (parts === undefined) return code;
  const [part, late] = parts;
  if (!code.includes(part)) throw new Error(`${id} has nothing like this any more: ${part}`);
  return code.replaceAll(part, () => late);
}

/** sharp's platform detection may start a process, so it is loaded only when it is needed. */
const childProcess = "const childProcess = require('child_process');";
const lateChildProcess = `const childProcess = {
  exec: (...given) => process.getBuiltinModule("node:child_process").exec(...given),
  execSync: (...given) => process.getBuiltinModule("node:child_process").execSync(...given),
};`;

function lateFunction(name, from) {
  if (!/^\w+$/.test(name)) throw new Error(`An import of ${from} that is not understood: ${name}`);
  return `const ${name} = (...given) => process.getBuiltinModule("${from}").${name}(...given);`;
}
