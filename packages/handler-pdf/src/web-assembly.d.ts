declare namespace WebAssembly {
  /** The part of WebAssembly that is used here; Node's types leave it to the browser's. */
  function instantiate(module: object, imports: object): Promise<object>;
}
