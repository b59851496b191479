// Sounds that stand among the words of a speech without brackets.
import { describe, expect, it } from 'vitest';
import { silenceSoundCues } from './sounds-in-words.ts';
import { script, spokenOf } from './testing/spoken-of.ts';

const spoken = (...rows: string[]): string[] => spokenOf(script(...rows)).map((words) => words.trim());

describe('a sound among the words of a speech', () => {
  it.each([
    ['MUSIC: Mr. Fox theme. Sit.', '(MUSIC: Mr. Fox theme.) Sit.'],
    ['MUSIC: Air by J. S. Bach. Sit.', '(MUSIC: Air by J. S. Bach.) Sit.'],
    ['MUSIC: theme no. 5 plays. Sit.', '(MUSIC: theme no. 5 plays.) Sit.'],
    ['SFX: MR. FOX KNOCKS. SIT.', '(SFX: MR. FOX KNOCKS.) SIT.'],
  ])('goes on behind an abbreviation: %s', (row, written) => {
    expect(silenceSoundCues(row)).toBe(written);
  });

  it.each([
    ['SFX: birds, wind, etc. Come in.', '(SFX: birds, wind, etc.) Come in.'],
    ['SFX: a spot by Acme Ltd. Come in.', '(SFX: a spot by Acme Ltd.) Come in.'],
    ['MUSIC: Toccata in D. Hello.', '(MUSIC: Toccata in D.) Hello.'],
    ['SFX: A KNOCK FOR ME. COME IN.', '(SFX: A KNOCK FOR ME.) COME IN.'],
    ['SFX: door slams. come in.', '(SFX: door slams.) come in.'],
  ])('ends where a sentence may begin: %s', (row, written) => {
    expect(silenceSoundCues(row)).toBe(written);
  });

  it.each([
    ['SFX: door slams. Footsteps.', '(SFX: door slams. Footsteps.)'],
    ['In. SFX: phone rings. Door opens. Distant laughter', 'In. (SFX: phone rings. Door opens. Distant laughter)'],
    ['SFX: rain. Footsteps on gravel. (softly) Who?', '(SFX: rain. Footsteps on gravel.) (softly) Who?'],
    ['SFX: DOOR. FOOTSTEPS. MUSIC: UP.', '(SFX: DOOR. FOOTSTEPS.) (MUSIC: UP.)'],
  ])('goes on in sentences that are nothing but noises: %s', (row, written) => {
    expect(silenceSoundCues(row)).toBe(written);
  });

  it.each([
    'SFX: door slams.| Who is there?',
    'SFX: door slams.| Footsteps!',
    'SFX: door slams.| Footsteps. Who is it?',
    'SFX: phone rings.| The phone rings.',
    'SFX: bell.| Dinner.',
    'SFX: drums.| Rain.',
    'SFX: a thud.| Behind me, footsteps.',
  ])('loses no words of the speech behind it: %s', (row) => {
    const [sound = '', words = ''] = row.split('|');
    expect(silenceSoundCues(sound + words)).toBe(`(${sound})${words}`);
  });

  it('is not spoken in a script that is all in capitals', () => {
    const rows = [
      'ANNA: COME IN. SFX: DOOR SLAMS.',
      '',
      'BEN: HELLO. MUSIC: FADES UP.',
      '',
      'ANNA: SOUND: FOOTSTEPS. SIT.',
    ];
    expect(spoken(...rows, '', 'BEN: MY JOB. MUSIC: MY LIFE.')).toEqual([
      'ANNA: COME IN.',
      'BEN: HELLO.',
      'ANNA: SIT.',
      'BEN: MY JOB. MUSIC: MY LIFE.',
    ]);
  });

  it('may be in brackets behind its name', () => {
    expect(silenceSoundCues('In. SFX: (door slams) Sit.')).toBe('In. (SFX: (door slams)) Sit.');
    expect(silenceSoundCues('In. SFX: (door')).toBe('In. SFX: (door');
  });
});

describe('sounds in brackets among the words of the narrator', () => {
  it.each([
    ['[MUSIC] Welcome back.', 'Welcome back.'],
    ['It rained. [SFX: thunder] She ran. [MUSIC]', 'It rained.|She ran.'],
    ['It rained [sic] and [he] went.', 'It rained [sic] and [he] went.'],
  ])('are not spoken, and other brackets are: %s', (words, heard) => {
    const text = script('ANNA: Hello.', '', words, '', 'BEN: Hi.', '', 'ANNA: So.');
    expect(spokenOf(text)).toEqual(['ANNA: Hello.', ...heard.split('|'), 'BEN: Hi.', 'ANNA: So.']);
  });
});
