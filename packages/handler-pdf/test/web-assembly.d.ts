// The part of WebAssembly that a test uses; Node's types leave it to the browser's.
declare namespace WebAssembly {
  /** A compiled module. */
  class Module {
    constructor(bytes: Uint8Array<ArrayBuffer>);
  }
  /** What compiling a wrong module throws. */
  class CompileError extends Error {}
}
