import {
  type AnyPack,
  type AnyPackDescription,
  installedBytes,
  isRecogniserPack,
  type KnownPack,
  type PackProblem,
  totalPackBytes,
} from '@lectern/tts-protocol';
import { Command } from 'commander';
import { isBusy } from '../../../node/sqlite/sqlite-codes.ts';
import { discardInstalled } from '../../core/app/voice-packs/fetch-pack.ts';
import { installedPacks, packsFolder, removePack } from '../../core/app/voice-packs/installed-packs.ts';
import { discardPartialDownloads, partialDownloads } from '../../core/app/voice-packs/kept-archive.ts';
import { knownPacks } from '../../core/app/voice-packs/known-packs.ts';
import { makeDataFolder } from '../../core/local-service/data-folder.ts';
import { alignColumns } from '../columns.ts';
import { CliError, EXIT, type ExitStatus } from '../exit.ts';
import { standardOutput as output, plainText } from '../output.ts';
import { t } from '../words.ts';

type Finish = (status: ExitStatus) => void;

export const megabytes = (bytes: number): string => t('packs.megabytes', { megabytes: Math.ceil(bytes / 1e6) });

export const packsCommand = (finish: Finish): Command =>
  new Command('packs')
    .description(t('command.voicesPacks'))
    .option('--json', t('option.jsonArray'), false)
    .option('--known', t('option.packsKnown'), false)
    .action(({ known }: { readonly known: boolean }, command: Command) => {
      // The parent command has an option with the same name, and that option takes precedence.
      const asJson = command.optsWithGlobals()['json'] === true;
      if (known) listKnown(makeDataFolder(), asJson);
      else listInstalled(makeDataFolder(), asJson);
      finish(EXIT.done);
    });

function listInstalled(home: string, asJson: boolean): void {
  const found = installedPacks(packsFolder(home));
  const packs = found.flatMap(({ pack }) => pack ?? []);
  if (asJson) output.json(packs.map(describedPack));
  else if (packs.length === 0) output.note(t('packs.none'));
  else printPacks(packs);
  for (const { id, problem } of found) if (problem) output.note(problemText(problem.kind, id, problem.where));
}

function printPacks(packs: readonly AnyPack[]): void {
  const recognisers = packs.filter((pack) => isRecogniserPack(pack));
  const voices = packs.filter((pack) => !isRecogniserPack(pack));
  const print = (kind: PackKind, listed: readonly AnyPack[]): void => {
    for (const row of alignColumns([headings(kind), ...listed.map((pack) => cells(pack, totalPackBytes(pack)))]))
      output.result(row);
  };
  if (voices.length > 0) print('voices', voices);
  if (recognisers.length === 0) return;
  if (voices.length > 0) output.result('');
  output.result(t('packs.recognisers'));
  print('recogniser', recognisers);
}

function listKnown(home: string, asJson: boolean): void {
  discardInstalled(home);
  const { packs, ownProblem } = knownPacks(home);
  const arrived = new Map(partialDownloads(home).map(({ sha256, bytes }) => [sha256, bytes]));
  const installed = new Set(installedPacks(packsFolder(home)).map(({ id }) => id));
  const state = ({ archive, pack }: KnownPack): string => {
    const bytes = arrived.get(archive.sha256);
    if (installed.has(pack.id)) return t('packs.isInstalled');
    return bytes === undefined ? '' : t('packs.hasArrived', { size: megabytes(bytes) });
  };
  if (asJson) {
    output.json(
      packs.map(({ archive, pack }) => ({
        ...describedHead(pack, installedBytes(archive)),
        address: archive.address,
        sha256: archive.sha256,
        download_bytes: archive.bytes,
        arrived_bytes: arrived.get(archive.sha256) ?? 0,
        installed: installed.has(pack.id),
      })),
    );
  } else {
    const voices = packs.filter(({ pack }) => !isRecogniserPack(pack));
    const recognisers = packs.filter(({ pack }) => isRecogniserPack(pack));
    const voiceRows = voices.map((known) => [
      ...cells(known.pack, known.archive.bytes),
      languagesOf(known.pack).join(', '),
      state(known),
    ]);
    const head = [...headings('voices'), t('voices.language'), t('packs.state')];
    for (const row of alignColumns([head, ...voiceRows])) output.result(row);
    if (recognisers.length > 0) {
      const rows = recognisers.map((known) => [...cells(known.pack, known.archive.bytes), state(known)]);
      output.result('');
      output.result(t('packs.recognisers'));
      for (const row of alignColumns([[...headings('recogniser'), t('packs.state')], ...rows])) output.result(row);
    }
    output.note(t('packs.howToAdd'));
  }
  if (ownProblem !== null) output.note(t('packs.ownCatalogue', { where: ownProblem || 'known-packs.json' }));
}

export const removeCommand = (finish: Finish): Command =>
  new Command('remove')
    .description(t('command.voicesRemove'))
    .argument('<id>', t('argument.packId'))
    .action(async (id: string) => {
      if (!(await remove(makeDataFolder(), id).catch(refuseBusy))) throw new CliError(t('packs.notThere', { id }));
      output.note(t('packs.removed'));
      finish(EXIT.done);
    });

async function remove(home: string, id: string): Promise<boolean> {
  const hasArrived = partialDownloads(home).some(({ pack }) => pack === id);
  discardPartialDownloads(home, ({ pack }) => pack === id);
  return (await removePack(packsFolder(home), id)) || hasArrived;
}

export const problemText = (problem: PackProblem, path: string, where: string): string =>
  t(`packs.problem.${problem}`, { path, where: where || 'pack.json' });

export function refuseBusy(error: unknown): never {
  throw isBusy(error) ? new CliError(t('packs.busy')) : error;
}

export function printRights(pack: AnyPackDescription, size: string): void {
  const { licence, commercialUse, attribution, forbiddenUses, licenceAddress } = pack.rights;
  const voices = isRecogniserPack(pack) ? 0 : pack.voices.length;
  const commercial = commercialUse ? 'yes' : 'no';
  output.note(t('packs.found', { name: pack.name, voices, size, licence, commercial }));
  if (licenceAddress !== undefined) output.note(t('packs.licenceAt', { address: licenceAddress }));
  if (attribution !== undefined) output.note(t('packs.attribution', { attribution }));
  for (const use of forbiddenUses) output.note(t('packs.forbidden', { use }));
}

const describedHead = (pack: AnyPackDescription, bytes: number) => ({
  id: pack.id,
  kind: pack.kind ?? 'voices',
  name: pack.name,
  source: pack.source ?? null,
  bytes,
  rights: pack.rights,
  languages: languagesOf(pack),
  voices: isRecogniserPack(pack)
    ? []
    : pack.voices.map(({ id, name, languageCode }) => ({ id, name, language_code: languageCode })),
});

const languagesOf = (pack: AnyPackDescription): readonly string[] =>
  isRecogniserPack(pack) ? pack.languages : [...new Set(pack.voices.map(({ languageCode }) => languageCode))];

export const describedPack = (pack: AnyPack) => describedHead(pack, totalPackBytes(pack));

type PackKind = 'voices' | 'recogniser';

const headings = (kind: PackKind): readonly string[] => [
  t('packs.name'),
  kind === 'voices' ? t('packs.voices') : t('packs.languages'),
  t('packs.size'),
  t('packs.licence'),
  t('packs.use'),
  t('packs.id'),
];

const MAX_LISTED_LANGUAGES = 5;

const shortList = (languages: readonly string[]): string =>
  languages.length > MAX_LISTED_LANGUAGES
    ? t('packs.languageCount', { languages: languages.length })
    : languages.join(', ');

const cells = (pack: AnyPackDescription, bytes: number): readonly string[] =>
  [
    pack.name,
    isRecogniserPack(pack) ? shortList(pack.languages) : String(pack.voices.length),
    megabytes(bytes),
    pack.rights.licence,
    pack.rights.commercialUse ? t('packs.anyUse') : t('packs.noCommercialUse'),
    pack.id,
  ].map(plainText);
