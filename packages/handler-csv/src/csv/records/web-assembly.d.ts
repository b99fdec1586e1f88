export {};

declare global {
  /** The part of WebAssembly that the scan uses; Node's types leave it to the browser's. */
  namespace WebAssembly {
    class Module {
      constructor(bytes: Uint8Array);
    }
    class Memory {
      constructor(descriptor: { readonly initial: number });
      readonly buffer: ArrayBuffer;
    }
    class Instance {
      constructor(module: Module, imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>);
      readonly exports: {
        readonly countStarts: (start: number, end: number, marks: number) => number;
      };
    }
  }
}
