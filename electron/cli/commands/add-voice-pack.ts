import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import {
  type AnyPack,
  installedBytes,
  isRecogniserPack,
  type KnownPack,
  sha256Schema,
  totalPackBytes,
} from '@lectern/tts-protocol';
import { Command } from 'commander';
import { createLogUpdate } from 'log-update';
import { PackError } from '../../../node/voice-packs/read-pack.ts';
import { createNodeTransport } from '../../core/api/node-transport.ts';
import { FetchError, type FetchProgress } from '../../core/app/voice-packs/fetch-archive.ts';
import { fetchPack, type PackFetch } from '../../core/app/voice-packs/fetch-pack.ts';
import { installPack, packsFolder } from '../../core/app/voice-packs/installed-packs.ts';
import { discardPartialDownloads } from '../../core/app/voice-packs/kept-archive.ts';
import { isFetchAddress, knownPacks } from '../../core/app/voice-packs/known-packs.ts';
import { makeDataFolder } from '../../core/local-service/data-folder.ts';
import { systemClock, systemRandom } from '../../core/system.ts';
import { CliError, EXIT, type ExitStatus, listenForInterrupts } from '../exit.ts';
import { standardOutput as output, PLAIN_PROGRESS_INTERVAL_MS, plainText, truncateToCells } from '../output.ts';
import { t } from '../words.ts';
import { describedPack, megabytes, printRights, problemText, refuseBusy } from './voice-packs.ts';

interface AddOptions {
  readonly sha256?: string;
  readonly yes: boolean;
}

export const addCommand = (finish: (status: ExitStatus) => void): Command =>
  new Command('add')
    .description(t('command.voicesAdd'))
    .argument('<pack>', t('argument.pack'))
    .option('--sha256 <hex>', t('option.packSha256'))
    .option('--yes', t('option.packYes'), false)
    .option('--json', t('option.json'), false)
    .action(async (what: string, options: AddOptions, command: Command) => {
      const pack = await add(what, options);
      output.note(t('packs.installed', { kind: isRecogniserPack(pack) ? 'recogniser' : 'voices' }));
      // The parent command has an option with the same name, and that option takes precedence.
      if (command.optsWithGlobals()['json'] === true) output.json(describedPack(pack));
      finish(EXIT.done);
    });

function add(what: string, options: AddOptions): Promise<AnyPack> {
  const home = makeDataFolder();
  if (existsSync(what)) return addFromPath(home, resolve(what));
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(what)) return addFromAddress(home, what, options);
  const known = knownPacks(home).packs.find(({ pack }) => pack.id === what);
  if (!known) throw new CliError(t('packs.noSource', { path: what }));
  return addKnownPack(home, known, options);
}

async function addFromPath(home: string, path: string): Promise<AnyPack> {
  try {
    return await installPack({
      source: path,
      folder: packsFolder(home),
      known: knownPacks(home).packs,
      onFound: (pack) => printRights(pack, megabytes(totalPackBytes(pack))),
    });
  } catch (error) {
    throw asCliError(error, path);
  }
}

/** The contents and licence are known before the download. */
async function addKnownPack(home: string, known: KnownPack, { yes }: AddOptions): Promise<AnyPack> {
  const { archive, pack } = known;
  const size = megabytes(installedBytes(archive));
  printRights(pack, archive.unpackedBytes === undefined ? t('packs.about', { size }) : size);
  output.note(t('packs.toFetch', { size: megabytes(archive.bytes), host: new URL(archive.address).host }));
  if (!yes) await confirmDownload();
  return fetchWithProgress(home, pack.name, { what: known, onFound: () => {} });
}

/** The contents and licence are read from the downloaded archive. */
async function addFromAddress(home: string, address: string, { sha256, yes }: AddOptions): Promise<AnyPack> {
  if (!isFetchAddress(address)) throw new CliError(t('packs.insecure', { address }));
  const hash = sha256Schema.safeParse(sha256?.toLowerCase());
  if (!hash.success) throw new CliError(t('packs.needsHash'));
  if (!yes) refuseWithoutTerminal();
  let isDeclined = false;
  const onFound = async (pack: AnyPack): Promise<void> => {
    printRights(pack, megabytes(totalPackBytes(pack)));
    if (yes) return;
    await confirmDownload().catch((error: unknown) => {
      isDeclined = true;
      throw error;
    });
  };
  try {
    return await fetchWithProgress(home, address, { what: { address, sha256: hash.data }, onFound });
  } finally {
    if (isDeclined) discardPartialDownloads(home, (part) => part.sha256 === hash.data);
  }
}

async function fetchWithProgress(home: string, name: string, { what, onFound }: Pick<PackFetch, 'what' | 'onFound'>) {
  const transport = createNodeTransport();
  const interrupts = listenForInterrupts(() => {});
  const row = new ProgressRow();
  try {
    return await fetchPack(
      {
        home,
        what,
        signal: interrupts.signal,
        onFetching: (progress) => row.show(downloadProgressText(name, progress)),
        onUnpacking: (done, total) => row.show(t('packs.unpacking', { name, percent: percentOf(done, total) })),
        async onFound(pack) {
          row.end();
          await onFound(pack);
        },
        onProgress: (done, total) => row.show(t('packs.checking', { name, percent: percentOf(done, total) })),
      },
      { transport, clock: systemClock, random: systemRandom },
    );
  } catch (error) {
    row.end();
    if (interrupts.signal.aborted) throw new CliError(t('packs.stopped'), EXIT.interrupted);
    throw asCliError(error, name);
  } finally {
    row.end();
    transport.close();
    interrupts.dispose();
  }
}

const percentOf = (done: number, total: number): number => Math.floor((100 * done) / Math.max(1, total));

function downloadProgressText(name: string, { done, total, secondsLeft, isWaiting }: FetchProgress): string {
  if (isWaiting) return t('packs.waiting', { name });
  if (total === null) return t('packs.fetchingSome', { name, done: megabytes(done) });
  const sizes = { name, done: megabytes(done), total: megabytes(total) };
  return secondsLeft === null ? t('packs.fetching', sizes) : t('packs.fetchingLeft', { ...sizes, left: secondsLeft });
}

class ProgressRow {
  readonly #live = output.terminal ? createLogUpdate(output.terminal) : null;
  #nextAt = 0;

  show(row: string): void {
    this.#live?.(truncateToCells(plainText(row), output.terminal?.columns || 80));
    if (this.#live || systemClock.monotonic() < this.#nextAt) return;
    this.#nextAt = systemClock.monotonic() + PLAIN_PROGRESS_INTERVAL_MS;
    output.note(row);
  }

  end(): void {
    this.#live?.clear();
    this.#live?.done();
  }
}

function refuseWithoutTerminal(): void {
  if (!process.stdin.isTTY || !output.terminal) throw new CliError(t('packs.needsConsent'));
}

async function confirmDownload(): Promise<void> {
  refuseWithoutTerminal();
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(`${t('packs.consent')} `);
    if (answer.trim().toLowerCase() !== t('packs.consentYes')) throw new CliError(t('packs.declined'), EXIT.incomplete);
  } finally {
    terminal.close();
  }
}

function asCliError(error: unknown, name: string): unknown {
  if (error instanceof CliError) return error;
  if (error instanceof PackError) return new CliError(problemText(error.problem, name, error.where));
  if (error instanceof FetchError) return new CliError(fetchProblemText(error, name), EXIT.incomplete);
  try {
    return refuseBusy(error);
  } catch (thrown) {
    return thrown;
  }
}

function fetchProblemText({ problem }: FetchError, name: string): string {
  switch (problem.kind) {
    case 'no-room':
      return t('packs.fetch.no-room', { name, needed: megabytes(problem.needed), free: megabytes(problem.free) });
    case 'refused':
      return t('packs.fetch.refused', { name, host: problem.host, status: String(problem.status) });
    default:
      return t(`packs.fetch.${problem.kind}`, { name, host: problem.host });
  }
}
