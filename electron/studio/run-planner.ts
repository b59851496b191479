import { z } from 'zod';
import type { RunScope } from '../../shared/ipc/production-requests.ts';
import { planRun, type RunPlan } from '../core/production/plan-run.ts';
import type { OrderedLine } from '../core/production/planned-line.ts';
import type { Journal } from '../core/store/journal.ts';
import type { JournalReports, RunRecord } from '../core/store/journal-reports.ts';
import type { Project } from '../core/store/project.ts';
import type { LinePlaces } from './line-places.ts';

export interface RunPlannerParts {
  readonly project: Project;
  readonly journal: Journal;
  readonly reports: JournalReports;
  readonly places: LinePlaces;
}

/** How a run was ordered, as it is written down with it. */
const runOptionsSchema = z.object({
  maxCharacters: z.number().nullish().default(null),
  retryFailed: z.number().nullish().default(null),
});

/** What a run may send: which lines, and up to which cap. Changes nothing. */
export class RunPlanner {
  readonly #parts: RunPlannerParts;

  constructor(parts: RunPlannerParts) {
    this.#parts = parts;
  }

  /**
   * What an order would send.
   *
   * @param onlyThese looks at the lines of the scope alone, where it names lines: the plan says nothing of the others
   * @throws ProjectError
   */
  plan(scope: RunScope, onlyThese = false): RunPlan {
    const { project, journal } = this.#parts;
    const caps = [scope.maxCharacters ?? null, this.#projectCapLeft()].filter((cap) => cap !== null);
    return planRun(project, journal, {
      only: this.#linesOf(scope),
      onlyThese: onlyThese && scope.lineIds !== undefined,
      maxCharacters: caps.length === 0 ? undefined : Math.min(...caps),
      replaceApproved: scope.replaceApproved ?? false,
    });
  }

  /** Characters that may still be sent in a run, by its own cap and the project's; null: as many as one likes. */
  capLeft(run: RunRecord | null): number | null {
    const { journal } = this.#parts;
    const { maxCharacters } = this.optionsOf(run);
    const ofRun = run && maxCharacters !== null ? Math.max(0, maxCharacters - journal.charactersOf(run.id)) : null;
    const caps = [ofRun, this.#projectCapLeft()].filter((cap) => cap !== null);
    return caps.length === 0 ? null : Math.min(...caps);
  }

  /** How a run was ordered. */
  optionsOf(run: RunRecord | null): { readonly maxCharacters: number | null; readonly retryFailed: number | null } {
    const options = run && runOptionsSchema.safeParse(this.#parts.journal.optionsOf(run.id)).data;
    return { maxCharacters: options?.maxCharacters ?? null, retryFailed: options?.retryFailed ?? null };
  }

  /** The first of some lines, as far as a run's caps let them: a short line further on does not slip through. */
  affordable(lines: readonly OrderedLine[], run: RunRecord | null): readonly OrderedLine[] {
    let left = this.capLeft(run) ?? Number.POSITIVE_INFINITY;
    const beyond = lines.findIndex(({ characters }) => {
      left -= characters;
      return left < 0;
    });
    return beyond === -1 ? lines : lines.slice(0, beyond);
  }

  #projectCapLeft(): number | null {
    const { project, reports } = this.#parts;
    const { characterCap } = project.settings();
    return characterCap === null ? null : Math.max(0, characterCap - reports.charactersTaken());
  }

  #linesOf({ chapterIds, lineIds }: RunScope): ReadonlySet<number> | undefined {
    const ids = lineIds && new Set(lineIds);
    if (!chapterIds) return ids;
    const inChapters = this.#parts.places.linesOf(new Set(chapterIds));
    return ids ? inChapters.intersection(ids) : inChapters;
  }
}
