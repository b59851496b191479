import type { ManifestSummary, Verification } from '../model/verification.ts';
import type { verification } from './en/verification.ts';
import type { Words } from './words.ts';

export type VerificationWords = Words<typeof verification>;

export interface VerificationTexts {
  /** What is wrong or doubtful, and what to do; one sentence each. */
  readonly problems: readonly string[];
  /** What was found in the file, such as `title: Chapter 1`. */
  readonly details: readonly string[];
}

/**
 * @param at where the texts are shown, because only the command line has options
 * @param locale for dates
 */
export function verificationTexts(
  tVerification: VerificationWords,
  { signature, tags, recognition, watermark }: Verification,
  at: 'window' | 'command-line',
  locale: string,
): VerificationTexts {
  const { place, problems, manifest } = signature;
  return {
    problems: [
      ...problems.map((problem) => {
        const code = 'code' in problem ? problem.code : 'feature' in problem ? problem.feature : '';
        return tVerification(`problem.${problem.kind}`, {
          code,
          reason: REASONS[code] ?? 'other',
          place: place ?? 'none',
          at,
        });
      }),
      ...(tags === 'unreadable' ? [tVerification('unreadableTags')] : []),
      ...(recognition?.problem && !isKnown(recognition.problem, signature)
        ? [tVerification('unrecognisable', { reason: recognition.problem })]
        : []),
      ...(recognition?.unreadable ?? []).map((path) => tVerification('unreadableRegister', { path })),
    ],
    details: [
      ...(manifest ? manifestTexts(tVerification, manifest, locale) : []),
      ...(manifest && place === 'sidecar' ? [tVerification('sidecar')] : []),
      ...(tags === null || tags === 'unreadable' ? [] : [tagsText(tVerification, tags)]),
      ...(watermark === null ? [] : [watermarkText(tVerification, watermark)]),
      ...(recognition?.match ? recognisedTexts(tVerification, recognition.match, { signature, tags }) : []),
    ],
  };
}

/** Returns whether the signature's problems already explain why the file can't be decoded. */
const isKnown = (problem: string, { state }: Verification['signature']): boolean =>
  problem === 'undecodable' && state === 'unreadable';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'missing',
  EACCES: 'forbidden',
  EPERM: 'forbidden',
  'not-a-file': 'notFile',
};

function manifestTexts(
  tVerification: VerificationWords,
  { software, title, created, sourceTypes, voices, ingredients, signer }: ManifestSummary,
  locale: string,
): string[] {
  const name = [signer.organization, signer.commonName].filter((part) => part !== null).join(' · ');
  return [
    ...(name === '' ? [] : [tVerification('signer', { name, trust: trustOf(signer) })]),
    ...(signer.signedAt === null ? [] : [tVerification('signedAt', { time: timeText(signer.signedAt, locale) })]),
    ...(title === null ? [] : [tVerification('title', { title })]),
    ...(created === null ? [] : [tVerification('created', { time: timeText(created, locale) })]),
    ...(software === null
      ? []
      : [tVerification('software', { software: [software.name, software.version].filter(Boolean).join(' ') })]),
    ...sourceTypes.map((type) => tVerification('sourceType', { origin: originText(tVerification, type) })),
    ...voices.map(({ name: voice, source, licence = '', consentId = '' }) =>
      tVerification('voice', {
        voice,
        source: tVerification(`source.${source}`),
        hasLicence: licence === '' ? 'no' : 'yes',
        licence,
        hasConsent: consentId === '' ? 'no' : 'yes',
        consentId,
      }),
    ),
    ...(ingredients.length > 0 ? [tVerification('ingredients', { files: ingredients.length })] : []),
  ];
}

const originText = (tVerification: VerificationWords, type: string): string =>
  tVerification('origin', { name: type.slice(type.lastIndexOf('/') + 1), type });

function tagsText(
  tVerification: VerificationWords,
  { sourceType, disclosure }: Extract<Verification['tags'], object>,
): string {
  if (sourceType === null && disclosure === null) return tVerification('noTags');
  return tVerification('tags', {
    name: sourceType === null ? 'none' : 'known',
    origin: sourceType === null ? '' : originText(tVerification, sourceType),
    hasDisclosure: disclosure === null ? 'no' : 'yes',
    disclosure: disclosure ?? '',
  });
}

function watermarkText(tVerification: VerificationWords, watermark: NonNullable<Verification['watermark']>): string {
  switch (watermark.state) {
    case 'found': {
      const { id, fromSeconds, toSeconds, score, minScore: least } = watermark;
      return tVerification('watermark.found', {
        id,
        from: clockTime(fromSeconds),
        to: clockTime(toSeconds),
        score,
        least,
      });
    }
    case 'not-found':
      return tVerification('watermark.notFound', { time: clockTime(watermark.searchedSeconds) });
    case 'too-short':
      return tVerification('watermark.nothingSearched');
    case 'undecodable':
    case 'too-slow':
      return tVerification('watermark.unread', { reason: watermark.state });
  }
}

/** A file this much shorter than the original has been cut. Encoders add or remove less. */
const MIN_CUT_SECONDS = 2;

function recognisedTexts(
  tVerification: VerificationWords,
  found: NonNullable<NonNullable<Verification['recognition']>['match']>,
  { signature, tags }: Pick<Verification, 'signature' | 'tags'>,
): string[] {
  const { file: original, title, manifestId, durationSeconds, lengthSeconds } = found;
  const [from, at] = [clockTime(found.fromSeconds), clockTime(found.atSeconds)];
  const isCut = lengthSeconds !== null && durationSeconds - lengthSeconds > MIN_CUT_SECONDS;
  const isSignatureLost = manifestId !== null && signature.state === 'none';
  const isTagLost = tags !== null && tags !== 'unreadable' && tags.sourceType === null;
  const lost = isSignatureLost ? (isTagLost ? 'both' : 'signature') : isTagLost ? 'tags' : 'none';
  return [
    tVerification('recognised', { original, title, from, at, isLater: at === '0:00' ? 'no' : 'yes' }),
    ...(isCut
      ? [tVerification('cut', { length: clockTime(lengthSeconds), duration: clockTime(durationSeconds) })]
      : []),
    ...(lost === 'none' ? [] : [tVerification('lost', { what: lost })]),
  ];
}

/** Formats a position as `12:03` or `1:02:03`. */
function clockTime(seconds: number): string {
  const total = Math.floor(seconds);
  const parts = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

function trustOf({ isThisComputer, isTrusted }: ManifestSummary['signer']): string {
  if (isThisComputer) return 'own';
  return isTrusted ? 'yes' : 'no';
}

/** Formats a time in UTC. Returns invalid times unchanged. */
function timeText(time: string, locale: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime())
    ? time
    : date.toLocaleString(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC', hour12: false });
}
