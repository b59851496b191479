// Previews an export for a delivery target or another program without writing anything.
import type { FinishedOutlook } from '../../../shared/ipc/export-requests.ts';
import {
  HANDOVER_FORMS,
  type HandoverForm,
  isTimedForm,
  USUAL_TIMED_TARGET,
} from '../../../shared/model/delivery-target.ts';
import type { VerdictRow } from '../../../shared/model/export.ts';
import { type FinishedKind, type FinishedOptions, soundChanges } from '../../../shared/model/finished-export.ts';
import { nameKey } from '../../../shared/rules/file-names.ts';
import type { Project } from '../project/project.ts';
import { filesOf, heardIn, unheard } from './deliver.ts';
import { type DeliveryRow, readDelivery } from './delivery-manifest.ts';
import { folderDisk } from './disk.ts';
import { asExportError, ExportError } from './export-error.ts';
import { ExportFolder } from './export-folder.ts';
import { checkExportFolder, suspiciousLines } from './export-outlook.ts';
import { selectLines } from './export-selection.ts';
import { exportVerdict } from './export-verdict.ts';
import type { ExportLine } from './line-file-plan.ts';
import { checkProject } from './survey.ts';
import { type TargetChoice, TargetError, targetById, targetChoice } from './target-choice.ts';

export interface FinishedOrder {
  readonly kind: FinishedKind;
  readonly options: FinishedOptions;
  /** Title of chapters without a heading. */
  readonly untitled: string;
}

export const isHandover = (kind: FinishedKind): kind is HandoverForm => HANDOVER_FORMS.some((form) => form === kind);

/**
 * Returns the target choice whose audio files the subtitles, chapters or labels belong to.
 *
 * @throws TargetError
 */
export const timedChoice = (
  project: Project,
  { options, untitled }: Pick<FinishedOrder, 'options' | 'untitled'>,
  outDir: string,
): Promise<TargetChoice> => {
  const { timesOf = USUAL_TIMED_TARGET, ...lines } = options;
  return targetChoice(project, { ...lines, ...targetById(project, timesOf), untitled, outDir });
};

/**
 * Previews an export without changing anything.
 *
 * @param outDir an absolute path; null if no folder is chosen
 * @throws ProjectError
 */
export async function finishedOutlook(
  project: Project,
  order: FinishedOrder,
  outDir: string | null,
): Promise<FinishedOutlook> {
  const selection = selectLines(project, order.options);
  const { lines, counts, exported } = selection;
  const planned = await plannedFiles(project, order, lines);
  const verdict = exportVerdict({ ...unheard(selection, planned.heard, planned.isSample), rows: planned.checks });
  const names = planned.names && new Set(planned.names.map(nameKey));
  const folder = outDir === null ? null : await folderOutlook(project, outDir, names);
  const suspicious = suspiciousLines(project, { exported }, order.options);
  return { lines: { ...counts, suspicious }, verdict, files: planned.files, needs: planned.needs, folder };
}

interface PlannedFiles extends Pick<FinishedOutlook, 'files' | 'needs'> {
  /** Names of all files, including extra files; null if the folder's other files stay as they are. */
  readonly names: readonly string[] | null;
  readonly heard: ReadonlySet<number>;
  readonly checks: readonly VerdictRow[];
  readonly isSample: boolean;
}

async function plannedFiles(
  project: Project,
  { kind, options, untitled }: FinishedOrder,
  lines: readonly ExportLine[],
): Promise<PlannedFiles> {
  const all = { heard: new Set(lines.map(({ id }) => id)), checks: [], isSample: false };
  try {
    if (isTimedForm(kind)) await timedChoice(project, { options, untitled }, '');
    if (isHandover(kind)) return { files: null, needs: null, names: null, ...all };
    const { choice, checks } = await targetChoice(project, {
      target: kind,
      ...options,
      changes: soundChanges(options),
      untitled,
      outDir: '',
    });
    const made = filesOf(project, choice, lines, { measured: project.takes.measuredAudio(), gains: new Map() });
    const sounds = made.filter(({ bytes }) => bytes === undefined);
    const [first, last] = [sounds[0], sounds.length > 1 ? sounds.at(-1) : undefined];
    const files = {
      count: sounds.length,
      chapters: sounds.reduce((sum, { sections }) => sum + sections.length, 0),
      durationSeconds: sounds.reduce((sum, { frames }) => sum + frames, 0) / choice.goal.sampleRate,
      names: [first, last].flatMap((file) => (file ? [file.name] : [])),
    };
    return {
      files,
      needs: null,
      names: made.map(({ name }) => name),
      heard: heardIn(sounds),
      checks,
      isSample: choice.shape.kind === 'sample',
    };
  } catch (error) {
    if (!(error instanceof TargetError && error.problem.kind === 'needs')) throw error;
    return { files: null, needs: error.problem.field, names: isHandover(kind) ? null : [], ...all };
  }
}

async function folderOutlook(
  project: Project,
  outDir: string,
  names: ReadonlySet<string> | null,
): Promise<NonNullable<FinishedOutlook['folder']>> {
  try {
    checkExportFolder(outDir, project.dir);
    const folder = new ExportFolder<DeliveryRow>(outDir, folderDisk(outDir), 0);
    const entry = await folder.disk.look(outDir);
    if (entry?.kind === 'file') {
      throw new ExportError({ kind: 'not-a-folder', path: outDir });
    }
    const former = (await readDelivery(folder))?.manifest ?? null;
    checkProject(outDir, project.info(), former?.project);
    return {
      ok: true,
      isNew: entry === null,
      former: former && { exportedAt: Date.parse(former.exportedAt), files: former.files.length },
      dropped: former?.files.filter(({ file }) => names && !names.has(nameKey(file))).length ?? 0,
    };
  } catch (error) {
    const known = asExportError(error, outDir);
    if (!(known instanceof ExportError)) throw known;
    return { ok: false, problem: known.problem };
  }
}
