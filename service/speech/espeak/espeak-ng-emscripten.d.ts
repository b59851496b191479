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
    /** Speaks in this call; the listener gets 16-bit samples piece by piece and ends it by returning true. */
    synthesize(text: string, listener: (samples: Int16Array | null, events: readonly unknown[]) => boolean): void;
  }

  export interface EspeakModule {
    readonly HEAPU8: Uint8Array;
    /** The address of this many bytes; 0 where there are not so many. */
    _malloc(bytes: number): number;
    readonly FS: { readdir(path: string): string[] };
    readonly eSpeakNGWorker: new () => EspeakWorker | Promise<EspeakWorker>;
  }

  export default function load(options?: {
    print?: (row: string) => void;
    printErr?: (row: string) => void;
  }): Promise<EspeakModule>;
}
