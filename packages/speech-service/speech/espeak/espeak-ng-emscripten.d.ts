declare module '@echogarden/espeak-ng-emscripten' {
  export interface EspeakVoiceEntry {
    /** A path below the languages folder, such as `gmw/en-GB-scotland`. */
    readonly identifier: string;
    readonly name: string;
    readonly languages: readonly { readonly priority: number; readonly name: string }[];
  }

  export interface EspeakWorker {
    list_voices(): EspeakVoiceEntry[];
    /** Returns 0 even if the name doesn't exist. */
    set_voice(name: string, language: string, gender: number, age: number, variant: number): number;
    /** Words per minute, 80 to 450. */
    set_rate(rate: number): void;
    /** 0 to 99, 50 is the voice's own. */
    set_pitch(pitch: number): void;
    set_range(range: number): void;
    /** 0 to 200, 100 is the voice's own. */
    set_volume(volume: number): void;
    get_samplerate(): number;
    getSizeOfEventStruct_(): number;
    /** Speaks synchronously, with a listener from `addFunction`. Used by `synthesize`. */
    synth_(text: string, listener: number): void;
    /** Speaks synchronously. The listener receives 16-bit samples and returns true to stop. */
    synthesize(text: string, listener: (samples: Int16Array | null, events: readonly unknown[]) => boolean): void;
  }

  export interface EspeakEvent {
    get_type(): number;
    /** The text position of the word or sentence in code points, starting at 1. */
    get_text_position(): number;
  }

  /** Receives the addresses of 16-bit samples and of events. Returns a nonzero value to stop. */
  export type EspeakListener = (samples: number, length: number, events: number) => number;

  export interface EspeakModule {
    /** The entire memory. It is replaced when the memory grows. */
    readonly HEAPU8: Uint8Array;
    readonly HEAP16: Int16Array;
    readonly espeak_EVENT: unknown;
    readonly espeakEVENT_LIST_TERMINATED: number;
    readonly espeakEVENT_WORD: number;
    readonly espeakEVENT_SENTENCE: number;
    readonly espeakEVENT_END: number;
    wrapPointer(address: number, kind: unknown): EspeakEvent;
    addFunction(listener: EspeakListener): number;
    _malloc(bytes: number): number;
    readonly FS: { readdir(path: string): string[] };
    readonly eSpeakNGWorker: new () => EspeakWorker | Promise<EspeakWorker>;
  }

  export default function load(options?: {
    print?: (row: string) => void;
    printErr?: (row: string) => void;
    /**
     * Returns the package's data, so that the package doesn't load the data itself. The constructor of the returned
     * object must be named `ArrayBuffer`.
     */
    getPreloadedPackage?: () => ArrayBufferLike;
  }): Promise<EspeakModule>;
}
