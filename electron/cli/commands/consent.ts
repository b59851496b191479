import { readScriptFile } from '@lectern/manuscript';
import { Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import {
  type ConsentRecord,
  decisionTextSchema,
  isInFuture,
  needsDecision,
  type VoiceConsent,
} from '../../../shared/model/consent.ts';
import { consentState, isSameVoice, localDate } from '../../../shared/rules/consent-state.ts';
import { decisionText } from '../../../shared/words/consent-words.ts';
import { parseConsents } from '../../core/app/clones/consents-file.ts';
import { ALL_TAKES, voiceConsents } from '../../core/export/voice-consents.ts';
import type { Project } from '../../core/project/project.ts';
import { openProject } from '../../core/project/project-folder.ts';
import { systemClock, systemRandom } from '../../core/system.ts';
import { consentText, knownConsents, openConsents } from '../consents.ts';
import { CliError, EXIT, type ExitStatus } from '../exit.ts';
import { nonEmpty } from '../options.ts';
import { standardOutput as output, plainText } from '../output.ts';
import { resolveProjectFolder } from '../project-access.ts';
import { withReadingErrors } from '../script-project.ts';
import { t, tDelivery } from '../words.ts';

export const consentCommand = (finish: (status: ExitStatus) => void): Command =>
  new Command('consent')
    .description(t('command.consent'))
    .addCommand(listCommand(finish))
    .addCommand(checkCommand(finish))
    .addCommand(decideCommand(finish))
    .addCommand(importCommand(finish))
    .addCommand(withdrawCommand(finish));

const listCommand = (finish: (status: ExitStatus) => void): Command =>
  new Command('list')
    .description(t('command.consentList'))
    .option('--json', t('option.jsonArray'), false)
    .action(async ({ json }: { json: boolean }) => {
      const records = (await openConsents()).list();
      const now = systemClock.now();
      const stated = records.map((record) => ({ ...record, state: consentState([record], now) }));
      if (json) output.json(stated.map(({ voicesBefore: _, ...record }) => record));
      else if (stated.length === 0) output.note(t('consent.none'));
      else for (const record of stated) output.result(plainText(recordText(record)));
      finish(EXIT.done);
    });

const recordText = ({
  id,
  voiceName,
  person,
  givenOn,
  validUntil,
  purpose,
  withdrawal,
  state,
}: ConsentRecord & {
  readonly state: VoiceConsent['state'];
}): string =>
  t('consent.record', {
    ...{ id, voice: voiceName, person, givenOn, purpose, state },
    until: validUntil ?? 'none',
    withdrawnOn: withdrawal?.on ?? '',
  });

const checkCommand = (finish: (status: ExitStatus) => void): Command =>
  new Command('check')
    .description(t('command.consentCheck'))
    .argument('<project>', t('argument.project'))
    .option('--json', t('option.jsonArray'), false)
    .action(async (path: string, { json }: { json: boolean }) => {
      const project = openProject(resolveProjectFolder(path), { mode: 'read', ...PORTS });
      try {
        const voices = voiceConsents(project, ALL_TAKES, await knownConsents());
        if (json) output.json(voices.map(({ lineIds, ...voice }) => ({ ...voice, lines: lineIds.length })));
        else for (const voice of voices) output.result(plainText(consentText(voice)));
        if (voices.length === 0 && !json) output.note(t('consent.noClones'));
        finish(voices.some(needsDecision) ? EXIT.incomplete : EXIT.done);
      } finally {
        project.close();
      }
    });

interface DecideOptions {
  readonly reason: string;
  readonly by: string;
}

const decideCommand = (finish: (status: ExitStatus) => void): Command =>
  new Command('decide')
    .description(t('command.consentDecide'))
    .argument('<project>', t('argument.project'))
    .argument('<voice>', t('argument.clonedVoice'))
    .requiredOption('--reason <text>', t('option.consentReason'), nonEmpty)
    .requiredOption('--by <name>', t('option.consentBy'), nonEmpty)
    .action(async (path: string, wanted: string, { reason, by }: DecideOptions) => {
      const decision = decisionTextSchema.safeParse({ reason, decidedBy: by });
      if (!decision.success) throw new CliError(t('consent.tooLong'));
      const project = openProject(resolveProjectFolder(path), { mode: 'write', ...PORTS });
      try {
        const voice = findVoice(voiceConsents(project, ALL_TAKES, await knownConsents()), wanted);
        decide(project, voice, decision.data);
        finish(EXIT.done);
      } finally {
        project.close();
      }
    });

function decide(project: Project, voice: VoiceConsent, decision: z.infer<typeof decisionTextSchema>): void {
  const { state, name, origin, userId } = voice;
  if (state === 'valid') {
    output.note(t('consent.notNeeded', { voice: name }));
    return;
  }
  const identity = { origin, userId, voice: voice.voice };
  const made = { ...identity, ...decision, name, about: state, decidedAt: systemClock.now() };
  const others = project
    .settings()
    .consentDecisions.filter((each) => each.about !== state || !isSameVoice(each, identity));
  project.updateSettings({ consentDecisions: [...others, made] });
  output.note(decisionText(tDelivery, made));
}

/** @throws CliError if no cloned voice, or more than one, has this id or name */
function findVoice(voices: readonly VoiceConsent[], wanted: string): VoiceConsent {
  const found = voices.filter(({ voice, name }) => voice === wanted || name === wanted);
  const [voice] = found;
  if (found.length === 1 && voice) return voice;
  const known = voices.map((each) => `${each.name} (${each.voice})`).join(', ');
  throw new CliError(t(found.length === 0 ? 'consent.unknownVoice' : 'consent.ambiguous', { voice: wanted, known }));
}

const importCommand = (finish: (status: ExitStatus) => void): Command =>
  new Command('import')
    .description(t('command.consentImport'))
    .argument('<file>', t('argument.consentsFile'))
    .action(async (file: string) => {
      const bytes = await withReadingErrors(file, () => readScriptFile(file));
      const records = parseConsents(new TextDecoder().decode(bytes), () => systemRandom.id());
      if (records === null) throw new CliError(t('consent.notConsents', { file }));
      const added = await (await openConsents()).importRecords(records);
      output.note(t('consent.imported', { added: added.length, known: records.length - added.length }));
      finish(EXIT.done);
    });

interface WithdrawOptions {
  readonly on?: string;
  readonly note?: string;
}

const withdrawCommand = (finish: (status: ExitStatus) => void): Command =>
  new Command('withdraw')
    .description(t('command.consentWithdraw'))
    .argument('<consent>', t('argument.consent'))
    .option('--on <date>', t('option.withdrawnOn'), isoDate)
    .option('--note <text>', t('option.withdrawalNote'), nonEmpty)
    .action(async (id: string, { on = localDate(systemClock.now()), note }: WithdrawOptions) => {
      const consents = await openConsents();
      const record = consents.list().find((each) => each.id === id);
      if (!record) throw new CliError(t('consent.unknown', { id }));
      if (isInFuture({ givenOn: on }, systemClock.now())) throw new CliError(t('consent.future', { day: on }));
      if ((note?.length ?? 0) > 500) throw new CliError(t('consent.tooLong'));
      if (record.withdrawal) output.note(t('consent.alreadyWithdrawn', { day: record.withdrawal.on }));
      else {
        await consents.withdraw(id, { on, note: note ?? null });
        output.note(t('consent.withdrawn', { voice: record.voiceName, person: record.person, day: on }));
      }
      finish(EXIT.done);
    });

function isoDate(text: string): string {
  if (z.iso.date().safeParse(text).success) return text;
  throw new InvalidArgumentError(t('value.date'));
}

const PORTS = { clock: systemClock, random: systemRandom };
