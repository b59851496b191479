// What scripts say of a row before its name.
import { describe, expect, it } from 'vitest';
import { moveKindsAfterNames } from './row-forms.ts';
import { laidOut } from './testing/laid-out.ts';
import { script, spokenOf } from './testing/spoken-of.ts';

describe('the kind of a row', () => {
  it.each([
    ['DIALOGUE - ANNA: ', 'DIALOGUE - BEN: '],
    ['VO – Anna: ', 'DIALOGUE – Ben: '],
    ['DIALOG: ANNA: ', 'DIALOG: BEN: '],
    ['**VO - ANNA:** ', '**VO - BEN:** '],
    ['Speaker 1 - Anna: ', 'Speaker 2 - Ben: '],
    ['[VOICE: Anna] ', '[VOICE: Ben] '],
    ['[Speaker: Anna]\n', '[Speaker: Ben]\n'],
    ['VOICE: ANNA\n', 'VOICE: BEN\n'],
    ['Sprecherin / Anna: ', 'Sprecher / Ben: '],
  ])('is no part of a name: %s', (anna, ben) => {
    const rows = [`${anna}Hello.`, `${ben}Hi.`, 'SFX - DOOR: slams', `${anna}So.`, `${ben}Bye.`];
    expect(spokenOf(script(...rows)).map((row) => row.trim())).toEqual([
      'ANNA: Hello.',
      'BEN: Hi.',
      'ANNA: So.',
      'BEN: Bye.',
    ]);
    expect(laidOut(script(...rows), false)).toMatch(/^ANNA: \([^()]{2,12}\) Hello\./);
  });

  it.each([
    ['VO: Anna ran.', 'ANNA: Hi.', 'VO: Ben: he ran too.', 'ANNA: No.', 'VO: So.'],
    ['VOICE: Hello.', 'BEN: Hi.', 'VOICE: Anna?', 'BEN: No.'],
    ['Voice – Anna: Hello.', 'Ben: Hi.'],
  ])('may be a name: %s', (...rows) => {
    expect(moveKindsAfterNames(script(...rows))).toBe(script(...rows));
  });
});
