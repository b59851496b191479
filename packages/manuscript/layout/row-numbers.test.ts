// Numbers that scripts set before their rows.
import { describe, expect, it } from 'vitest';
import { removeRowNumbers } from './row-forms.ts';
import { laidOut } from './testing/laid-out.ts';
import { script, spokenOf } from './testing/spoken-of.ts';

describe('the number of a row', () => {
  it.each([
    ['#3 Anna: ', '#4 Ben: ', '#5 Anna: '],
    ['#3 ANNA: ', '#4 BEN: ', '#5 ANNA: '],
    ['[3] Anna: ', '[4] Ben: ', '[5] Anna: '],
    ['1.9 ANNA: ', '1.10 BEN: ', '2.1 ANNA: '],
    ['12. Anna: ', '12a. Ben: ', '13. Anna: '],
    ['3　Anna: ', '4　Ben: ', '5　Anna: '],
    ['3: Anna: ', '4: Ben: ', '5: Anna: '],
    ['3 - Anna: ', '4 - Ben: ', '5 - Anna: '],
    ['3 – ANNA – ', '4 – BEN – ', '5 – ANNA – '],
    ['003_ANNA: ', '004_BEN: ', '005_ANNA: '],
    ['Line 3 - Anna: ', 'Line 4 - Ben: ', 'Line 5 - Anna: '],
    ['CUE 3 ANNA: ', 'CUE 4 BEN: ', 'CUE 5 ANNA: '],
    ['L3 ANNA: ', 'L4 BEN: ', 'L5 ANNA: '],
    ['3\tANNA: ', '4\tBEN: ', '5\tANNA: '],
    ['3.\t\tANNA: \t', '4.\t\tBEN: \t', '5.\t\tANNA: \t'],
  ])('is not spoken, and is no part of a name: %s', (first, second, third) => {
    expect(spokenOf(script(`${first}Hello.`, `${second}Hi.`, `${third}So.`))).toEqual([
      'ANNA: Hello.',
      'BEN: Hi.',
      'ANNA: So.',
    ]);
  });

  it('is not spoken before a sound', () => {
    const rows = ['#3 Anna: Hi.', '#4 SFX: rain', '#5 Ben: Yo.', 'It goes on.', '#6 (they wait)', '#7 Anna: So.'];
    expect(spokenOf(script(...rows))).toEqual(['ANNA: Hi.', 'BEN: Yo. It goes on.', 'ANNA: So.']);
  });

  it.each([
    ['1st Guard: Halt.', '2nd Guard: Who?', '1st Guard: So.'],
    ['3 Anna: Hello.', '1 Ben: Hi.', '2 Anna: So.'],
    ['1. Chapter', '2. Chapter', '3. Chapter'],
    ['12 men came.', '13 men came.', '14 men came.'],
    ['00:12 Anna: Hello.', '00:15 Ben: Hi.', '00:19 Anna: So.'],
  ])('is left where it may be more: %s', (...rows) => {
    expect(removeRowNumbers(script(...rows))).toBe(script(...rows));
  });

  it('is told behind a title, who made it, and a cast', () => {
    const head = ['THE LIGHTHOUSE', 'By Jane Roe', '', 'CAST', 'Mara – the keeper, 50s', 'Jonah – her brother', ''];
    const rows = ['SCENE ONE. THE KITCHEN.', '', '1\tF/X: \tWIND.', "2\tMARA: \t(OFF) Who's there?", '3\tJONAH: \tMe.'];
    const text = laidOut([...head, ...rows, '4\tMARA: \tCome in.'].join('\n'), true);
    expect(spokenOf(text ?? '')).toEqual(["MARA: Who's there?", 'JONAH: Me.', 'MARA: Come in.']);
  });

  it('is a part of a name that goes on as one', () => {
    expect(spokenOf(script('7 OF 9: Hello.', 'JANEWAY: Hi.', '7 OF 9: So.'))).toEqual([
      '7 OF 9: Hello.',
      'JANEWAY: Hi.',
      '7 OF 9: So.',
    ]);
  });

  it('is spoken in what is no script', () => {
    const list = ['1. Eggs – two', '2. Milk – some', '3. Flour – more'];
    expect(laidOut(script('SHOW: Cakes', 'EPISODE: 3', '', ...list), false)).toContain(script(...list));
  });
});
