import { errorCode, UnsafeEntryError } from '../../../node/files/file-errors.ts';
import { openRegularFile, readRegularFile } from '../../../node/files/regular-file.ts';
import type { ProvenanceReading, ProvenanceState, ReadingProblem } from '../../../shared/model/verification.ts';
import type { ManifestPlace } from '../containers/container.ts';
import { CONTAINERS, detectFormat } from '../containers/detect-container.ts';
import { SourceFile } from '../containers/source-file.ts';
import { ProvenanceError } from '../provenance-error.ts';
import { sidecarPath } from '../signing/sign-file.ts';
import { activeLabel, type BindingAssertion, findBinding, isPaddingEmpty } from './manifest-store.ts';
import { summarise } from './summarise.ts';
import { validateStore } from './validate-store.ts';
import { verifyBinding } from './verify-binding.ts';

/** Even stores with images take only a few megabytes. */
const MAX_STORE_BYTES = 32 * 1024 ** 2;

interface Trust {
  readonly anchors: readonly string[];
  readonly own: readonly string[];
}

export interface ReadingOptions {
  /** PEM certificates of roots that Lectern made for this computer, which are trusted as well. */
  readonly own?: readonly string[];
  readonly signal?: AbortSignal;
}

/**
 * Reads and validates the C2PA manifest of an audio file, in the file itself or in the `.c2pa` file next to it. Reports
 * problems with files in the result instead of throwing.
 * @param anchors PEM certificates of trusted issuers
 * @throws the signal's reason
 */
export async function readProvenance(
  path: string,
  anchors: readonly string[],
  { own = [], signal }: ReadingOptions = {},
): Promise<ProvenanceReading> {
  const trust = { anchors, own };
  try {
    const file = await openRegularFile(path, 'follow');
    try {
      return await readOpenFile(await SourceFile.of(file, signal), path, trust);
    } finally {
      await file.close();
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ProvenanceError) {
      const { problem } = error;
      if (problem.kind !== 'signature-size' && problem.kind !== 'too-large') return unreadable(problem);
    }
    return unreadable({ kind: 'file', code: reasonOf(error) });
  }
}

/** @throws the error itself if it isn't about a file */
function reasonOf(error: unknown): string {
  const reason = error instanceof UnsafeEntryError ? error.reason : errorCode(error);
  if (reason === null) throw error;
  return reason;
}

const unreadable = (problem: ReadingProblem): ProvenanceReading => ({
  state: 'unreadable',
  place: null,
  manifest: null,
  problems: [problem],
});

async function readOpenFile(source: SourceFile, path: string, trust: Trust): Promise<ProvenanceReading> {
  const format = await detectFormat(source);
  if (format === null) return unreadable({ kind: 'unsupported-format' });
  const [place, ...others] = format === 'ogg' ? [] : await CONTAINERS[format].findManifests(source);
  if (others.length > 0) {
    return { state: 'changed', place: 'embedded', manifest: null, problems: [{ kind: 'several-manifests' }] };
  }
  if (place === undefined) {
    const sidecar = await readSidecar(path);
    if (sidecar === null) return { state: 'none', place: null, manifest: null, problems: [] };
    if (!Buffer.isBuffer(sidecar)) return { ...unreadable(sidecar), place: 'sidecar' };
    return readStore(source, null, sidecar, trust);
  }
  const size = place.store.end - place.store.start;
  if (size > MAX_STORE_BYTES) return unreadable({ kind: 'manifest-too-large' });
  return readStore(source, place, await source.readExactly(place.store.start, size), trust);
}

/** Returns null if there is no sidecar. */
async function readSidecar(path: string): Promise<Buffer | ReadingProblem | null> {
  try {
    return await readRegularFile(sidecarPath(path), MAX_STORE_BYTES, 'follow');
  } catch (error) {
    const code = reasonOf(error);
    if (code === 'ENOENT') return null;
    return code === 'too-large' ? { kind: 'manifest-too-large' } : { kind: 'sidecar', code };
  }
}

async function readStore(
  source: SourceFile,
  place: ManifestPlace | null,
  store: Buffer,
  { anchors, own }: Trust,
): Promise<ProvenanceReading> {
  const where = place === null ? 'sidecar' : 'embedded';
  const binding = bindingOf(store);
  if (binding === null) {
    return { state: 'changed', place: where, manifest: null, problems: [{ kind: 'manifest-damaged' }] };
  }
  const bindingProblems = await verifyBinding(source, place, binding);
  if (binding.kind === 'compressed') return { ...unreadable({ kind: 'compressed-manifest' }), place: where };
  const report = await validateStore(store, [...anchors, ...own]);
  if (report === 'too-slow') return { ...unreadable({ kind: 'too-slow' }), place: where };
  const reported = report === null ? null : summarise(report);
  const summary = reported?.label === activeLabel(store) ? reported : null;
  if (summary?.manifest.signer.isTrusted && own.length > 0) {
    summary.manifest.signer.isThisComputer = anchors.length === 0 || (await isIssuedBy(store, own));
  }
  const unprotected: ReadingProblem[] =
    place?.isIntact === false || !hasEmptyPadding(store) ? [{ kind: 'manifest-changed', code: 'padding' }] : [];
  const problems: ReadingProblem[] = [
    ...bindingProblems,
    ...unprotected,
    ...(summary === null ? [{ kind: 'manifest-damaged' } as const] : summary.problems),
  ];
  const isAsSigned = !problems.some(({ kind }) => kind === 'manifest-changed');
  return { state: stateOf(problems), place: where, manifest: (isAsSigned && summary?.manifest) || null, problems };
}

/** The report doesn't say which of the issuers it is, so the store is validated again with these alone. */
async function isIssuedBy(store: Buffer, issuers: readonly string[]): Promise<boolean> {
  const report = await validateStore(store, issuers);
  if (report === null || report === 'too-slow') return false;
  return summarise(report)?.manifest.signer.isTrusted === true;
}

function bindingOf(store: Buffer): BindingAssertion | null {
  try {
    return findBinding(store);
  } catch {
    return null;
  }
}

function hasEmptyPadding(store: Buffer): boolean {
  try {
    return isPaddingEmpty(store);
  } catch {
    return false;
  }
}

/** The problems that cause each state, in order of precedence. */
const PROBLEMS_OF_STATES: readonly (readonly [ProvenanceState, readonly ReadingProblem['kind'][]])[] = [
  [
    'changed',
    ['audio-changed', 'manifest-changed', 'manifest-damaged', 'several-manifests', 'not-bound', 'unprotected-bytes'],
  ],
  ['unreadable', ['unsupported-binding']],
  ['invalid', ['certificate-expired', 'certificate-revoked', 'certificate-invalid', 'ingredient']],
];

function stateOf(problems: readonly ReadingProblem[]): ProvenanceState {
  const kinds = new Set(problems.map(({ kind }) => kind));
  return PROBLEMS_OF_STATES.find(([, causes]) => causes.some((kind) => kinds.has(kind)))?.[0] ?? 'valid';
}
