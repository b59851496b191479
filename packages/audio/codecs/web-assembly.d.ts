// Types for the used parts of WebAssembly. TypeScript only includes them in its browser library, which Node code
// doesn't use.
declare namespace WebAssembly {
  class Module {
    private readonly isModule: true;
    /** Compiles synchronously; for small modules. */
    constructor(bytes: Uint8Array);
  }
  class Memory {
    /** Replaced after each growth. */
    readonly buffer: ArrayBuffer;
    /** @param pages of 64 KiB */
    grow(pages: number): number;
  }
  class Instance {
    readonly exports: Readonly<Record<string, unknown>>;
    constructor(module: Module, imports: Readonly<Record<string, object>>);
  }
  /** Compiles on background threads. */
  function compile(bytes: Uint8Array): Promise<Module>;
}
