import { createAudioWorkers } from '../core/audio/audio-workers.ts';
import { measureTakes } from '../core/production/take-analyser.ts';
import type { Project } from '../core/project/project.ts';
import { type JudgedTakes, suspiciousTakes, unapprovedTakes } from '../core/project/takes/suspicious-takes.ts';
import type { LineNames } from './line-names.ts';
import type { FailOn } from './options.ts';
import type { CommandOutput } from './output.ts';
import { printFailures, type SuspiciousLineReport } from './run-report.ts';
import { listed, suspicionText, t } from './words.ts';

export const NO_JUDGED_TAKES: JudgedTakes = { suspicious: [], unmeasured: 0 };

/** Measures takes that haven't been measured yet, if the project is writable. */
export async function judgeTakes(
  project: Project,
  {
    allowStale,
    output,
    signal,
  }: { readonly allowStale: boolean; readonly output: CommandOutput; readonly signal: AbortSignal },
): Promise<JudgedTakes> {
  const takes = project.takes.countWithoutAnalysis();
  if (takes > 0 && project.takes.mayWrite) {
    output.note(t('suspicious.measuring', { takes }));
    const workers = createAudioWorkers();
    await measureTakes({ project, workers }, signal).finally(() => workers.close());
  }
  return judgedTakes(project, allowStale);
}

export const judgedTakes = (project: Project, allowStale = false): JudgedTakes =>
  suspiciousTakes(project.db, project.lines.states(), { allowStale });

export const suspiciousRows = ({ suspicious }: JudgedTakes): SuspiciousLineReport[] =>
  suspicious.map(({ number, label, roles, takeId, approved, suspicions }) => ({
    line: number,
    number: label,
    role: roles.join(' + '),
    take: takeId,
    approved,
    kinds: suspicions.map(({ kind }) => kind),
    figures: suspicions,
  }));

export const suspicionsOf = (judged: JudgedTakes) => ({
  suspicious: suspiciousRows(judged),
  /** Takes that can't be checked because their audio hasn't been measured yet. */
  unmeasured: judged.unmeasured,
});

export const areTakesAccepted = (judged: JudgedTakes, level: FailOn): boolean =>
  level === 'never' || unapprovedTakes(judged).length === 0;

/** Prints the number of suspicious takes and the reasons for each line. Approved takes are only counted. */
export function printSuspicious(
  judged: JudgedTakes,
  names: LineNames,
  output: CommandOutput,
  level: FailOn = 'never',
): void {
  for (const sentence of summaryLines(judged)) output.note(sentence);
  const rows = unapprovedTakes(judged).map(({ number, suspicions }) => ({
    line: number,
    reason: listed(suspicions.map((found) => suspicionText(found).label)),
  }));
  printFailures(rows, names, output);
  if (rows.length > 0) output.note(t('suspicious.advice'));
  if (!areTakesAccepted(judged, level)) output.note(t('suspicious.status'));
}

function summaryLines(judged: JudgedTakes): string[] {
  const { suspicious, unmeasured } = judged;
  const open = unapprovedTakes(judged).length;
  return [
    ...(suspicious.length > 0
      ? [
          open === 0
            ? t('suspicious.allApproved', { takes: suspicious.length })
            : t('suspicious.total', { takes: open, approved: suspicious.length - open }),
        ]
      : []),
    ...(unmeasured > 0 ? [t('suspicious.unmeasured', { takes: unmeasured })] : []),
  ];
}
