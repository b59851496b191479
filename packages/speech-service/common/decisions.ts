// All values that the specification leaves open ("not shown") and this service had to choose. `docs/service.md`
// describes the same decisions.
import type { Engine, OutputFormat, Quality } from '@lectern/tts-protocol';

export const DECISIONS = {
  /** Maximum text length of a job, in code points. */
  textCharacters: 20_000,
  /**
   * The engine if neither an engine nor a voice is given: the newest one. A voice without an engine implies its own.
   */
  engine: 'SvcDialog' satisfies Engine as Engine,
  /**
   * Maximum speech threads, up to 80 MB each: for jobs (limited by the number of CPUs), and reserved for streams.
   * Further streams queue.
   */
  speechThreads: { jobs: 4, streams: 2 },
  /**
   * Seconds of audio that a stream may be ahead of its reader. All streams share `shared`, each gets at least `least`,
   * so a long text doesn't block a thread. Only `held` seconds are in memory; the rest is on disk.
   */
  streamAheadSeconds: { held: 12, least: 60, shared: 1800 },
  /** Seconds without a read before a stream is closed. */
  streamStallSeconds: 60,

  /**
   * Maximum body size: 50 texts of maximum length with every character written as two `\uXXXX` escapes, plus overhead.
   */
  bodyBytes: 16 * 1024 * 1024,
  /** Maximum number of JSON values in a body. The largest valid batch has about a thousand. */
  bodyValues: 131_072,
  /** Memory for bodies being received, in bytes; one more body may exceed it. */
  bodyMemoryBytes: 16 * 1024 * 1024,
  /** Maximum length of a turn prefix in characters. */
  prefixCharacters: 1000,

  /** Defaults of optional parameters. The sample rate defaults to the engine's own. */
  defaults: {
    outputFormat: 'mp3' satisfies OutputFormat as OutputFormat,
    quality: 'medium' satisfies Quality as Quality,
    speed: 1,
    temperature: 1,
  },
  /** Jobs without a seed get a random one below this number, which survives restarts. */
  drawnSeeds: 2 ** 31,

  /** Silence before and after the speech in seconds, at speed 1; players often clip the edges. */
  leadSeconds: 0.03,
  tailSeconds: 0.07,
  /** Silence between dialog turns in seconds, at speed 1. */
  turnPauseSeconds: 0.35,
  /** Seconds of silence rendered for a text with nothing to speak, such as punctuation or white space only. */
  silenceSeconds: 0.3,
  /** Maximum audio length of a job in seconds; longer jobs fail with a reason. */
  audioSeconds: 3600,
  /** Seconds without a heartbeat before a busy worker thread is replaced. */
  threadStallSeconds: 60,
  /** Attempts for a job if its worker thread dies; after the last one the job fails. */
  attempts: 3,

  /** Overall progress at the end of each stage. Encoding takes about as long as synthesis. 1 means completed. */
  stageEnds: { queued: 0, active: 0.01, preload: 0.04, generate: 0.6, postprocessing: 0.99 },
  /** Minimum progress within a stage between two events, which limits them to about a hundred per stage. */
  progressStep: 0.01,
  /** Interval of `ping` events in seconds. */
  pingSeconds: 15,

  /** Validity of an audio URL in seconds. */
  addressSeconds: 3600,
  /** Retention of finished batches and their audio in seconds. */
  keptSeconds: 7 * 24 * 3600,
  /** Interval between cleanups in seconds. */
  sweepSeconds: 3600,

  /** Voices of other servers and programs (speech/elsewhere). */
  elsewhere: {
    /** Timeouts to connect, without receiving a byte, and for one segment in total. */
    timeouts: { connectSeconds: 5, idleSeconds: 120, totalSeconds: 600 },
    /** Attempts per segment if the server is busy, disconnects or fails. */
    tries: 4,
    /** Delay before the second attempt in seconds, and its growth factor, unless the server specifies a delay. */
    backoffSeconds: { first: 0.5, factor: 2 },
    /** Maximum total wait between a segment's attempts in seconds; longer requested delays fail it. */
    retrySeconds: 30,
    /** Seconds during which jobs of an unreachable engine fail immediately. */
    downSeconds: 5,
    /** Maximum length, in code points, of a segment that is streamed while it is generated. */
    liveCharacters: 1000,
    /** Maximum buffered audio per segment in seconds. */
    aheadSeconds: 600,
    /** Maximum audio length of a segment in seconds, at speed 1; anything longer is treated as endless. */
    longestSeconds: { base: 30, perCharacter: 1 },
    /** Maximum size of a response that must be complete before decoding (MP3, FLAC, Ogg). */
    packedBytes: 64 * 1024 * 1024,
  },

  /** Voice packs (speech/packs). */
  packs: {
    /** Maximum threads per model; more bring almost no speedup. */
    threads: 4,
    /** Maximum utterance length in code points. A crash loses one utterance, which is spoken again. */
    characters: 500,
    /** Seconds from the start of a recording used as a cloning reference. */
    referenceSeconds: 10,
    /** Maximum process starts per utterance if something else kills the process. */
    starts: 4,
    /** Timeouts without audio and per utterance. Large models take a while to load. */
    timeouts: { connectSeconds: 5, idleSeconds: 120, totalSeconds: 600 },
    /** Idle seconds before a model is unloaded. */
    idleSeconds: 300,
  },

  /** Reported validity of a lease in seconds. */
  leaseSeconds: 3600,

  /** Maximum time to receive a complete request, in seconds. */
  requestSeconds: 300,
  /** Seconds that running responses may take when the service stops. */
  stopSeconds: 3,

  webhooks: {
    /** Maximum URL length in characters. */
    addressCharacters: 2048,
    /** Maximum calls per delivery, including the first. */
    attempts: 10,
    /** Delay before the second call in seconds, multiplied by `factor` for each later one, up to `most`. */
    backoffSeconds: { first: 1, factor: 4, most: 3600 },
    /** Response timeout in seconds. */
    answerSeconds: 10,
    /** Bytes to read from a response body, whose content is ignored. */
    answerBytes: 16 * 1024,
    /** Maximum concurrent calls, in total and per receiver (host and port). */
    atOnce: 256,
    atOncePerReceiver: 4,
  },
} as const;
