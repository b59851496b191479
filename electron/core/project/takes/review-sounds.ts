// Caches measurements, because a voice's habits depend on all of its takes. Takes never change.

import type { OutputFormat } from '@lectern/tts-protocol';
import { z } from 'zod';
import type { Finding } from '../../../../shared/model/proof.ts';
import { ANALYSIS_VERSION, type Suspicion } from '../../../../shared/model/take.ts';
import { spokenLength } from '../../rules/spoken-length.ts';
import {
  habitOf,
  type JudgedTake,
  suspicionsOf,
  type TakeSound,
  takesForHabit,
  tempoOf,
  type VoiceHabit,
} from '../../rules/suspicion.ts';
import type { Database } from '../folder/database.ts';
import { openFindings } from '../proof/accepted-findings.ts';
import { turnsOf } from './take-text.ts';

export interface RequestedPauses {
  readonly pauseBeforeSeconds: number;
  readonly pauseAfterSeconds: number;
}

interface KnownTake {
  readonly manner: VoiceAndSpeed;
  readonly durationSeconds: number;
  readonly announcedSeconds: number | null;
  readonly format: OutputFormat;
  readonly sampleRate: number;
  /** Length of the text when read aloud, without turn prefixes. */
  readonly spokenLength: number;
  sound: TakeSound | null;
  /** 1-based position among the voice's takes with a known tempo; null if the tempo is unknown. */
  ordinal: number | null;
}

interface VoiceAndSpeed {
  readonly voice: MeasuredVoice;
  /** Speed relative to the voice's natural speed, which is 1. */
  readonly speed: number;
}

/** A voice, or a pair of voices, in one language. Takes are only compared with other takes by the same voice. */
interface MeasuredVoice {
  readonly tempos: number[];
  readonly habits: Map<number, VoiceHabit | null>;
}

type TakeColumns = readonly [
  id: number,
  audioHash: string,
  duration: number,
  announced: number | null,
  format: OutputFormat,
  sampleRate: number,
  /** A JSON array of both voices, the language and the speed. */
  manner: string,
  /** A JSON array of the text and both turn prefixes. */
  words: string,
];

type SoundColumns = readonly [
  id: number,
  audioHash: string,
  clippedSamples: number,
  speechLevel: number | null,
  headSilence: number,
  tailSilence: number,
  longestPause: number,
  startLevel: number | null,
  endLevel: number | null,
  balance: number | null,
];

const mannerSchema = z.tuple([
  z.string().nullable(),
  z.string().nullable(),
  z.string().nullable(),
  z.number().nullable(),
]);

const wordsSchema = z.tuple([z.string().nullable(), z.string().nullable(), z.string().nullable()]);

const NO_PAUSES: RequestedPauses = { pauseBeforeSeconds: 0, pauseAfterSeconds: 0 };

// Extracts several paths with each `json_extract` call, because every call parses the whole document.
const NEW_TAKES = `SELECT id, audio_hash, duration, announced_duration, format, sample_rate,
    json_extract(request, '$.voice', '$.voice_2', '$.language', '$.speed'),
    json_extract(request, '$.text', '$.turn_prefix', '$.turn_prefix_2')
  FROM takes WHERE id > ? ORDER BY id`;

const NEW_SOUNDS = `SELECT id, audio_hash, clipped_samples, speech_level, head_silence, tail_silence, longest_pause,
    start_level, end_level, balance
  FROM audio_analyses WHERE id > ? AND version = ${ANALYSIS_VERSION} ORDER BY id`;

class ReviewSounds {
  readonly #db: Database;
  #takes = new Map<number, KnownTake>();
  #takesOfAudio = new Map<string, KnownTake[]>();
  #sounds = new Map<string, TakeSound>();
  #voicesAndSpeeds = new Map<string, VoiceAndSpeed>();
  #voices = new Map<string, MeasuredVoice>();
  #findings: ReadonlyMap<number, readonly Finding[]> = new Map();
  #lastTake = 0;
  #lastSound = 0;

  constructor(db: Database) {
    this.#db = db;
    // SQLite reuses ids after a rollback, so cached rows could be wrong.
    db.onRollback(() => this.#forget());
  }

  /** Reads new takes and measurements. Call it before judging takes. */
  refresh(): void {
    const sounds = this.#db.prepareArrays<SoundColumns>(NEW_SOUNDS).all(this.#lastSound);
    for (const row of this.#db.prepareArrays<TakeColumns>(NEW_TAKES).all(this.#lastTake)) this.#addTake(row);
    for (const row of sounds) this.#addSound(row);
    this.#findings = openFindings(this.#db);
  }

  /** Returns a take's suspicions. A take that hasn't been measured or compared with its text has none. */
  suspicionsOf(takeId: number, pauses: RequestedPauses): Suspicion[] {
    const take = this.#takes.get(takeId);
    const findings = this.#findings.get(takeId);
    return [
      ...(take?.sound ? suspicionsOf(toJudgedTake(take, take.sound, pauses), habitFor(take)) : []),
      ...(findings ? [{ kind: 'words' as const, findings: [...findings] }] : []),
    ];
  }

  isMeasured(takeId: number): boolean {
    return this.#takes.get(takeId)?.sound != null;
  }

  /** Returns the duration of the take's file in seconds, or 0 if there is no such take. */
  durationOf(takeId: number): number {
    return this.#takes.get(takeId)?.durationSeconds ?? 0;
  }

  #forget(): void {
    this.#takes = new Map();
    this.#takesOfAudio = new Map();
    this.#sounds = new Map();
    this.#voicesAndSpeeds = new Map();
    this.#voices = new Map();
    this.#lastTake = 0;
    this.#lastSound = 0;
  }

  #addSound([
    id,
    audioHash,
    clippedSamples,
    speechLevelDb,
    head,
    tail,
    longest,
    startLevelDb,
    endLevelDb,
    balanceDb,
  ]: SoundColumns) {
    this.#lastSound = id;
    const sound: TakeSound = {
      clippedSamples,
      speechLevelDb,
      headSilenceSeconds: head,
      tailSilenceSeconds: tail,
      longestPauseSeconds: longest,
      startLevelDb,
      endLevelDb,
      balanceDb,
    };
    this.#sounds.set(audioHash, sound);
    for (const take of this.#takesOfAudio.get(audioHash) ?? []) {
      const isFirst = take.sound === null;
      take.sound = sound;
      if (isFirst) updateHabits(take, sound);
    }
  }

  #addTake([id, audioHash, durationSeconds, announcedSeconds, format, sampleRate, manner, words]: TakeColumns): void {
    this.#lastTake = id;
    const take: KnownTake = {
      manner: this.#voiceAndSpeedOf(manner),
      durationSeconds,
      announcedSeconds,
      format,
      sampleRate,
      spokenLength: this.#spokenLength(words),
      sound: this.#sounds.get(audioHash) ?? null,
      ordinal: null,
    };
    this.#takes.set(id, take);
    const same = this.#takesOfAudio.get(audioHash);
    if (same) same.push(take);
    else this.#takesOfAudio.set(audioHash, [take]);
    if (take.sound) updateHabits(take, take.sound);
  }

  /** Caches by text, because a project has many takes but few combinations of voice and speed. */
  #voiceAndSpeedOf(text: string): VoiceAndSpeed {
    const soundsByDatabase = this.#voicesAndSpeeds.get(text);
    if (soundsByDatabase) return soundsByDatabase;
    const [voice, secondVoice, language, speed] = this.#db.readDocument(
      text,
      (value) => mannerSchema.parse(value),
      'takes.request',
    );
    const manner = { voice: this.#voiceOf(JSON.stringify([voice, secondVoice, language])), speed: speed ?? 1 };
    this.#voicesAndSpeeds.set(text, manner);
    return manner;
  }

  #voiceOf(name: string): MeasuredVoice {
    const voice = this.#voices.get(name) ?? { tempos: [], habits: new Map() };
    this.#voices.set(name, voice);
    return voice;
  }

  #spokenLength(document: string): number {
    const [text, first, second] = this.#db.readDocument(document, (value) => wordsSchema.parse(value), 'takes.request');
    const turns = turnsOf({ text: text ?? '', turn_prefix: first, turn_prefix_2: second });
    return spokenLength(turns.map((turn) => turn.text).join(' '));
  }
}

const soundsByDatabase = new WeakMap<Database, ReviewSounds>();

export type { ReviewSounds };

export function soundsOf(db: Database): ReviewSounds {
  const sounds = soundsByDatabase.get(db) ?? new ReviewSounds(db);
  soundsByDatabase.set(db, sounds);
  return sounds;
}

function updateHabits(take: KnownTake, sound: TakeSound): void {
  const tempo = tempoOf(toJudgedTake(take, sound, NO_PAUSES));
  if (tempo === null) return;
  take.manner.voice.tempos.push(tempo);
  take.ordinal = take.manner.voice.tempos.length;
}

/** Returns the voice's habit as it was when the take was measured, or null if there were too few takes. */
function habitFor({ ordinal, manner: { voice } }: KnownTake): VoiceHabit | null {
  const takes = takesForHabit(ordinal ?? 1);
  if (ordinal === null || voice.tempos.length < takes) return null;
  const soundsByDatabase = voice.habits.get(takes);
  if (soundsByDatabase !== undefined) return soundsByDatabase;
  const habit = habitOf(voice.tempos.slice(0, takes));
  voice.habits.set(takes, habit);
  return habit;
}

function toJudgedTake(take: KnownTake, sound: TakeSound, pauses: RequestedPauses): JudgedTake {
  const { durationSeconds, announcedSeconds, format, sampleRate, spokenLength, manner } = take;
  return { sound, durationSeconds, announcedSeconds, format, sampleRate, spokenLength, speed: manner.speed, ...pauses };
}
