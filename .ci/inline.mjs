// What `pack.mjs` needs to take the JavaScript of a dependency into `lib`. A manifest names such dependencies in
// `inlined`: to load the sixty modules of sharp costs every process that meets a picture 25 ms, and one file costs 5.
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
      return code
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

/** What sharp learns its platform with would start a process where nothing else tells: it is loaded when it does. */
const childProcess = "const childProcess = require('child_process');";
const lateChildProcess = `const childProcess = {
  exec: (...given) => process.getBuiltinModule("node:child_process").exec(...given),
  execSync: (...given) => process.getBuiltinModule("node:child_process").execSync(...given),
};`;

function lateFunction(name, from) {
  if (!/^\w+$/.test(name)) throw new Error(`An import of ${from} that is not understood: ${name}`);
  return `const ${name} = (...given) => process.getBuiltinModule("${from}").${name}(...given);`;
}
