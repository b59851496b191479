import { Command } from 'commander';
import type { ConsentState, VoiceConsent } from '../../../shared/model/consent.ts';
import { ALL_TAKES, voiceConsents } from '../../core/export/voice-consents.ts';
import { logError } from '../../core/project/folder/log-record.ts';
import { Journal } from '../../core/project/journal/journal.ts';
import type { Project } from '../../core/project/project.ts';
import { openProject } from '../../core/project/project-folder.ts';
import type { JudgedTakes } from '../../core/project/takes/suspicious-takes.ts';
import { systemClock, systemRandom } from '../../core/system.ts';
import { consentText, knownConsents } from '../consents.ts';
import { doubtfulLines, lossesOf } from '../doubtful-lines.ts';
import { EXIT, type ExitStatus } from '../exit.ts';
import { LineNames } from '../line-names.ts';
import { type CommandOutput, standardOutput as output, plainText } from '../output.ts';
import { resolveProjectFolder } from '../project-access.ts';
import { printFailures, type ReportedLine, type SuspiciousLineReport } from '../run-report.ts';
import { judgedTakes, printSuspicious, suspicionsOf } from '../suspicious.ts';
import { t, tProblem } from '../words.ts';

/** The object printed by `status --json` and `import --json`. */
export interface StatusReport {
  readonly project: string;
  readonly chapters: number;
  readonly roles: number;
  readonly lines: number;
  readonly fresh: number;
  readonly stale: number;
  readonly missing_audio: number;
  readonly unrendered: number;
  readonly in_flight: number;
  readonly failed: number;
  /** Lines that are in doubt or lost, and need a decision. */
  readonly in_doubt: number;
  /** Subset of `in_doubt`: lines that the service accepted but no longer has. */
  readonly lost: number;
  readonly characters: number;
  readonly doubtful: readonly ReportedLine[];
  readonly suspicious: readonly SuspiciousLineReport[];
  /** Takes that can't be checked because their audio hasn't been measured yet. */
  readonly unmeasured: number;
  /** Cloned voices in the takes without a valid consent. */
  readonly consents: readonly VoiceConsentReport[];
  /** project.db-wal is missing or damaged, so the counts might not include the latest submissions. */
  readonly log_missing: boolean;
  readonly log_damaged: boolean;
}

export function statusCommand(finish: (status: ExitStatus) => void): Command {
  return new Command('status')
    .description(t('command.status'))
    .argument('<project>', t('argument.project'))
    .option('--json', t('option.json'), false)
    .action(async (path: string, options: { json: boolean }) => {
      const project = openProject(resolveProjectFolder(path), {
        mode: 'read',
        clock: systemClock,
        random: systemRandom,
      });
      try {
        await project.takes.verify();
        await printStatus(project, options.json, output);
      } finally {
        project.close();
      }
      finish(EXIT.done);
    });
}

/** A cloned voice in the takes without a valid consent. */
export interface VoiceConsentReport {
  readonly voice: string;
  readonly name: string;
  readonly consent: ConsentState;
  readonly lines: readonly string[];
  readonly decision: { readonly reason: string; readonly decided_by: string; readonly decided_at: string } | null;
}

export async function printStatus(
  project: Project,
  json: boolean,
  out: CommandOutput,
  imported?: object,
): Promise<void> {
  const names = new LineNames(project.lines.states());
  const judged = judgedTakes(project);
  const consents = voiceConsents(project, ALL_TAKES, await knownConsents()).filter(({ state }) => state !== 'valid');
  const report = buildStatusReport(project, names, judged, consents);
  if (project.logDamage) out.note(tProblem.project(logError(project.logDamage, project.dir).problem));
  if (json) {
    out.json({ ...report, ...(imported && { imported }) });
    return;
  }
  out.result(t('status.project', { name: project.info().name, folder: report.project }));
  const { chapters, roles, lines, characters, fresh, stale, unrendered, failed, lost } = report;
  out.result(t('status.counts', { chapters, roles, lines, characters }));
  out.result(t('status.rendered', { fresh, stale, unrendered }));
  if (report.missing_audio > 0) out.result(t('status.missingAudio', { lines: report.missing_audio }));
  out.result(t('status.service', { inFlight: report.in_flight, failed, inDoubt: report.in_doubt - lost, lost }));
  printFailures(report.doubtful, names, out);
  printSuspicious(judged, names, { ...out, note: out.result });
  for (const voice of consents) out.result(plainText(consentText(voice)));
}

function buildStatusReport(
  project: Project,
  names: LineNames,
  judged: JudgedTakes,
  consents: readonly VoiceConsent[],
): StatusReport {
  const journal = new Journal(project.db);
  const counts = project.lines.counts();
  const run = journal.latestRun();
  const fresh = new Set<number>();
  for (const line of project.lines.states()) {
    if (line.state === 'fresh' || line.state === 'kept') fresh.add(line.id);
  }
  const failed = run === null ? [] : [...journal.failedLines(run).keys()].filter((id) => !fresh.has(id));
  // Lines that were being sent when their process died are in doubt but not yet marked so in the journal.
  const lost = lossesOf(project, journal.linesLost());
  const sending = journal.linesBeingSent();
  const beingWritten = sending.length > 0 && project.isBeingWritten();
  const inDoubt = [...journal.linesInDoubt(), ...(beingWritten ? [] : sending)];
  return {
    project: project.dir,
    chapters: counts.chapters,
    roles: counts.roles,
    lines: counts.lines,
    fresh: counts.fresh,
    missing_audio: counts.missingAudio,
    stale: counts.stale,
    // Lines with an uncast role, or with three roles, don't have audio either.
    unrendered: counts.unrendered + counts.blocked,
    in_flight: journal.linesInFlight().length + (beingWritten ? sending.length : 0),
    failed: failed.length,
    in_doubt: inDoubt.length + lost.size,
    lost: lost.size,
    doubtful: doubtfulLines(inDoubt, lost, names),
    characters: counts.characters,
    ...suspicionsOf(judged),
    consents: consents.map(({ voice, name, state, lineIds, decision }) => ({
      voice,
      name,
      consent: state,
      lines: lineIds.map((id) => names.labelOfNumber(names.numberOf(id))),
      decision: decision && {
        reason: decision.reason,
        decided_by: decision.decidedBy,
        decided_at: new Date(decision.decidedAt).toISOString(),
      },
    })),
    log_missing: project.logDamage !== null,
    log_damaged: project.logDamage === 'damaged',
  };
}
