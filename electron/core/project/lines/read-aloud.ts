import type { InputParameters, LenientVoice } from '@lectern/tts-protocol';
import { LANGUAGE_TAGS, parseMarkup } from '@lectern/tts-protocol';
import { normaliseText } from '../../../../shared/speech-text/normalise-text.ts';

/** Returns the text with numbers and abbreviations written out; null if the voice reads the text as sent. */
export function readAloud(
  request: Pick<InputParameters, 'text' | 'markup' | 'language'>,
  voice: Pick<LenientVoice, 'normalises' | 'language_code'> | undefined,
): string | null {
  if (voice?.normalises !== true) return null;
  const sent = request.markup === undefined ? { text: request.text, marks: [] } : parseMarkup(request.text);
  if (sent === null) return null;
  const tag = request.language === undefined ? voice.language_code : LANGUAGE_TAGS[request.language];
  const { text } = normaliseText(sent, tag ?? '');
  return text === sent.text ? null : text;
}
