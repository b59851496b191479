// What Node has of WebAssembly, as far as it is used here: its types come with those of browsers, which no code of Node's has.
declare namespace WebAssembly {
  class Module {
    private readonly isModule: true;
    /** At once, for modules of a few bytes. */
    constructor(bytes: Uint8Array);
  }
  class Memory {
    /** Another one after each growth. */
    readonly buffer: ArrayBuffer;
    /** @param pages of 64 KiB */
    grow(pages: number): number;
  }
  class Instance {
    readonly exports: Readonly<Record<string, unknown>>;
    constructor(module: Module, imports: Readonly<Record<string, object>>);
  }
  /** On threads of its own. */
  function compile(bytes: Uint8Array): Promise<Module>;
}
