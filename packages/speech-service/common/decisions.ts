// Values that the specification leaves open. `docs/service.md` describes the same decisions.
import type { Engine, OutputFormat, Quality } from '@lectern/tts-protocol';

export const DECISIONS = {
  /** Maximum text length of a job, in code points. */
  textCharacters: 20_000,
  /** The newest engine, used if neither an engine nor a voice is given. */
  engine: 'SvcDialog' satisfies Engine as Engine,
  /** Maximum number of threads, which use up to 80 MB each. The `streams` threads are reserved for streams. */
  speechThreads: { jobs: 4, streams: 2 },
  /**
   * How many seconds of audio to speak ahead of a stream's reader. All streams share `shared` seconds, but each gets at
   * least `min`. `held` seconds stay in memory, and the rest is on disk.
   */
  streamAheadSeconds: { held: 12, min: 60, shared: 1800 },
  streamStallSeconds: 60,

  /**
   * Maximum body size: 50 texts of maximum length, with every character written as two `\uXXXX` escapes, plus overhead.
   */
  bodyBytes: 16 * 1024 * 1024,
  /** Maximum number of JSON values in a body. The largest valid batch has about a thousand. */
  bodyValues: 131_072,
  /** Memory in bytes for request bodies that are being received. One body at a time can exceed this limit. */
  bodyMemoryBytes: 16 * 1024 * 1024,
  prefixCharacters: 1000,

  defaults: {
    outputFormat: 'mp3' satisfies OutputFormat as OutputFormat,
    quality: 'medium' satisfies Quality as Quality,
    speed: 1,
    temperature: 1,
  },
  /** Jobs without a seed get a random one below this number. It is stored, so it survives restarts. */
  drawnSeeds: 2 ** 31,

  leadSeconds: 0.03,
  tailSeconds: 0.07,
  turnPauseSeconds: 0.35,
  /** Seconds of silence rendered for a text with nothing to speak, for example only punctuation or white space. */
  silenceSeconds: 0.3,
  /** Maximum audio length of a job in seconds; longer jobs fail with a reason. */
  audioSeconds: 3600,
  threadStallSeconds: 60,
  /** Maximum attempts at a job whose worker thread keeps crashing. The job fails after the last attempt. */
  attempts: 3,

  /** Overall progress at the end of each stage, where 1 means completed. Encoding takes about as long as synthesis. */
  stageEnds: { queued: 0, active: 0.01, preload: 0.04, generate: 0.6, postprocessing: 0.99 },
  progressStep: 0.01,
  pingSeconds: 15,

  addressSeconds: 3600,
  keptSeconds: 7 * 24 * 3600,
  sweepSeconds: 3600,

  /** Voices of external servers and programs (speech/elsewhere). */
  elsewhere: {
    /** Timeouts for connecting, for receiving no bytes, and for a whole segment. */
    timeouts: { connectSeconds: 5, idleSeconds: 120, totalSeconds: 600 },
    tries: 4,
    backoffSeconds: { first: 0.5, factor: 2 },
    /**
     * Maximum seconds to wait between a segment's attempts, in total. If the server asks for a longer delay, the
     * segment fails.
     */
    retrySeconds: 30,
    /** For this many seconds after an engine was found unreachable, its jobs fail immediately. */
    downSeconds: 5,
    liveCharacters: 1000,
    aheadSeconds: 600,
    longestSeconds: { base: 30, perCharacter: 1 },
    /** Maximum size of a response in a format that can only be decoded as a whole (MP3, FLAC, Ogg). */
    packedBytes: 64 * 1024 * 1024,
  },

  packs: {
    /** Maximum threads per model. Speaking would hardly be faster with more. */
    threads: 4,
    /** Maximum utterance length in code points. After a crash, only the current utterance is spoken again. */
    characters: 500,
    referenceSeconds: 10,
    starts: 4,
    timeouts: { connectSeconds: 5, idleSeconds: 120, totalSeconds: 600 },
    idleSeconds: 300,
  },

  leaseSeconds: 3600,

  requestSeconds: 300,
  stopSeconds: 3,

  webhooks: {
    addressCharacters: 2048,
    attempts: 10,
    backoffSeconds: { first: 1, factor: 4, max: 3600 },
    /** Response timeout in seconds. */
    answerSeconds: 10,
    answerBytes: 16 * 1024,
    /** Maximum concurrent calls, in total and per receiver (host and port). */
    atOnce: 256,
    atOncePerReceiver: 4,
  },
} as const;
