// Everything that the interface leaves open ("not shown") and that this service had to decide, in one place.
// docs/service.md lists the same decisions in words.
import type { Engine, OutputFormat, Quality } from '@lectern/tts-protocol';

export const DECISIONS = {
  /** Most characters (code points) in the text of one job. */
  textCharacters: 20_000,
  /** The engine where neither it nor a voice is named: the newest one. A voice alone stands for its own engine. */
  engine: 'SvcDialog' satisfies Engine as Engine,
  /**
   * Most threads that speak, each of which takes up to 80 MB: for jobs, where there are as many processors, and for
   * streams, which no job takes; further streams wait for their turn.
   */
  speechThreads: { jobs: 4, streams: 2 },
  /**
   * Seconds of sound that may be spoken ahead of what a stream's reader has taken: a part of those that all share, so that
   * the longest text of one listener keeps no thread waiting, and never less than the least. Only what is held is in
   * memory; the rest is on the disk.
   */
  streamAheadSeconds: { held: 12, least: 60, shared: 1800 },
  /** Seconds for which a stream's reader may take nothing before it is given up. */
  streamStallSeconds: 60,

  /** Most bytes of a request's body: 50 texts of that length with every character written as two `\uXXXX`, and some. */
  bodyBytes: 16 * 1024 * 1024,
  /** Most values of all sorts in a body of JSON: texts, numbers, lists, objects. The largest batch has a thousand. */
  bodyValues: 131_072,
  /** Bytes of bodies that are held while they come in; one body more may be beyond it. */
  bodyMemoryBytes: 16 * 1024 * 1024,
  /** Most characters of a turn prefix. */
  prefixCharacters: 1000,

  /** What an optional parameter means when it is absent. The sample rate is then the engine's own. */
  defaults: {
    outputFormat: 'mp3' satisfies OutputFormat as OutputFormat,
    quality: 'medium' satisfies Quality as Quality,
    speed: 1,
    temperature: 1,
  },
  /** A job without a seed draws one below this number; it stays with the job over a restart. */
  drawnSeeds: 2 ** 31,

  /** Seconds of silence before and after what is spoken, at speed 1: players swallow what begins or ends at once. */
  leadSeconds: 0.03,
  tailSeconds: 0.07,
  /** Seconds of silence between two turns of a dialog, at speed 1. */
  turnPauseSeconds: 0.35,
  /** Seconds of silence that stand for a text with nothing to speak in it (only punctuation, only blanks). */
  silenceSeconds: 0.3,
  /** Longest audio of one job, in seconds: what would be longer fails with a reason. */
  audioSeconds: 3600,
  /** Seconds after which a worker thread that shows no sign of life during a task is ended and replaced. */
  threadStallSeconds: 60,
  /** Tries for a job whose worker thread dies under it; the last one's end is the job's. */
  attempts: 3,

  /** Overall progress of a job at the end of each stage: encoding takes as long as speaking. 1 is left to a complete one. */
  stageEnds: { queued: 0, active: 0.01, preload: 0.04, generate: 0.6, postprocessing: 0.99 },
  /** How much of a stage must be done for another event to tell of it: at most some hundred for each stage. */
  progressStep: 0.01,
  /** Seconds between two `ping` events. */
  pingSeconds: 15,

  /** Seconds for which the address of an audio file is good. */
  addressSeconds: 3600,
  /** Seconds for which a finished batch and its audio are kept. */
  keptSeconds: 7 * 24 * 3600,
  /** Seconds between two sweeps of what is no longer kept. */
  sweepSeconds: 3600,

  /** Voices of other servers and programs (speech/elsewhere). */
  elsewhere: {
    /** Seconds to connect; without a byte from the other side; for one stretch of text in all. */
    timeouts: { connectSeconds: 5, idleSeconds: 120, totalSeconds: 600 },
    /** Times that a stretch is asked for where the other side is busy, breaks off or fails. */
    tries: 4,
    /** Seconds before the second try, and the factor for each later one, where the other side asks for no other time. */
    backoffSeconds: { first: 0.5, factor: 2 },
    /** Seconds that a stretch waits between its tries, in all: who asks for more is not waited for. */
    retrySeconds: 30,
    /** Seconds for which an engine that could not be reached is not tried again: its jobs fail at once. */
    downSeconds: 5,
    /** Most characters (code points) of a stretch that is heard while it is made. */
    liveCharacters: 1000,
    /** Seconds of sound of one stretch that may wait to be taken. */
    aheadSeconds: 600,
    /** Seconds of sound, at speed 1, beyond which a stretch has no end. */
    longestSeconds: { base: 30, perCharacter: 1 },
    /** Most bytes of an answer that has to be whole before it can be read (MP3, FLAC, Ogg). */
    packedBytes: 64 * 1024 * 1024,
  },

  /** Voice packs (speech/packs). */
  packs: {
    /** Most threads of one model: more make it hardly quicker. */
    threads: 4,
    /** Most characters (code points) that are said at once: what is lost where its process ends, and is said again. */
    characters: 500,
    /** Seconds of a recording that a model speaks like: the first ones. */
    referenceSeconds: 10,
    /** Times that its process is started for what is said at once, where something else ends it. */
    starts: 4,
    /** Seconds without a sound; for one utterance in all. A large model takes its time to be loaded. */
    timeouts: { connectSeconds: 5, idleSeconds: 120, totalSeconds: 600 },
    /** Seconds after which a model that says nothing is given up. */
    idleSeconds: 300,
  },

  /** Seconds for which a lease says that it is good. */
  leaseSeconds: 3600,

  /** Seconds within which a request must have arrived whole. */
  requestSeconds: 300,
  /** Seconds for which answers that are being given may go on when the service stops. */
  stopSeconds: 3,

  webhooks: {
    /** Longest address, in characters. */
    addressCharacters: 2048,
    /** Calls that are made in all before a receiver is given up. */
    attempts: 10,
    /** Seconds before the second call; each later one waits `factor` times as long as the one before, up to `most`. */
    backoffSeconds: { first: 1, factor: 4, most: 3600 },
    /** Seconds for which a receiver may take to answer. */
    answerSeconds: 10,
    /** Bytes of an answer's body that are read before it is cut off: its content is ignored. */
    answerBytes: 16 * 1024,
    /** Calls that are made at once, in all and to one receiver (host and port). */
    atOnce: 256,
    atOncePerReceiver: 4,
  },
} as const;
