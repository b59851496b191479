import type { Language, MarkedRange } from '@lectern/tts-protocol';
import { expect, test } from 'vitest';
import { planSpeech, type SpokenPart } from './plan.ts';

const FLITE = 'lectern://voices/en-us/clara/manifest.json';
const ESPEAK = 'lectern://voices/en-gb/alistair/manifest.json';

interface Asked {
  readonly language?: Language;
  readonly marks?: readonly MarkedRange[];
}

const planned = (voice: string, text: string, { language, marks = [] }: Asked = {}): readonly SpokenPart[] =>
  planSpeech({ turns: [{ voice, text, marks }], speed: 1, seed: 0, temperature: 0, language }).parts;

const said = (part: SpokenPart | undefined): string =>
  part === undefined ? '' : 'flite' in part ? part.flite.text : part.espeak.text;

test('numbers and abbreviations are written out for both synthesizers', () => {
  for (const voice of [FLITE, ESPEAK]) {
    expect(planned(voice, 'No. 5 weighs 12 kg.').map(said).join(' ')).toContain('Number 5 weighs 12 kilograms');
  }
});

test('they are read in the language of the request', () => {
  expect(planned(FLITE, 'Nr. 5 wiegt 3 Mio. Tonnen.', { language: 'german' }).map(said).join(' ')).toContain(
    'Nummer 5 wiegt 3 Millionen Tonnen',
  );
});

test('a spelled-out mark keeps its letters', () => {
  const marks = [{ mark: 'spelling', start: 0, end: 4 }] as const;
  const [part] = planned(ESPEAK, '1984 was a year.', { marks });
  expect(part && 'espeak' in part ? part.espeak.markup : '').toContain('1984');
});

test('a text that would outgrow the synthesizer is spoken as it is written', () => {
  const [part] = planned(ESPEAK, '1984 '.repeat(4000));
  expect(said(part)).toContain('1984 1984');
});
