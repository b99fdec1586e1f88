declare namespace WebAssembly {
  /** The part of WebAssembly used here; Node's types leave it to those of browsers. */
  function instantiate(module: object, imports: object): Promise<object>;
}
