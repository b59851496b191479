// TypeScript declares these types only in its browser library, which code for Node doesn't use.
declare namespace WebAssembly {
  class Module {
    private readonly isModule: true;
    constructor(bytes: Uint8Array);
  }
  class Memory {
    /** A new buffer whenever the memory grows. */
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Instance {
    readonly exports: Readonly<Record<string, unknown>>;
    constructor(module: Module, imports: Readonly<Record<string, object>>);
  }
  function compile(bytes: Uint8Array): Promise<Module>;
}
