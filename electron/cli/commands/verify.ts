import {
  CertificateError,
  type ManifestSummary,
  type ProvenanceReading,
  type ProvenanceState,
  parseCertificates,
  type ReadingProblem,
  readProvenance,
} from '@lectern/provenance';
import { Command } from 'commander';
import { errorCode, UnsafeEntryError } from '../../../node/files/file-errors.ts';
import { readRegularFileSync } from '../../../node/files/regular-file.ts';
import { createAudioWorkers } from '../../core/audio/audio-workers.ts';
import { CliError, EXIT, type ExitStatus } from '../exit.ts';
import { nonEmpty } from '../options.ts';
import { standardOutput as output, plainText } from '../output.ts';
import { searchWatermark, watermarkJson, watermarkText } from '../watermark-report.ts';
import { language, t } from '../words.ts';

interface VerifyOptions {
  readonly trust: readonly string[];
  readonly json: boolean;
}

const MAX_ANCHOR_FILE_BYTES = 4 * 1024 ** 2;

export function verifyCommand(finish: (status: ExitStatus) => void): Command {
  return new Command('verify')
    .description(t('command.verify'))
    .argument('<files...>', t('argument.signedFiles'))
    .option('--trust <file>', t('option.trust'), append, [])
    .option('--json', t('option.json'), false)
    .action(async (files: readonly string[], { trust, json }: VerifyOptions) => {
      const anchors = trust.flatMap(readAnchors);
      const states: ProvenanceState[] = [];
      const reports: object[] = [];
      const workers = createAudioWorkers({ size: 1 });
      try {
        for (const file of files) {
          const reading = await readProvenance(file, anchors);
          states.push(reading.state);
          const scan = reading.state === 'unreadable' ? null : await searchWatermark(file, workers);
          reports.push({ file, signature: jsonOf(reading), watermark: watermarkJson(scan) });
          if (json) continue;
          for (const row of rowsOf(file, reading)) output.result(plainText(row));
          if (reading.state !== 'unreadable') output.result(plainText(`  ${watermarkText(scan)}`));
        }
      } finally {
        await workers.close();
      }
      if (json) output.json({ files: reports });
      finish(statusOf(states));
    });
}

const append = (text: string, others: readonly string[] = []): readonly string[] => [...others, nonEmpty(text)];

function readAnchors(path: string): readonly string[] {
  try {
    return parseCertificates(readRegularFileSync(path, MAX_ANCHOR_FILE_BYTES, 'follow').toString('latin1'));
  } catch (error) {
    if (error instanceof CertificateError || error instanceof UnsafeEntryError) {
      throw new CliError(t('verify.noCertificates', { path }));
    }
    const code = errorCode(error);
    // The general message is about writing.
    if (code === 'EACCES' || code === 'EPERM') throw new CliError(t('error.refused', { place: path, code }));
    throw error;
  }
}

function statusOf(states: readonly ProvenanceState[]): ExitStatus {
  if (states.includes('unreadable')) return EXIT.usage;
  return states.every((state) => state === 'valid') ? EXIT.done : EXIT.incomplete;
}

function jsonOf({ state, place, problems, manifest }: ProvenanceReading) {
  return {
    state,
    place,
    problems,
    manifest: manifest && {
      software: manifest.software,
      title: manifest.title,
      created: manifest.created,
      source_types: manifest.sourceTypes,
      voices: manifest.voices.map(({ name, source, licence = null, consentId = null }) => ({
        name,
        source,
        licence,
        consent_id: consentId,
      })),
      signer: {
        organization: manifest.signer.organization,
        common_name: manifest.signer.commonName,
        trusted: manifest.signer.isTrusted,
        signed_at: manifest.signer.signedAt,
      },
    },
  };
}

function rowsOf(file: string, { state, place, problems, manifest }: ProvenanceReading): string[] {
  return [
    t('verify.state', { file, state }),
    ...problems.map((problem) => `  ${problemText(problem, place)}`),
    ...(manifest ? manifestRows(manifest).map((row) => `  ${row}`) : []),
    ...(place === 'sidecar' && manifest ? [`  ${t('verify.sidecar')}`] : []),
  ];
}

function problemText(problem: ReadingProblem, place: ProvenanceReading['place']): string {
  const code = 'code' in problem ? problem.code : 'feature' in problem ? problem.feature : '';
  return t(`verify.problem.${problem.kind}`, { code, reason: REASONS[code] ?? 'other', place: place ?? 'none' });
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'missing',
  EACCES: 'forbidden',
  EPERM: 'forbidden',
  'not-a-file': 'notFile',
};

function manifestRows({ software, title, created, sourceTypes, voices, signer }: ManifestSummary): string[] {
  const name = [signer.organization, signer.commonName].filter((part) => part !== null).join(' · ');
  return [
    ...(name === '' ? [] : [t('verify.signer', { name, isTrusted: signer.isTrusted ? 'yes' : 'no' })]),
    ...(signer.signedAt === null ? [] : [t('verify.signedAt', { time: timeText(signer.signedAt) })]),
    ...(title === null ? [] : [t('verify.title', { title })]),
    ...(created === null ? [] : [t('verify.created', { time: timeText(created) })]),
    ...(software === null
      ? []
      : [t('verify.software', { software: [software.name, software.version].filter(Boolean).join(' ') })]),
    ...sourceTypes.map((type) => t('verify.sourceType', { name: type.slice(type.lastIndexOf('/') + 1), type })),
    ...voices.map(({ name: voice, source, licence = '', consentId = '' }) =>
      t('verify.voice', {
        voice,
        source: t(`verify.source.${source}`),
        hasLicence: licence === '' ? 'no' : 'yes',
        licence,
        hasConsent: consentId === '' ? 'no' : 'yes',
        consentId,
      }),
    ),
  ];
}

/** Formats a time in UTC. Returns invalid times unchanged. */
function timeText(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime())
    ? time
    : date.toLocaleString(language(), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC', hour12: false });
}
