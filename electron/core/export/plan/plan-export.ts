import { watermarkIdText } from '@lectern/audio/watermark';
import type { ExportNotice } from '../../../../shared/model/export/export.ts';
import type { ExportTarget } from '../../../../shared/model/export/export-target.ts';
import { isSynthetic } from '../../../../shared/rules/digital-source-type.ts';
import type { Project } from '../../project/project.ts';
import { readSourceEpub } from '../../project/source-epub.ts';
import { suspiciousTakes } from '../../project/takes/suspicious-takes.ts';
import { distinctSources, type OriginsOfTakes, takeOrigins } from '../../project/takes/take-sources.ts';
import type { TakeWords } from '../formats/sequence.ts';
import { driftRows, nameRows, planVerdict, takeRows } from '../report/export-verdict.ts';
import { audioFiles, type MeasuringPorts, type TakeSounds, takeSounds } from '../targets/audio-target.ts';
import { planPublication } from '../targets/publications.ts';
import { sessionFiles } from '../targets/sessions.ts';
import { sidecarFiles } from '../targets/sidecars.ts';
import {
  type AudioOrder,
  isUnauthorised,
  publicationSettings,
  TargetError,
  targetSettings,
} from '../targets/target-settings.ts';
import { lineWords, storedWords } from '../targets/word-times.ts';
import { exportDisclosure } from './export-disclosure.ts';
import type { ExportLine } from './export-line.ts';
import {
  type ExportOrder,
  type LinesOrder,
  type PublicationOrder,
  type SessionOrder,
  type SidecarOrder,
  scopeOf,
} from './export-order.ts';
import { type ExportPlan, isAudio, type LineFileContent, type PlannedFile, type SoundTerms } from './export-plan.ts';
import { type ExportSelection, selectLines, toFailedExport } from './select-lines.ts';

export interface PlannedExport extends ExportPlan {
  readonly measureFor: ExportTarget | null;
}

type TargetPlan = Pick<PlannedExport, 'content' | 'isSample' | 'checks' | 'measureFor'> &
  Partial<Pick<PlannedExport, 'notices' | 'selection'>>;

interface Sources {
  readonly selection: ExportSelection;
  /** Returns the measurements of the takes, measuring them if necessary. */
  readonly soundsOf: (settings: Parameters<typeof takeSounds>[1]) => Promise<TakeSounds>;
  /** Returns word times by line, computing them if necessary. */
  readonly wordsOf: () => Promise<ReadonlyMap<number, TakeWords>>;
}

/**
 * Plans an export, analysing unmeasured takes if needed.
 * @throws TargetError; ProjectError; the signal's reason when aborted
 */
export async function planExport(
  project: Project,
  order: ExportOrder,
  outDir: string,
  ports: MeasuringPorts,
): Promise<PlannedExport> {
  const plan = await planWith(project, order, outDir, (selection) => ({
    selection,
    soundsOf: (settings) => takeSounds(project, settings, selection.lines, ports),
    wordsOf: () => lineWords(project, selection.lines, ports),
  }));
  // The takes might have changed since the order was checked.
  if (plan.checks.some(({ kind }) => kind === 'synthetic-banned')) refuseBanned(order);
  return plan;
}

/** Plans an export without measuring takes, so times are approximate. @throws TargetError; ProjectError */
export const planWithoutAnalysis = (project: Project, order: ExportOrder, outDir: string): Promise<PlannedExport> =>
  planWith(project, order, outDir, (selection) => ({
    selection,
    soundsOf: async () => ({ measured: project.takes.measuredAudio(), gains: new Map() }),
    wordsOf: async () => storedWords(project, selection.lines),
  }));

async function planWith(
  project: Project,
  order: ExportOrder,
  outDir: string,
  sourcesOf: (selection: ExportSelection) => Sources,
): Promise<PlannedExport> {
  const { id, name } = project.info();
  const selection = selectLines(project, scopeOf(order));
  const judged = suspiciousTakes(project.db, selection.exported, order);
  const base = { outDir, project: { id, name }, selection, judged, notices: [] };
  const planned = await planTarget(project, order, sourcesOf(selection), base);
  return { ...base, ...planned, checks: [...planned.checks, ...driftRows(project.db), ...nameRows(project.db)] };
}

function planTarget(
  project: Project,
  order: ExportOrder,
  sources: Sources,
  base: Pick<ExportPlan, 'selection' | 'judged'>,
): Promise<TargetPlan> | TargetPlan {
  if (order.target === 'lines') return planLines(project, order as LinesOrder, base);
  if ('by' in order) return planBook(project, order, sources);
  if ('audio' in order) return planSidecars(project, order, sources);
  if ('untitled' in order) return planAudio(project, order, sources);
  return planSession(project, order as SessionOrder, base);
}

function planLines(
  project: Project,
  { template, format }: LinesOrder,
  { selection: { lines, totals }, judged }: Pick<ExportPlan, 'selection' | 'judged'>,
): TargetPlan {
  const naming = { template, format, totals, projectName: project.info().name };
  const content = { kind: 'lines', naming, files: lines.map(lineFile) } as const;
  return { content, isSample: false, checks: takeRows(judged), measureFor: null };
}

/** The name is determined from the template once the folder is known. */
export const lineFile = (line: ExportLine): PlannedFile<LineFileContent> => ({
  name: '',
  lines: [line.id],
  content: { kind: 'line', line },
});

async function planAudio(project: Project, order: AudioOrder, { selection, soundsOf }: Sources): Promise<TargetPlan> {
  const speech = exportedSpeech(project, selection);
  const kinds = distinctSources(speech);
  const { target, settings, checks } = await targetSettings(project, order, kinds);
  const { goal, encoding, chapterMarks, watermarkId, shape } = settings;
  const { files, mix } = audioFiles(project, settings, selection.lines, await soundsOf(settings), speech);
  const terms = { goal, encoding, chapterMarks, watermarkId };
  const disclosure = exportDisclosure(project, target, selection, kinds);
  const content = { kind: 'audio', terms, files, sounds: mix.sounds, disclosure } as const;
  return {
    content,
    isSample: shape.kind === 'sample',
    checks: [...checks, ...mix.checks],
    measureFor: target,
    notices: watermarkNotices(settings),
  };
}

const watermarkNotices = ({ watermarkId }: Pick<SoundTerms, 'watermarkId'>): ExportNotice[] =>
  watermarkId === undefined ? [] : [{ kind: 'watermarked', id: watermarkIdText(watermarkId) }];

async function planSidecars(
  project: Project,
  { target: form, audio, text }: SidecarOrder,
  { selection, soundsOf, wordsOf }: Sources,
): Promise<TargetPlan> {
  const speech = exportedSpeech(project, selection);
  const { settings } = await targetSettings(project, audio, distinctSources(speech));
  const sounds = await soundsOf(settings);
  const { files } = audioFiles(project, { ...settings, extras: [] }, selection.lines, sounds, speech);
  const { book, goal, shape } = settings;
  const words = text?.by === 'words' ? { words: await wordsOf() } : {};
  const source = { project, tags: book.tags, sampleRate: goal.sampleRate, measured: sounds.measured, ...words };
  const { files: texts, notices } = sidecarFiles(form, files, source, text);
  const content = { kind: 'unlisted', files: texts, summary: null } as const;
  return { content, isSample: shape.kind === 'sample', checks: [], measureFor: null, notices };
}

async function planBook(
  project: Project,
  { target, audio, by, epub }: PublicationOrder,
  { selection, soundsOf, wordsOf }: Sources,
): Promise<TargetPlan> {
  const speech = exportedSpeech(project, selection);
  const kinds = distinctSources(speech);
  const { target: like, settings, checks } = await publicationSettings(project, audio, kinds);
  const { book, goal, encoding, chapterMarks, watermarkId } = settings;
  const sounds = await soundsOf(settings);
  const { files, mix } = audioFiles(project, settings, selection.lines, sounds, speech);
  const words = by === 'words' ? { words: await wordsOf() } : {};
  const planned = planPublication(project, {
    target,
    unit: by,
    tracks: files.filter(isAudio),
    encoding,
    book,
    source: { project, tags: book.tags, sampleRate: goal.sampleRate, measured: sounds.measured, ...words },
    epub: target === 'epub' ? (epub ?? (await readSourceEpub(project.dir))) : null,
  });
  const content = {
    kind: 'audio',
    terms: { goal, encoding, chapterMarks, watermarkId },
    files: planned.file ? [planned.file] : [],
    sounds: mix.sounds,
    disclosure: exportDisclosure(project, like, selection, kinds),
  } as const;
  return {
    content,
    isSample: false,
    checks: [...checks, ...mix.checks],
    measureFor: null,
    notices: [...planned.notices, ...watermarkNotices(settings)],
    selection: withoutLines(selection, planned.linesNotInBook),
  };
}

function withoutLines(selection: ExportSelection, ids: readonly number[]): ExportSelection {
  if (ids.length === 0) return selection;
  const out = new Set(ids);
  const leftOut = selection.exported
    .filter(({ id }) => out.has(id))
    .map((line) => toFailedExport(line, { kind: 'not-in-book' }));
  return { ...selection, leftOut: [...selection.leftOut, ...leftOut].toSorted((a, b) => a.number - b.number) };
}

function planSession(
  project: Project,
  { target: form, allowStale }: SessionOrder,
  base: Pick<ExportPlan, 'selection' | 'judged'>,
): TargetPlan {
  const plan = { ...base, isSample: false, checks: takeRows(base.judged) };
  const { files, summary } = sessionFiles(project, { form, allowStale }, (made) => planVerdict(plan, made));
  return { ...plan, content: { kind: 'unlisted', files, summary }, measureFor: null };
}

/** Returns how the speech in the chosen takes was made. */
const exportedSpeech = (project: Project, { lines }: Pick<ExportSelection, 'lines'>): OriginsOfTakes =>
  takeOrigins(
    project.db,
    lines.flatMap(({ takeId }) => takeId ?? []),
  );

/** @throws TargetError if the order can't be exported */
export async function checkOrder(project: Project, order: ExportOrder): Promise<void> {
  if ('by' in order) await publicationSettings(project, order.audio, []);
  else if ('audio' in order) await targetSettings(project, order.audio, []);
  else if ('untitled' in order) await targetSettings(project, order, []);
}

/** @throws TargetError if the order is for a store that bans synthetic narration and hasn't authorised it */
export function checkAllowed(project: Project, order: ExportOrder): void {
  if (!('untitled' in order) || !isUnauthorised(project, order.target)) return;
  const speech = exportedSpeech(project, selectLines(project, scopeOf(order)));
  if (distinctSources(speech).some(isSynthetic)) refuseBanned(order);
}

const refuseBanned = (order: ExportOrder): never => {
  throw new TargetError('untitled' in order ? order.target : 'chapters', { kind: 'banned' });
};
