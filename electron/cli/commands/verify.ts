import { resolve } from 'node:path';
import { CertificateError, parseCertificates } from '@lectern/provenance';
import { Command } from 'commander';
import { errorCode, UnsafeEntryError } from '../../../node/files/file-errors.ts';
import { readRegularFileSync } from '../../../node/files/regular-file.ts';
import type { ProvenanceReading, ProvenanceState, Verification } from '../../../shared/model/verification.ts';
import { verificationTexts } from '../../../shared/words/verification-words.ts';
import { verifyFile } from '../../core/app/verification/verify-file.ts';
import { dataFolder } from '../../core/local-service/data-folder.ts';
import { CliError, EXIT, type ExitStatus } from '../exit.ts';
import { nonEmpty } from '../options.ts';
import { standardOutput as output, plainText } from '../output.ts';
import { openSigning } from '../signing.ts';
import { language, t, tProblem, tVerification } from '../words.ts';

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
      const home = dataFolder();
      const anchors = trust.flatMap(readAnchors);
      const signing = openSigning(home);
      const ownRoots = await signing.knownRoots();
      if (signing.problem) output.note(tProblem.data({ kind: 'document', problem: signing.problem }));
      const registers = [home, ...project.map((folder) => resolve(folder))];
      const verifications: (readonly [file: string, verification: Verification])[] = [];
      for (const file of files) {
        const verification = await verifyFile(file, { anchors, ownRoots, registers });
        verifications.push([file, verification]);
        if (!json) for (const row of rowsOf(file, verification)) output.result(plainText(row));
      }
      if (json) output.json({ files: verifications.map(([file, verification]) => fileJson(file, verification)) });
      finish(statusOf(verifications.map(([, { signature }]) => signature.state)));
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

const fileJson = (file: string, { signature, tags, watermark, recognition }: Verification) => ({
  file,
  signature: jsonOf(signature),
  tags: tagsJson(tags),
  watermark: watermarkJson(watermark),
  recognised: recognitionJson(recognition),
  recognition_problem: recognition?.problem ?? null,
  unreadable_registers: recognition?.unreadable ?? [],
});

function tagsJson(tags: Verification['tags']) {
  if (tags === null || tags === 'unreadable') return { readable: false, source_type: null, disclosure: null };
  return { readable: true, source_type: tags.sourceType, disclosure: tags.disclosure };
}

function watermarkJson(watermark: Verification['watermark']) {
  const found = watermark?.state === 'found' ? watermark : null;
  const isSearched = watermark !== null && 'searchedSeconds' in watermark;
  return {
    state: isSearched ? watermark.state : 'not-searched',
    problem: isSearched ? null : (watermark?.state ?? null),
    searched_seconds: isSearched ? watermark.searchedSeconds : 0,
    id: found?.id ?? null,
    score: found?.score ?? null,
    speed: found?.speed ?? null,
    start_seconds: found?.fromSeconds ?? null,
    end_seconds: found?.toSeconds ?? null,
  };
}

function recognitionJson(recognition: Verification['recognition']) {
  if (!recognition?.match) return null;
  const { file, title, projectId, target, sha256, exportedAt, manifestId, ...place } = recognition.match;
  return {
    file,
    title,
    project_id: projectId,
    target,
    sha256,
    exported_at: exportedAt,
    manifest_id: manifestId,
    duration_seconds: round(place.durationSeconds),
    length_seconds: place.lengthSeconds === null ? null : round(place.lengthSeconds),
    from_seconds: round(place.fromSeconds),
    at_seconds: round(place.atSeconds),
    confidence: round(place.confidence),
  };
}

const round = (value: number): number => Math.round(value * 100) / 100;

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
      ingredients: manifest.ingredients,
      signer: {
        organization: manifest.signer.organization,
        common_name: manifest.signer.commonName,
        trusted: manifest.signer.isTrusted,
        this_computer: manifest.signer.isThisComputer,
        signed_at: manifest.signer.signedAt,
      },
    },
  };
}

function rowsOf(file: string, verification: Verification): string[] {
  const { problems, details } = verificationTexts(tVerification, verification, 'command-line', language());
  return [
    tVerification('state', { file, state: verification.signature.state }),
    ...[...problems, ...details].map((row) => `  ${row}`),
  ];
}
