import { LANGUAGE_TAGS } from '@lectern/tts-protocol';
import type { NotCompared } from '../../../shared/model/proofed-take.ts';
import { locale, words } from '../../locales/words.ts';
import { formatSeconds } from '../format.ts';

const t = words('proof');

/** Says why a take can't be compared with its words. */
export function notComparedText(reason: NotCompared): string {
  switch (reason.kind) {
    case 'too-long':
      return t('notCompared.too-long', {
        length: formatSeconds(reason.seconds),
        longest: formatSeconds(reason.mostSeconds),
      });
    case 'no-reference':
      return t('notCompared.no-reference', {
        language: reason.language === null ? 'unknown' : languageName(reason.language),
      });
    case 'no-words':
      return t('notCompared.no-words');
    case 'audio':
      return t('notCompared.audio', { problem: reason.problem });
    case 'failed':
      return t('notCompared.failed', { id: reason.id });
  }
}

/** @param language the name of a language in the service, or a BCP 47 tag */
function languageName(language: string): string {
  const tag = Object.entries(LANGUAGE_TAGS).find(([name]) => name === language)?.[1] ?? language;
  try {
    return new Intl.DisplayNames([locale()], { type: 'language' }).of(tag) ?? language;
  } catch {
    return language;
  }
}
