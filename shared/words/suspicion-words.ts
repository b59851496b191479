import { LANGUAGE_TAGS, languageSchema } from '@lectern/tts-protocol';
import type { NotCompared, NotHeard } from '../model/proofed-take.ts';
import type { Suspicion } from '../model/take.ts';
import type { suspicion } from './en/suspicion.ts';
import type { Words } from './words.ts';

export interface SuspicionText {
  /** Includes the measured value, as in `1.9× slow`. */
  readonly label: string;
  readonly meaning: string;
}

/** `format` formats a number with the given number of decimals in the user's language. */
export function suspicionWords(
  tSuspicion: Words<typeof suspicion>,
  format: (value: number, decimals: number) => string,
): (found: Suspicion) => SuspicionText {
  return (found) => {
    switch (found.kind) {
      case 'silent':
        return { label: tSuspicion('flag.silent.label'), meaning: tSuspicion('flag.silent.meaning') };
      case 'slow': {
        const given = { ratio: format(found.ratio, 1), against: found.against ?? 'voice' };
        return { label: tSuspicion('flag.slow.label', given), meaning: tSuspicion('flag.slow.meaning', given) };
      }
      case 'fast': {
        const given = { ratio: format(1 / Math.max(found.ratio, 0.01), 1), against: found.against ?? 'voice' };
        return { label: tSuspicion('flag.fast.label', given), meaning: tSuspicion('flag.fast.meaning', given) };
      }
      case 'dead-air': {
        const given = { seconds: format(found.seconds, 1), place: found.place };
        return { label: tSuspicion('flag.dead-air.label', given), meaning: tSuspicion('flag.dead-air.meaning', given) };
      }
      case 'clipping': {
        const { samples } = found;
        return { label: tSuspicion('flag.clipping.label'), meaning: tSuspicion('flag.clipping.meaning', { samples }) };
      }
      case 'cut-start':
      case 'cut-end': {
        const level = format(found.levelDb, 0);
        const { kind } = found;
        return { label: tSuspicion(`flag.${kind}.label`), meaning: tSuspicion(`flag.${kind}.meaning`, { level }) };
      }
      case 'words': {
        const [first] = found.findings;
        const given = {
          finding: tSuspicion(`finding.${first?.kind ?? 'garbled'}`),
          seconds: format(first?.startSeconds ?? 0, 1),
          more: found.findings.length - 1,
        };
        return { label: tSuspicion('flag.words.label', given), meaning: tSuspicion('flag.words.meaning', given) };
      }
      case 'one-sided': {
        const given = { quiet: found.quiet, decibels: format(found.differenceDb, 0) };
        return {
          label: tSuspicion('flag.one-sided.label', given),
          meaning: tSuspicion('flag.one-sided.meaning', given),
        };
      }
      case 'duration': {
        const given = { seconds: format(found.seconds, 2), announced: format(found.announcedSeconds, 2) };
        return { label: tSuspicion('flag.duration.label'), meaning: tSuspicion('flag.duration.meaning', given) };
      }
    }
  };
}

/** @param locale returns the user's language, as a BCP 47 tag */
export function notComparedWords(
  tSuspicion: Words<typeof suspicion>,
  locale: () => string,
): (reason: NotCompared) => string {
  return (reason) => {
    switch (reason.kind) {
      case 'too-long':
        return tSuspicion('notCompared.too-long', { seconds: Math.round(reason.seconds) });
      case 'unreadable-text':
        return tSuspicion('notCompared.unreadable-text');
      case 'no-reference':
        return reason.language === null
          ? tSuspicion('notCompared.unknown-language')
          : tSuspicion('notCompared.no-reference', { language: languageName(reason.language, locale()) });
      case 'no-words':
        return tSuspicion('notCompared.no-words');
      case 'audio':
        return tSuspicion('notCompared.audio', { problem: reason.problem });
      case 'failed':
        return tSuspicion('notCompared.failed', { id: reason.id });
    }
  };
}

/** @param locale returns the user's language, as a BCP 47 tag */
export function notHeardWords(tSuspicion: Words<typeof suspicion>, locale: () => string): (reason: NotHeard) => string {
  return (reason) => {
    const { kind, pack } = reason;
    switch (kind) {
      case 'damaged':
        return tSuspicion('notHeard.damaged', { pack, file: reason.file });
      case 'other-language':
        return tSuspicion('notHeard.other-language', { pack, language: languageName(reason.languageCode, locale()) });
      case 'words':
        return tSuspicion('notHeard.words', { pack, words: reason.words });
      default:
        return tSuspicion(`notHeard.${kind}`, { pack });
    }
  };
}

/** @param language the name of a language in `LANGUAGES`, or a BCP 47 tag */
function languageName(language: string, locale: string): string {
  const known = languageSchema.safeParse(language).data;
  try {
    return (
      new Intl.DisplayNames([locale], { type: 'language' }).of(known ? LANGUAGE_TAGS[known] : language) ?? language
    );
  } catch {
    return language;
  }
}
