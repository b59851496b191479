// Everything that the interface leaves open ("not shown") and that this service had to decide, in one place.
// docs/service.md lists the same decisions in words.
import type { Engine, OutputFormat, Quality, StreamEngine } from '../shared/service/vocabulary.ts';

export const DECISIONS = {
  /** Most characters (code points) in the text of one job. */
  textCharacters: 20_000,
  /** The engine of a stream that names none: the newest one, whose voices this service has. */
  streamEngine: 'SvcDialog' satisfies StreamEngine as StreamEngine,
  /** Whose voices each engine of a stream speaks with. The first voice of the listing that fits is the default. */
  streamVoices: {
    SvcDialog: ['SvcDialog'],
    'Svc3.0-mini': ['SvcDialog', 'Svc3.0-mini'],
    'Svc3.0': ['SvcDialog', 'Svc3.0-mini'],
    'Svc2.0-turbo': ['Svc2.0'],
    'Svc2.0': ['Svc2.0'],
  } satisfies Record<StreamEngine, readonly Engine[]> as Record<StreamEngine, readonly Engine[]>,
  /** Streams that are spoken at once, each in a thread that no batch job takes; further ones wait for their turn. */
  streams: 2,
  /** Seconds of sound that may be spoken ahead of what a stream's reader has taken. */
  streamAheadSeconds: 60,
  /** Seconds for which a stream's reader may take nothing before it is given up. */
  streamStallSeconds: 60,

  /** Most bytes of a request's body: 50 texts of that length with every character written as two `\uXXXX`, and some. */
  bodyBytes: 16 * 1024 * 1024,

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
  /** Tries for a job whose worker thread dies under it; the last one's end is the job's. */
  attempts: 3,

  /** Seconds for which the address of an audio file is good. */
  addressSeconds: 3600,
  /** Seconds for which a finished batch and its audio are kept. */
  keptSeconds: 7 * 24 * 3600,
  /** Seconds between two sweeps of what is no longer kept. */
  sweepSeconds: 3600,
} as const;
