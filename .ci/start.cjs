#!/usr/bin/env node
"use strict";
// Starts a bundled program. The build copies this file to `lib/main.cjs`, and `.ci/store-code.cjs` stores the compiled code
// of `lib/program.cjs`. V8 only takes code of its own version, so the name of that file has the version of Node; under
// another version the program is compiled as usual.
const { readFileSync } = require("node:fs");
const { Script, constants } = require("node:vm");

const filename = `${__dirname}/program.cjs`;
const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(filename, "latin1")}\n})`;
const script = new Script(source, {
  filename,
  cachedData: readCode(`${__dirname}/program-${process.version}-${process.arch}.code`),
  importModuleDynamically: constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
// The other files of the bundle require this one, and get what the program exports.
script.runInThisContext()(exports, require, module, filename, __dirname);

function readCode(path) {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
