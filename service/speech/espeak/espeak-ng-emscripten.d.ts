// The package brings no types. Only what is used here is declared.
declare module '@echogarden/espeak-ng-emscripten' {
  export interface EspeakVoiceEntry {
    /** A path below the folder of languages, such as `gmw/en-GB-scotland`. */
    readonly identifier: string;
    readonly name: string;
    readonly languages: readonly { readonly priority: number; readonly name: string }[];
  }

  export interface EspeakWorker {
    list_voices(): EspeakVoiceEntry[];
    /** Answers 0 also for a name that does not exist. */
    set_voice(name: string, language: string, gender: number, age: number, variant: number): number;
    /** Words in a minute, 80 to 450. */
    set_rate(rate: number): void;
    /** 0 to 99, 50 is the voice's own. */
    set_pitch(pitch: number): void;
    /** 0 to 99, 50 is the voice's own. */
    set_range(range: number): void;
    /** 0 to 200, 100 is the voice's own. */
    set_volume(volume: number): void;
    get_samplerate(): number;
    /** Bytes from one event of a list to the next. */
    getSizeOfEventStruct_(): number;
    /** What `synthesize` calls: speaks in this call, with a listener that was given to `addFunction`. */
    synth_(text: string, listener: number): void;
    /** Speaks in this call; the listener gets 16-bit samples piece by piece and ends it by returning true. */
    synthesize(text: string, listener: (samples: Int16Array | null, events: readonly unknown[]) => boolean): void;
  }

  /** Something that happens in the sound that comes with it. */
  export interface EspeakEvent {
    get_type(): number;
    /** The place in the text of the word or sentence, in characters (code points) from 1. */
    get_text_position(): number;
  }

  /** Gets the address of 16-bit samples, how many they are, and the address of a list of events; anything but 0 ends it. */
  export type EspeakListener = (samples: number, length: number, events: number) => number;

  export interface EspeakModule {
    /** All memory. Other views take their place when it grows. */
    readonly HEAPU8: Uint8Array;
    readonly HEAP16: Int16Array;
    readonly espeak_EVENT: unknown;
    readonly espeakEVENT_LIST_TERMINATED: number;
    readonly espeakEVENT_WORD: number;
    readonly espeakEVENT_SENTENCE: number;
    readonly espeakEVENT_END: number;
    wrapPointer(address: number, kind: unknown): EspeakEvent;
    /** @returns the number by which the listener is known */
    addFunction(listener: EspeakListener): number;
    /** The address of this many bytes; 0 if there is not enough memory. */
    _malloc(bytes: number): number;
    readonly FS: { readdir(path: string): string[] };
    readonly eSpeakNGWorker: new () => EspeakWorker | Promise<EspeakWorker>;
  }

  export default function load(options?: {
    print?: (row: string) => void;
    printErr?: (row: string) => void;
    /** The package's data, where they need not be read. What it gives must say `ArrayBuffer` of itself. */
    getPreloadedPackage?: () => ArrayBufferLike;
  }): Promise<EspeakModule>;
}
