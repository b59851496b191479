import { DRIFT_DIMENSIONS, type DriftGroup, hasDrifted, type VoiceDrift } from '../../shared/model/voice-drift.ts';
import { createAudioWorkers } from '../core/audio/audio-workers.ts';
import { measureTakes } from '../core/production/take-analyser.ts';
import { chapterTitles } from '../core/project/lines/chapters.ts';
import type { Project } from '../core/project/project.ts';
import { voiceDrifts } from '../core/project/takes/voice-history.ts';
import { alignColumns } from './columns.ts';
import { type CommandOutput, plainText } from './output.ts';
import { listed, t, tDrift } from './words.ts';

/** Measures the voices of takes that haven't been measured yet, if the project is writable. */
export async function measureVoices(project: Project, output: CommandOutput, signal: AbortSignal): Promise<void> {
  const takes = project.takes.countWithoutVoice();
  if (takes === 0 || !project.takes.mayWrite) return;
  output.note(t('suspicious.measuring', { takes }));
  const workers = createAudioWorkers();
  await measureTakes({ project, workers }, signal).finally(() => workers.close());
}

/** Prints a note at the end of a run if voices have changed. */
export function printDriftSummary(project: Project, drifts: readonly VoiceDrift[], output: CommandOutput): void {
  const drifted = drifts.filter(hasDrifted);
  if (drifted.length === 0) return;
  for (const drift of drifted) for (const row of alarmTexts(project, drift)) output.note(`${titleOf(drift)}: ${row}`);
  output.note(t('drift.summary', { voices: drifted.length, command: `lectern drift ${project.dir}` }));
}

export const driftsOf = (project: Project): VoiceDrift[] => voiceDrifts(project.db);

/** Returns a row for each voice, as in `lectern drift --json`. */
export const driftRows = (project: Project, drifts: readonly VoiceDrift[]) =>
  drifts.map(({ key: _, chapters, acceptedSince, ...drift }, index) => ({
    number: index + 1,
    ...drift,
    accepted_since: acceptedSince,
    chapters: chapters.map((group) => ({ ...group, title: titleOfChapter(project, group.group) })),
    has_drifted: hasDrifted({ alarms: drift.alarms, canaries: drift.canaries }),
  }));

export function printDrifts(project: Project, drifts: readonly VoiceDrift[], output: CommandOutput): void {
  if (drifts.length === 0) output.result(t('drift.none'));
  for (const [index, drift] of drifts.entries()) {
    const parameters = Object.entries(drift.parameters).map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`);
    output.result(
      plainText(
        t('drift.voice', {
          number: index + 1,
          roles: listed(drift.roles),
          voice: drift.voice,
          parameters: parameters.length === 0 ? 'none' : listed(parameters),
          takes: drift.takes,
        }),
      ),
    );
    if (drift.acceptedSince !== null) {
      output.result(`   ${t('drift.accepted', { day: new Date(drift.acceptedSince).toLocaleDateString() })}`);
    }
    for (const row of groupRows(project, drift)) output.result(`   ${plainText(row)}`);
    const alarms = alarmTexts(project, drift);
    const isCompared = [...drift.days, ...drift.chapters].some(({ shifts }) => Object.values(shifts).some(isNumber));
    const verdict = isCompared || drift.canaries ? t('drift.steady') : t('drift.few');
    for (const row of alarms.length > 0 ? alarms : [verdict]) output.result(`   ${plainText(row)}`);
    if (drift.unmeasured > 0) output.result(`   ${t('drift.unmeasured', { takes: drift.unmeasured })}`);
  }
}

const isNumber = (value: number | null): boolean => value !== null;

const titleOf = ({ roles, voice }: VoiceDrift): string => (roles.length > 0 ? listed(roles) : voice);

export function alarmTexts(project: Project, { alarms, canaries }: VoiceDrift): string[] {
  const found = alarms.map((alarm) => tDrift.alarm(alarm, titleOfChapter(project, alarm.group)));
  const heard = (canaries?.alarms ?? []).map((dimension) => tDrift.canary(dimension, canaries?.shifts[dimension] ?? 0));
  return [...found, ...heard];
}

function titleOfChapter(project: Project, group: DriftGroup['group']): string | null {
  return typeof group === 'number' ? (chapterTitles(project.db).get(group)?.title ?? null) : null;
}

function groupRows(project: Project, { days, chapters }: VoiceDrift): string[] {
  const table = (kind: 'day' | 'chapter', groups: readonly DriftGroup[]): string[] =>
    alignColumns([
      [t(`drift.head.${kind}`), t('drift.head.takes'), ...DRIFT_DIMENSIONS.map(tDrift.dimension)],
      ...groups.map((group) => [
        kind === 'day' ? String(group.group) : (titleOfChapter(project, group.group) ?? t('drift.noChapter')),
        String(group.takes),
        ...(group.isReference ? [t('drift.reference')] : shiftCells(group)),
      ]),
    ]);
  return [...table('day', days), ...(chapters.length > 1 ? table('chapter', chapters) : [])];
}

const shiftCells = ({ shifts }: DriftGroup): string[] =>
  DRIFT_DIMENSIONS.map((dimension) => {
    const shift = shifts[dimension];
    if (shift === null) return '–';
    if (dimension === 'timbre') return shift.toFixed(1);
    const isPace = dimension === 'pace';
    const size = isPace ? `${(100 * Math.abs(shift)).toFixed(0)} %` : Math.abs(shift).toFixed(1);
    return `${shift < 0 ? '−' : '+'}${size}`;
  });
