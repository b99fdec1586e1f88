"use strict";
// `node --require store-code.cjs lib/main.cjs FILE` runs a built program, and at its end stores the code that V8 compiled for
// it. The code holds the functions that have run, so FILE should be what users read most.
const { writeFileSync } = require("node:fs");
const paths = require("node:path");
const vm = require("node:vm");

const { Script } = vm;

vm.Script = class extends Script {
  constructor(source, options) {
    super(source, options);
    const path = paths.join(paths.dirname(options.filename), `program-${process.version}-${process.arch}.code`);
    process.once("exit", () => writeFileSync(path, this.createCachedData()));
  }
};
