import { basename } from 'node:path';
import { readScriptFile } from '@lectern/manuscript';
import { readPickupFile } from '@lectern/manuscript/pickups';
import { Command, Option } from 'commander';
import type { AcceptedPickup } from '../../../shared/ipc/pickup-requests.ts';
import type { ExportTargetId } from '../../../shared/model/export/export-target.ts';
import type { MatchedPickups, PickupMatch, PickupPlace } from '../../../shared/model/pickups.ts';
import type { NotRetried } from '../../../shared/model/proofed-take.ts';
import { applyPickups } from '../../core/pickups/apply-pickups.ts';
import { matchProjectPickups } from '../../core/pickups/project-pickups.ts';
import { JournalReports } from '../../core/project/journal/journal-reports.ts';
import { excerptOf } from '../../core/project/lines/stored-line.ts';
import type { Project } from '../../core/project/project.ts';
import { openProject } from '../../core/project/project-folder.ts';
import { planRetakes, type RetakePlan } from '../../core/project/proof/retries.ts';
import { systemClock, systemRandom } from '../../core/system.ts';
import { withConnection } from '../connection.ts';
import { CliError, EXIT, type ExitStatus, listenForInterrupts } from '../exit.ts';
import { LineNames } from '../line-names.ts';
import { wholeNumber, withAuthorised } from '../options.ts';
import { standardOutput as output } from '../output.ts';
import { resolveProjectFolder } from '../project-access.ts';
import { type RenderedAgain, renderAgain } from '../render-again.ts';
import { withReadingErrors } from '../script-project.ts';
import { listed, t } from '../words.ts';

const ACCEPTED = ['sure', 'likely'] as const;

interface PickupsOptions {
  readonly dryRun: boolean;
  readonly accept: (typeof ACCEPTED)[number];
  readonly yes: boolean;
  readonly render: boolean;
  readonly maxCharacters?: number;
  readonly baseUrl?: string;
  readonly authorised?: readonly ExportTargetId[];
  readonly json: boolean;
}

export function pickupsCommand(finish: (status: ExitStatus) => void): Command {
  return withAuthorised(withConnection(new Command('pickups')))
    .description(t('command.pickups'))
    .argument('<project>', t('argument.project'))
    .argument('<list>', t('argument.pickupList'))
    .option('--dry-run', t('option.dryRunPickups'), false)
    .addOption(new Option('--accept <confidence>', t('option.acceptPickups')).choices(ACCEPTED).default('sure'))
    .option('--yes', t('option.pickupYes'), false)
    .option('--render', t('option.pickupRender'), false)
    .option('--max-characters <n>', t('option.pickupMaxCharacters'), wholeNumber)
    .option('--json', t('option.json'), false)
    .action(async (path: string, list: string, options: PickupsOptions) => {
      finish(await importPickups(path, list, options));
    });
}

/** `accepted`: the note is added. `known`: the line already has it. `done`: the list marks it as done. */
type Outcome = 'accepted' | 'known' | 'done' | 'open' | 'unmatched';

/** @returns `incomplete` if rows still need a decision, or lines weren't rendered @throws CliError 2; ProjectError */
async function importPickups(path: string, file: string, options: PickupsOptions): Promise<ExitStatus> {
  const { dryRun, render, maxCharacters, json } = options;
  // Without a limit, a mistake could be expensive.
  if (render && maxCharacters === undefined) throw new CliError(t('pickups.needsMaxCharacters'));
  if (!render && maxCharacters !== undefined) throw new CliError(t('pickups.needsRender'));
  const list = await withReadingErrors(file, async () => readPickupFile(await readScriptFile(file), file));
  const ports = { clock: systemClock, random: systemRandom };
  const project = openProject(resolveProjectFolder(path), { mode: dryRun ? 'read' : 'write', ...ports });
  try {
    const matched = await matchProjectPickups(project, list);
    const outcomes = matched.matches.map((match) => outcomeOf(match, options));
    const accepted = matched.matches.filter((_, row) => outcomes[row] === 'accepted').flatMap(acceptedPickup);
    const rendered =
      maxCharacters === undefined ? null : await renderAccepted(project, accepted, { ...options, maxCharacters });
    if (!dryRun && rendered === null) applyPickups(project, accepted);
    if (json) {
      const shown = { project: project.dir, list: file, dry_run: dryRun };
      output.json({ ...shown, ...asJson(matched, outcomes, dryRun), rendered_again: rendered });
    } else printMatches(matched, outcomes, { file: basename(file), dryRun });
    const isRendered = rendered === null || dryRun || (rendered.complete && rendered.excluded.length === 0);
    const isDecided = outcomes.every((outcome) => outcome !== 'open' && outcome !== 'unmatched');
    return isRendered && isDecided ? EXIT.done : EXIT.incomplete;
  } finally {
    project.close();
  }
}

interface RenderedPickups extends RenderedAgain {
  readonly lines: readonly string[];
  readonly excluded: readonly { readonly line: string; readonly reason: NotRetried }[];
}

/** Adds the notes and orders the renders in one transaction, so that neither is done twice after a crash. */
async function renderAccepted(
  project: Project,
  accepted: readonly AcceptedPickup[],
  { maxCharacters, baseUrl, authorised, dryRun }: PickupsOptions & { readonly maxCharacters: number },
): Promise<RenderedPickups> {
  const wanted = [...new Set(accepted.map(({ lineId }) => lineId))].map((lineId) => ({ lineId, reason: null }));
  const plan = (remaining: number | null) => planRetakes(project, wanted, maxCharacters, remaining);
  const names = new LineNames(project.lines.states());
  const nameOf = (lineId: number) => names.labelOfNumber(names.numberOf(lineId));
  const namesIn = ({ lineIds, excluded }: RetakePlan) => ({
    lines: lineIds.map(nameOf),
    excluded: excluded.map(({ lineId, reason }) => ({ line: nameOf(lineId), reason })),
  });
  if (dryRun) {
    const planned = plan(null);
    output.note(t('pickups.wouldRender', { lines: planned.lineIds.length, characters: planned.characters }));
    return { rendered: 0, characters: 0, failed: 0, complete: true, ...namesIn(planned) };
  }
  const interrupts = listenForInterrupts(() => output.note(t('run.stopping')));
  try {
    const again = await renderAgain({
      ...{ project, baseUrl, maxCharacters, authorised, output, signal: interrupts.signal },
      plan(remaining) {
        // A new run would cancel the open one.
        if (new JournalReports(project.db).latestRun()?.state === 'open') throw new CliError(t('drift.openRun'));
        return plan(remaining);
      },
      record: () => void applyPickups(project, accepted),
    });
    for (const [reason, lines] of Map.groupBy(again.plan.excluded, (line) => line.reason)) {
      output.note(t(`proof.notRetried.${reason}`, { lines: lines.length }));
    }
    const { rendered, failed } = again.rendered;
    if (again.plan.lineIds.length > 0) output.note(t('pickups.rendered', { lines: rendered, failed }));
    return { ...again.rendered, ...namesIn(again.plan) };
  } finally {
    interrupts.dispose();
  }
}

function outcomeOf(
  { pickup, confidence, isKnown }: PickupMatch,
  { accept, yes }: Pick<PickupsOptions, 'accept' | 'yes'>,
): Outcome {
  if (confidence === null) return 'unmatched';
  if (isKnown && (yes || confidence !== 'ask')) return 'known';
  if (pickup.isDone) return 'done';
  return yes || confidence === 'sure' || (confidence === 'likely' && accept === 'likely') ? 'accepted' : 'open';
}

function acceptedPickup({ pickup, places: [place] }: PickupMatch): AcceptedPickup[] {
  if (!place) return [];
  const { lineId, takeId, seconds } = place;
  return [{ lineId, text: pickup.note, takeId, seconds }];
}

function printMatches(
  { matches, lines, leftOut }: MatchedPickups,
  outcomes: readonly Outcome[],
  { file, dryRun }: { readonly file: string; readonly dryRun: boolean },
): void {
  const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length;
  const byId = new Map(lines.map((line) => [line.lineId, line]));
  for (const [place, { pickup, confidence, places }] of matches.entries()) {
    const outcome = outcomes[place];
    if (outcome !== 'open' && outcome !== 'unmatched' && !(dryRun && outcome === 'accepted')) continue;
    output.result(t('pickups.row', { row: pickup.number, text: pickup.text }));
    if (confidence === null) output.result(t('pickups.noLine'));
    const [best, ...others] = places.flatMap(({ lineId }) => byId.get(lineId) ?? []);
    if (best)
      output.result(
        t('pickups.line', { confidence: confidence ?? 'ask', line: best.line, words: excerptOf(best.text) }),
      );
    if (others.length > 0 && outcome === 'open') {
      output.result(t('pickups.alternatives', { lines: listed(others.map(({ line }) => line)) }));
    }
  }
  const figures = { file, added: count('accepted'), known: count('known'), done: count('done') };
  output.note(dryRun ? t('pickups.wouldAdd', figures) : t('pickups.added', figures));
  const left = count('open') + count('unmatched');
  if (left > 0) output.note(t('pickups.left', { left, unmatched: count('unmatched') }));
  if (leftOut.length > 0) {
    output.note(t('pickups.leftOut', { count: leftOut.length, rows: listed(leftOut.map(({ text }) => text)) }));
  }
}

function asJson({ matches, lines, leftOut }: MatchedPickups, outcomes: readonly Outcome[], dryRun: boolean) {
  const byId = new Map(lines.map((line) => [line.lineId, line]));
  const placeAsJson = ({ lineId, words, takeId, seconds }: PickupPlace) => {
    const line = byId.get(lineId);
    const text = line?.text ?? '';
    return {
      line: line?.line ?? '',
      chapter: line?.chapterTitle ?? '',
      text,
      words: words && text.slice(words.from, words.to),
      take: takeId,
      take_seconds: seconds,
    };
  };
  const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length;
  return {
    notes_added: dryRun ? 0 : count('accepted'),
    rows: matches.map(({ pickup, confidence, places: [best, ...others] }, row) => ({
      row: pickup.number,
      text: pickup.text,
      note: pickup.note,
      confidence,
      match: best ? placeAsJson(best) : null,
      alternatives: others.map(placeAsJson),
      outcome: outcomes[row],
    })),
    left_out: leftOut.map(({ number, text }) => ({ row: number, text })),
  };
}
