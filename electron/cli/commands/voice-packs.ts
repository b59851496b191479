// `lectern voices packs|add|remove`: neural voices of the local service.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { isBusy } from '../../../node/sqlite/sqlite-codes.ts';
import { PackError } from '../../../node/voice-packs/read-pack.ts';
import { type PackProblem, packBytes, type VoicePack } from '../../../shared/service/voice-pack.ts';
import { installedPacks, installPack, packsFolder, removePack } from '../../core/app/voice-packs/installed-packs.ts';
import { makeDataFolder } from '../../core/local-service/data-folder.ts';
import { columns } from '../columns.ts';
import { CliError, EXIT, type ExitStatus } from '../exit.ts';
import { standardOutput as output, plainText } from '../output.ts';
import { t } from '../words.ts';

type Finish = (status: ExitStatus) => void;

const folder = (): string => packsFolder(makeDataFolder());

const sizeText = (pack: VoicePack): string => t('packs.megabytes', { megabytes: Math.ceil(packBytes(pack) / 1e6) });

export const packsCommand = (finish: Finish): Command =>
  new Command('packs')
    .description(t('command.voicesPacks'))
    .option('--json', t('option.jsonArray'), false)
    .action((_options, command: Command) => {
      const found = installedPacks(folder());
      const packs = found.flatMap(({ pack }) => pack ?? []);
      // The option of the command above is taken before this one's.
      if (command.optsWithGlobals()['json'] === true) output.json(packs.map(described));
      else if (packs.length === 0) output.note(t('packs.none'));
      else for (const row of columns([headings(), ...packs.map(cells)])) output.result(row);
      for (const { id, problem } of found) if (problem) output.note(problemText(problem.kind, id, problem.where));
      finish(EXIT.done);
    });

export const addCommand = (finish: Finish): Command =>
  new Command('add')
    .description(t('command.voicesAdd'))
    .argument('<path>', t('argument.pack'))
    .action(async (path: string) => {
      await add(resolve(path));
      finish(EXIT.done);
    });

export const removeCommand = (finish: Finish): Command =>
  new Command('remove')
    .description(t('command.voicesRemove'))
    .argument('<id>', t('argument.packId'))
    .action(async (id: string) => {
      if (!(await removePack(folder(), id).catch(refuseBusy))) throw new CliError(t('packs.notThere', { id }));
      output.note(t('packs.removed'));
      finish(EXIT.done);
    });

const problemText = (problem: PackProblem, path: string, where: string): string =>
  t(`packs.problem.${problem}`, { path, where: where || 'pack.json' });

async function add(path: string): Promise<void> {
  if (!existsSync(path)) throw new CliError(t('packs.noSource', { path }));
  try {
    await installPack({ source: path, folder: folder(), onFound: tellRights });
  } catch (error) {
    if (!(error instanceof PackError)) refuseBusy(error);
    throw new CliError(problemText(error.problem, path, error.where));
  }
  output.note(t('packs.installed'));
}

/** @throws CliError where someone else is at work with the packs; else what went wrong */
function refuseBusy(error: unknown): never {
  throw isBusy(error) ? new CliError(t('packs.busy')) : error;
}

/** What it is and what it may be used for, before it is there. */
function tellRights(pack: VoicePack): void {
  const { licence, commercialUse, attribution, forbiddenUses } = pack.rights;
  const voices = pack.voices.length;
  const commercial = commercialUse ? 'yes' : 'no';
  output.note(t('packs.found', { name: pack.name, voices, size: sizeText(pack), licence, commercial }));
  if (attribution !== undefined) output.note(t('packs.attribution', { attribution }));
  for (const use of forbiddenUses) output.note(t('packs.forbidden', { use }));
}

const described = (pack: VoicePack) => ({
  id: pack.id,
  name: pack.name,
  source: pack.source ?? null,
  bytes: packBytes(pack),
  rights: pack.rights,
  voices: pack.voices.map(({ id, name, languageCode }) => ({ id, name, language_code: languageCode })),
});

const headings = (): readonly string[] => [
  t('packs.name'),
  t('packs.voices'),
  t('packs.size'),
  t('packs.licence'),
  t('packs.use'),
  t('packs.id'),
];

const cells = (pack: VoicePack): readonly string[] =>
  [
    pack.name,
    String(pack.voices.length),
    sizeText(pack),
    pack.rights.licence,
    pack.rights.commercialUse ? t('packs.anyUse') : t('packs.noCommercialUse'),
    pack.id,
  ].map(plainText);
