import { describe, expect, it } from 'vitest';
import { moveNamesBeforeQuotations } from './row-forms.ts';
import { laidOut } from './testing/laid-out.ts';
import { script, spokenOf } from './testing/spoken-of.ts';

const SPOKEN = ['ANNA: "I never said that."', 'MR. FOX: "You did."', 'ANNA: "No!"', 'MR. FOX: "Yes."'];

describe('names beside quotations', () => {
  it.each([
    ['before a comma', ['Anna, "I never said that."', 'Mr. Fox, "You did."', 'Anna, "No!"', 'Mr. Fox, "Yes."']],
    [
      'in brackets behind them',
      ['"I never said that." (Anna)', '"You did." [Mr. Fox]', '(rain)', '"No!" (Anna)', '"Yes." (Mr. Fox)'],
    ],
    ['behind a dash', ['"I never said that." - Anna', '"You did." – Mr. Fox', '"No!" — Anna', '"Yes."—Mr. Fox']],
  ])('are roles %s', (_, rows) => {
    expect(spokenOf(script(...rows))).toEqual(SPOKEN);
    expect(spokenOf(rows.join('\n\n'))).toEqual(SPOKEN);
  });

  it.each([
    ['“', '”'],
    ['„', '“'],
    ['«', '»'],
    ['»', '«'],
  ])('are roles beside %s…%s', (open, close) => {
    const said = (words: string): string => `${open}${words}${close}`;
    const rows = ['One.', 'Two.', 'Three.', 'Four.'].map(
      (words, index) => `${index % 2 ? 'Ben' : 'Zoë'}, ${said(words)}`,
    );
    expect(spokenOf(script(...rows))).toEqual([
      `ZOË: ${said('One.')}`,
      `BEN: ${said('Two.')}`,
      `ZOË: ${said('Three.')}`,
      `BEN: ${said('Four.')}`,
    ]);
  });

  it('may stand behind words without quotation marks', () => {
    const rows = ['Hi there. (Ben)', 'Hello! (waves) Come in! (Anna)', '[door]', 'Fine. (Ben)', 'Good. (Anna)'];
    expect(spokenOf(script(...rows))).toEqual(['BEN: Hi there.', 'ANNA: Hello! Come in!', 'BEN: Fine.', 'ANNA: Good.']);
  });

  it('leave a title and a direction as they are', () => {
    const rows = ['Anna, "One."', 'Ben, "Two."', 'Anna, "Three."', 'Ben, "Four."', 'Anna, "Five."', 'Ben, "Six."'];
    const written = laidOut(script('# The Visit', '', '(A door.)', ...rows), false);
    expect(written).toMatch(/^# The Visit\n\n\(A door\.\)\n\nANNA: "One\."\n\nBEN: "Two\."/);
  });

  it.each([
    [
      'prose',
      ['Anna, "the clever one", came in.', 'Ben, "the tall one", left.', 'Anna, "Ann", sat.', 'Ben, "B", ran.'],
    ],
    [
      'tags in prose',
      ['Anna, "Yes," she said, "no."', 'Ben, "No," he said, "yes."', 'Anna, "A", "B"', 'Ben, "C", "D"'],
    ],
    ['mottoes', ['"One." – Ovid', '"Two." – Horace', '"Three." – Virgil', '"Four." – Cato', '"Five." – Ovid']],
    ['directions', ['I see. (Softly)', 'Do you? (Laughs)', 'I do. (Softly)', 'Good. (Laughs)']],
    ['sources', ['One. (Ovid)', 'Two. (Cato)', 'Three. (Ovid)', 'Four. (Cato)', 'It was late.', 'So.']],
    ['speeches', ['ANNA: One. (Ben)', 'BEN: Two. (Ann)', 'ANNA: Three. (Ben)', 'BEN: Four. (Ann)']],
    ['one author', ['"One." – Ovid', '"Two." – Ovid', '"Three." – Ovid', '"Four." – Ovid']],
    [
      'mottoes of chapters',
      ['"One." – Ovid', '"Two." – Cato', '"Three." – Ovid', '"Four." – Cato', 'It was late.', 'So.'],
    ],
  ])('are none in %s', (_, rows) => {
    const text = rows.join('\n');
    expect(moveNamesBeforeQuotations(text)).toBe(text);
  });
});
