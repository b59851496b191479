// What Node has of WebAssembly, as far as it is used here: its types come with those of browsers, which a service has not.
declare namespace WebAssembly {
  class Module {
    private readonly isModule: true;
  }
  class Memory {
    readonly buffer: ArrayBuffer;
  }
  class Instance {
    readonly exports: Readonly<Record<string, unknown>>;
    constructor(module: Module, imports: Readonly<Record<string, object>>);
  }
  /** On threads of its own. */
  function compile(bytes: Uint8Array): Promise<Module>;
}
