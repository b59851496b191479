import type { SpeakingStyle } from '@lectern/tts-protocol';
import { describe, expect, it } from 'vitest';
import { directionsOf } from '../../rules/directions.ts';
import { directionStatuses, phonemeStatuses } from './direction-statuses.ts';
import type { LineSpeaker } from './line-detail.ts';

const OWN = 'lectern://voices/en-gb/alistair/manifest.json';
const speaker = (voice: string | null): LineSpeaker => ({
  role: 'LANE',
  voice,
  voiceOrigin: 'role',
  turnPrefix: 'LANE:',
  prefixIsChosen: false,
});

/** What comes of the directions of words. */
function outcome(text: string, { voice = OWN, styles = ['whispering'] as SpeakingStyle[], speakers = 1 } = {}) {
  const directions = directionsOf({ role: 'LANE', text }, { speakBrackets: false });
  const line = { directions, speakers: Array.from({ length: speakers }, () => speaker(voice)), marks: [] };
  return directionStatuses(line, (id) => (id === OWN ? { styles } : {})).map(({ asks, undone }) => [asks, undone]);
}

describe('what comes of directions', () => {
  it('is a pace with any voice, and a style with one that lists it', () => {
    expect(outcome('(slowly) (whispering) Yes. (Goes.)')).toEqual([
      ['slow', null],
      ['whispering', null],
    ]);
    expect(outcome('(slowly) (angrily) Yes.', { voice: 's3://voice' })).toEqual([
      ['slow', null],
      ['angry', 'voice'],
    ]);
    expect(outcome('(angrily) Yes.')).toEqual([['angry', 'voice']]);
  });

  it('is nothing behind the first words, in a dialog, and where another one came before', () => {
    expect(outcome('Yes. (whispering) No.')).toEqual([['whispering', 'within']]);
    expect(outcome('(whispering) Yes.', { speakers: 2 })).toEqual([['whispering', 'dialog']]);
    expect(outcome('(slowly) (quickly) Yes.')).toEqual([
      ['slow', null],
      ['fast', 'twice'],
    ]);
  });

  it('of marked words is emphasis where the voice lists it, and spelling with any', () => {
    const marks = (voice: string) => [
      { mark: 'emphasis', words: 'never', voice } as const,
      { mark: 'emphasis', words: 'never', voice } as const,
      { mark: 'spelling', words: 'BBC', voice } as const,
    ];
    const told = (voice: string) =>
      directionStatuses({ directions: [], speakers: [speaker(voice)], marks: marks(voice) }, (id) =>
        id === 's3://voice' ? {} : { marks: ['emphasis', 'spelling'] },
      ).map(({ words, asks, undone }) => [words, asks, undone]);
    expect(told(OWN)).toEqual([
      ['never', 'emphasis', null],
      ['BBC', 'spelling', null],
    ]);
    const flite = 'lectern://voices/en-us/clara/manifest.json';
    for (const voice of [flite, 's3://voice']) {
      expect(told(voice)).toEqual([
        ['never', 'emphasis', 'voice'],
        ['BBC', 'spelling', null],
      ]);
    }
  });

  it('of a rule with sounds is these where the voice lists them, and its plain words else', () => {
    const sounds = (voice: string | null) => [
      { words: 'NATO', ipa: 'ˈniːtəʊ', said: 'Nato', voice },
      { words: 'NATO', ipa: 'ˈniːtəʊ', said: 'Nato', voice },
    ];
    const told = (voice: string | null) =>
      phonemeStatuses({ sounds: sounds(voice) }, (id) => (id === OWN ? { marks: ['phonemes'] } : {}));
    expect(told(OWN)).toEqual([{ words: 'NATO', ipa: 'ˈniːtəʊ', said: 'Nato', isDone: true }]);
    for (const voice of [null, 's3://voice']) expect(told(voice)).toMatchObject([{ isDone: false }]);
  });
});
