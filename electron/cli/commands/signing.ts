import { Command } from 'commander';
import { errorCode, UnsafeEntryError } from '../../../node/files/file-errors.ts';
import { readRegularFileSync } from '../../../node/files/regular-file.ts';
import { MAX_ORGANIZATION_LENGTH, type SigningSettings, signingSettingsSchema } from '../../../shared/model/signing.ts';
import { signerProblemText } from '../../../shared/words/signing-words.ts';
import { SignerError, type Signing, type SigningOverview } from '../../core/app/signing/signing.ts';
import { CliError, EXIT, type ExitStatus } from '../exit.ts';
import { nonEmpty } from '../options.ts';
import { standardOutput as output, plainText } from '../output.ts';
import { openSigning } from '../signing.ts';
import { language, t, tDelivery } from '../words.ts';
import { writeResultFile } from '../write-result-file.ts';

interface SigningOptions {
  readonly on?: true;
  readonly off?: true;
  readonly organization?: string;
  readonly certificate?: string;
  readonly key?: string;
  readonly installation?: true;
  readonly timeStamps?: string;
  readonly root?: string;
  readonly json: boolean;
}

const MAX_PEM_BYTES = 1024 ** 2;

export function signingCommand(finish: (status: ExitStatus) => void): Command {
  return new Command('signing')
    .description(t('command.signing'))
    .option('--on', t('option.signingOn'))
    .option('--off', t('option.signingOff'))
    .option('--organization <name>', t('option.organization'), organization)
    .option('--certificate <file>', t('option.certificateFile'), nonEmpty)
    .option('--key <file>', t('option.keyFile'), nonEmpty)
    .option('--installation', t('option.ownInstallation'))
    .option('--time-stamps <address>', t('option.timeStamps'), address)
    .option('--root <file>', t('option.root'), nonEmpty)
    .option('--json', t('option.json'), false)
    .action(async (options: SigningOptions) => {
      const { certificate, key, root } = options;
      if ((certificate === undefined) !== (key === undefined)) throw new CliError(t('signing.needsKey'));
      const signing = openSigning();
      if (options.installation) await signing.uninstall();
      if (certificate !== undefined && key !== undefined) await install(signing, certificate, key);
      const change = changeOf(options);
      const overview = Object.keys(change).length > 0 ? await signing.change(change) : await signing.overview();
      if (root !== undefined) writeResultFile(root, await signing.root());
      if (options.json) output.json(jsonOf(overview));
      else for (const row of rowsOf(overview)) output.result(plainText(row));
      if (root !== undefined) output.note(t('signing.rootWritten', { path: root }));
      finish(EXIT.done);
    });
}

function organization(text: string): string {
  const read = signingSettingsSchema.shape.organization.safeParse(text);
  if (!read.success) throw new CliError(t('signing.nameTooLong', { characters: MAX_ORGANIZATION_LENGTH }));
  return read.data;
}

/** Commander would convert null to an empty string. */
const NO_AUTHORITY = 'none';

function address(text: string): string {
  if (text === NO_AUTHORITY) return text;
  const read = signingSettingsSchema.shape.timeStampUrl.safeParse(text);
  if (!read.success) throw new CliError(t('signing.notAnAddress', { text }));
  return text;
}

function changeOf({ on, off, organization: name, timeStamps }: SigningOptions): Partial<SigningSettings> {
  return {
    ...(on && { isOn: true }),
    ...(off && { isOn: false }),
    ...(name !== undefined && { organization: name }),
    ...(timeStamps !== undefined && { timeStampUrl: timeStamps === NO_AUTHORITY ? null : timeStamps }),
  };
}

async function install(signing: Signing, certificate: string, key: string): Promise<void> {
  const chain = readPem(certificate);
  try {
    await signing.install(chain, readPem(key));
  } catch (error) {
    if (!(error instanceof SignerError)) throw error;
    const problems = error.problems.map((problem) => signerProblemText(tDelivery, problem)).join(' ');
    throw new CliError(t('signing.rejected', { problems }));
  }
}

function readPem(path: string): string {
  try {
    return readRegularFileSync(path, MAX_PEM_BYTES, 'follow').toString('latin1');
  } catch (error) {
    if (error instanceof UnsafeEntryError) throw new CliError(t('signing.notPem', { path }));
    const code = errorCode(error);
    // The general message is about writing.
    if (code === 'EACCES' || code === 'EPERM') throw new CliError(t('error.refused', { place: path, code }));
    throw error;
  }
}

const jsonOf = ({ isOn, organization: name, certificate, timeStampUrl, own }: SigningOverview) => ({
  on: isOn,
  certificate,
  organization: name,
  own_certificate: own && { name: own.name, expires: new Date(own.expires).toISOString(), problem: own.problem },
  time_stamps: timeStampUrl,
});

function rowsOf({ isOn, organization: name, certificate, timeStampUrl, own }: SigningOverview): string[] {
  const expires = own && new Date(own.expires).toLocaleDateString(language(), { dateStyle: 'long', timeZone: 'UTC' });
  return [
    t('signing.isOn', { isOn: isOn ? 'yes' : 'no' }),
    certificate === 'own' && own && expires !== null
      ? t('signing.own', { name: own.name, expires })
      : t('signing.installation', { organization: name === '' ? 'none' : 'named', name }),
    ...(own?.problem
      ? [tDelivery('signing.ownCertificate', { problem: signerProblemText(tDelivery, own.problem) })]
      : []),
    timeStampUrl === null ? t('signing.noTimeStamps') : t('signing.timeStamps', { url: timeStampUrl }),
  ];
}
