import type { ExportChoice } from '../../shared/model/export.ts';
import type { Price } from '../../shared/model/price.ts';
import type { Paragraph } from '../../shared/model/script.ts';
import type { VoiceReading } from '../../shared/service/voices.ts';
import { ChosenExportFolders } from '../core/export/chosen-folders.ts';
import { rememberExport } from '../core/export/export-memory.ts';
import { makeDataFolder } from '../core/local-service/data-folder.ts';
import { planRun, type RunPlan } from '../core/production/plan-run.ts';
import { Journal } from '../core/project/journal/journal.ts';
import type { Project } from '../core/project/project.ts';
import { remainingBudget } from '../core/project/spending/remaining-budget.ts';
import { systemClock } from '../core/system.ts';
import type { CastFile } from './cast-file.ts';
import { exportChoice } from './export-lines.ts';
import { saveScript } from './script-project.ts';

type ExportWish = Parameters<typeof exportChoice>[2];

export interface RunWish extends ExportWish {
  readonly paragraphs: readonly Paragraph[];
  /** Null where everybody is cast already. */
  readonly voices: readonly VoiceReading[] | null;
  readonly cast: CastFile | null;
  /** An absolute path. */
  readonly outDir: string;
  readonly limit?: number | undefined;
  readonly maxCharacters?: number | undefined;
  /** What the service charges; null: not known. */
  readonly price: Price | null;
  readonly resubmitInDoubt: boolean;
  readonly renderMissingAudio: boolean;
  /** Called before the run is opened, with how many lines would be sent. @throws CliError where they must not be */
  readonly checkSends?: (lines: number) => void;
}

/** A run that is in the journal, and what it is to do. */
export interface BegunRun {
  readonly plan: RunPlan;
  readonly runId: number;
  readonly export: ExportChoice;
}

/**
 * Saves script and cast, opens the run over them and remembers where its audio goes: all of it or nothing, so that
 * whenever a command is killed there is a run to resume, with its limits and its folder, or no trace of it.
 *
 * @throws CliError 2, ProjectError
 */
export function beginRun(project: Project, wish: RunWish): BegunRun {
  return project.db.durably(() => {
    const journal = new Journal(project.db);
    saveScript(project, wish.paragraphs, wish.voices, wish.cast);
    if (wish.resubmitInDoubt) journal.giveUpDoubts();
    const choice = exportChoice(project, wish.outDir, wish);
    rememberExport(project, { choice });
    new ChosenExportFolders(makeDataFolder()).note(project.info().id, choice.outDir);
    const caps = [wish.maxCharacters ?? null, remainingBudget(project.db, wish.price, null).characters];
    const known = caps.filter((cap) => cap !== null);
    const maxCharacters = known.length === 0 ? undefined : Math.min(...known);
    const plan = planRun(project, journal, {
      limit: wish.limit,
      maxCharacters,
      renderMissing: wish.renderMissingAudio,
    });
    wish.checkSends?.(plan.send.length);
    const runId = journal.createRun(
      // What a cap keeps back belongs to the run: resuming it says so, and renders it once the cap is raised.
      [...plan.inFlight, ...plan.inDoubt, ...plan.lost, ...plan.send.map((line) => line.lineId), ...plan.overCap],
      { limit: wish.limit ?? null, maxCharacters: wish.maxCharacters ?? null },
      systemClock.now(),
    );
    return { plan, runId, export: choice };
  });
}
