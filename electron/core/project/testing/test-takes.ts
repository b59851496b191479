// Lines with takes that were measured as a test wants them.
import { ANALYSIS_VERSION, type AudioAnalysis, OVERVIEW_PARTS } from '../../../../shared/model/take.ts';
import { VOICE_SOUND_VERSION } from '../../../../shared/model/voice-sound.ts';
import { spokenLength } from '../../rules/spoken-length.ts';
import type { Project } from '../project.ts';
import { castAll, save } from './test-project.ts';

export const WORDS = 'the truth is rarely pure and never simple';
const SECONDS_PER_CHARACTER = 0.06;
/** So that no two takes have the same audio. */
let count = 0;

/** Ten lines of two roles in two chapters; each line says its number. */
export function writeTenLines(project: Project): void {
  const line = (number: number): string => `${number % 2 === 0 ? 'LANE' : 'ALGERNON'}: Number ${number}, ${WORDS}.`;
  const chapter = (title: string, from: number): string =>
    [`# ${title}`, ...Array.from({ length: 5 }, (_, index) => line(from + index))].join('\n\n');
  save(project, `${chapter('One', 1)}\n\n${chapter('Two', 6)}\n`);
  project.updateSettings({ speakHeadings: false });
  castAll(project);
}

/** What is measured of a sound take. */
export function measuredAs(change: Partial<AudioAnalysis> = {}): AudioAnalysis {
  return {
    version: ANALYSIS_VERSION,
    loudnessLufs: -20,
    truePeakDbtp: -2,
    clippedSamples: 0,
    speechLevelDb: -19,
    headSilenceSeconds: 0,
    tailSilenceSeconds: 0,
    longestPauseSeconds: 0.1,
    startLevelDb: -60,
    endLevelDb: -60,
    balanceDb: null,
    peaksPerSecond: 50,
    peaks: Uint8Array.of(1, 2, 3),
    overview: new Uint8Array(OVERVIEW_PARTS).fill(7),
    voice: { version: VOICE_SOUND_VERSION, pitchSemitones: null, timbre: null },
    ...change,
  };
}

/** `tempo` is a multiple of the usual one, `measured` what was measured, or null for nothing yet. */
export interface TakeChange {
  readonly tempo?: number;
  readonly measured?: Partial<AudioAnalysis> | null;
  readonly seed?: number;
  /** As the service announced it, as a multiple of the take's length; none unless given. */
  readonly announced?: number;
}

/** A take of a line, picked. @param number the line's, from 1 */
export function giveTake(project: Project, number: number, change: TakeChange = {}) {
  const { tempo = 1, measured = {}, seed, announced } = change;
  const line = project.lines.states()[number - 1];
  const built = line && project.lines.requestOf(line.id);
  if (!line || !built?.ok) throw new Error(`line ${number} can't be rendered`);
  count += 1;
  const audioHash = `audio ${count}`;
  const renderKey = String(line.renderKey);
  const durationSeconds = spokenLength(built.request.text) * SECONDS_PER_CHARACTER * tempo;
  const takeId = project.takes.addTake({
    lineId: line.id,
    renderKey,
    request: seed === undefined ? built.request : { ...built.request, seed },
    audioHash,
    format: 'wav',
    sampleRate: 24_000,
    sizeBytes: 1,
    durationSeconds,
    announcedSeconds: announced === undefined ? null : durationSeconds * announced,
    source: { origin: 'local', userId: 'u' },
    jobId: null,
    createdAt: count,
  });
  if (measured) project.takes.putAnalysis(audioHash, measuredAs(measured));
  project.decisions.pickTake(line.id, renderKey, takeId);
  return { takeId, audioHash };
}
