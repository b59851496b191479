import { resolve } from 'node:path';
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
import { type FileRecognition, recogniseFile } from '../../core/app/fingerprints/recognise-file.ts';
import { dataFolder } from '../../core/local-service/data-folder.ts';
import { CliError, EXIT, type ExitStatus } from '../exit.ts';
import { nonEmpty } from '../options.ts';
import { standardOutput as output, plainText } from '../output.ts';
import { language, t } from '../words.ts';

interface VerifyOptions {
  readonly trust: readonly string[];
  readonly project: readonly string[];
  readonly json: boolean;
}

const MAX_ANCHOR_FILE_BYTES = 4 * 1024 ** 2;

export function verifyCommand(finish: (status: ExitStatus) => void): Command {
  return new Command('verify')
    .description(t('command.verify'))
    .argument('<files...>', t('argument.signedFiles'))
    .option('--trust <file>', t('option.trust'), append, [])
    .option('--project <folder>', t('option.verifyProject'), append, [])
    .option('--json', t('option.json'), false)
    .action(async (files: readonly string[], { trust, project, json }: VerifyOptions) => {
      const anchors = trust.flatMap(readAnchors);
      const registers = [dataFolder(), ...project.map((folder) => resolve(folder))];
      const verified: VerifiedFile[] = [];
      for (const file of files) {
        const reading = await readProvenance(file, anchors);
        const recognition = LOOKED_UP.includes(reading.state) ? await recogniseFile(file, registers) : null;
        verified.push({ file, reading, recognition });
        if (!json) for (const row of rowsOf(file, reading)) output.result(plainText(row));
        if (!json && recognition) for (const row of recognitionRows(recognition)) output.result(plainText(`  ${row}`));
      }
      if (json) output.json({ files: verified.map(fileJson) });
      finish(statusOf(verified.map(({ reading: { state } }) => state)));
    });
}

interface VerifiedFile {
  readonly file: string;
  readonly reading: ProvenanceReading;
  /** Null if the fingerprint wasn't looked up. */
  readonly recognition: FileRecognition | null;
}

/** A file can be looked up even if its format can't contain a signature. */
const LOOKED_UP: readonly ProvenanceState[] = ['changed', 'none', 'unreadable'];

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

const fileJson = ({ file, reading, recognition }: VerifiedFile) => ({
  file,
  signature: jsonOf(reading),
  recognised: recognitionJson(recognition),
  unreadable_registers: recognition?.unreadable ?? [],
});

function recognitionJson(recognition: FileRecognition | null) {
  if (!recognition?.match) return null;
  const { entry, fromSeconds, clipSeconds, confidence } = recognition.match;
  return {
    file: entry.file,
    title: entry.title,
    project_id: entry.projectId,
    target: entry.target,
    sha256: entry.sha256,
    exported_at: entry.addedAt,
    manifest_id: entry.manifestId,
    from_seconds: round(fromSeconds),
    at_seconds: round(clipSeconds),
    confidence: round(confidence),
  };
}

const round = (value: number): number => Math.round(value * 100) / 100;

function recognitionRows({ match, unreadable }: FileRecognition): string[] {
  const found = match && {
    original: match.entry.file,
    title: match.entry.title,
    from: clockTime(match.fromSeconds),
    at: clockTime(match.clipSeconds),
  };
  return [
    ...(found ? [t('verify.recognised', { ...found, isLater: found.at === '0:00' ? 'no' : 'yes' })] : []),
    ...unreadable.map((path) => t('verify.unreadableRegister', { path })),
  ];
}

/** Formats a position as `12:03` or `1:02:03`. */
function clockTime(seconds: number): string {
  const total = Math.floor(seconds);
  const parts = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
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
