import { basename } from 'node:path';
import { readScriptFile } from '@lectern/manuscript';
import { readPickupFile } from '@lectern/manuscript/pickups';
import { Command, Option } from 'commander';
import type { AcceptedPickup } from '../../../shared/ipc/pickup-requests.ts';
import type { MatchedPickups, PickupMatch, PickupPlace } from '../../../shared/model/pickups.ts';
import { applyPickups } from '../../core/pickups/apply-pickups.ts';
import { matchProjectPickups } from '../../core/pickups/project-pickups.ts';
import { excerptOf } from '../../core/project/lines/stored-line.ts';
import { openProject } from '../../core/project/project-folder.ts';
import { systemClock, systemRandom } from '../../core/system.ts';
import { EXIT, type ExitStatus } from '../exit.ts';
import { standardOutput as output } from '../output.ts';
import { resolveProjectFolder } from '../project-access.ts';
import { withReadingErrors } from '../script-project.ts';
import { listed, t } from '../words.ts';

const ACCEPTED = ['sure', 'likely'] as const;

interface PickupsOptions {
  readonly dryRun: boolean;
  readonly accept: (typeof ACCEPTED)[number];
  readonly json: boolean;
}

export function pickupsCommand(finish: (status: ExitStatus) => void): Command {
  return new Command('pickups')
    .description(t('command.pickups'))
    .argument('<project>', t('argument.project'))
    .argument('<list>', t('argument.pickupList'))
    .option('--dry-run', t('option.dryRunPickups'), false)
    .addOption(new Option('--accept <confidence>', t('option.acceptPickups')).choices(ACCEPTED).default('sure'))
    .option('--json', t('option.json'), false)
    .action(async (path: string, list: string, options: PickupsOptions) => {
      finish(await importPickups(path, list, options));
    });
}

/** `accepted`: the note is added. `known`: the line already has it. `done`: the list marks it as done. */
type Outcome = 'accepted' | 'known' | 'done' | 'open' | 'unmatched';

/** @returns `incomplete` if rows still need a decision @throws CliError 2; ProjectError */
async function importPickups(
  path: string,
  file: string,
  { dryRun, accept, json }: PickupsOptions,
): Promise<ExitStatus> {
  const list = await withReadingErrors(file, async () => readPickupFile(await readScriptFile(file), file));
  const ports = { clock: systemClock, random: systemRandom };
  const project = openProject(resolveProjectFolder(path), { mode: dryRun ? 'read' : 'write', ...ports });
  try {
    const matched = await matchProjectPickups(project, list);
    const outcomes = matched.matches.map((match) => outcomeOf(match, accept));
    const accepted = matched.matches.filter((_, row) => outcomes[row] === 'accepted');
    if (!dryRun) applyPickups(project, accepted.flatMap(acceptedPickup));
    if (json) output.json({ project: project.dir, list: file, dry_run: dryRun, ...asJson(matched, outcomes, dryRun) });
    else printMatches(matched, outcomes, { file: basename(file), dryRun });
    return outcomes.some((outcome) => outcome === 'open' || outcome === 'unmatched') ? EXIT.incomplete : EXIT.done;
  } finally {
    project.close();
  }
}

function outcomeOf({ pickup, confidence, isKnown }: PickupMatch, accept: PickupsOptions['accept']): Outcome {
  if (confidence === null) return 'unmatched';
  if (isKnown && confidence !== 'ask') return 'known';
  if (pickup.isDone) return 'done';
  return confidence === 'sure' || (confidence === 'likely' && accept === 'likely') ? 'accepted' : 'open';
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
