// The part of WebAssembly used in tests; Node's types leave it to those of browsers.
declare namespace WebAssembly {
  /** A compiled module. */
  class Module {
    constructor(bytes: Uint8Array<ArrayBuffer>);
  }
  /** The error of compiling an invalid module. */
  class CompileError extends Error {}
}
