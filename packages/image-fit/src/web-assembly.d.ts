declare namespace WebAssembly {
  /** The part of WebAssembly that is used here; Node's types leave it to the browser's. */
  function compile(bytes: Uint8Array): Promise<object>;
}
