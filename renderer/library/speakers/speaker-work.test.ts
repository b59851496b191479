import { type BookQuotations, quotationsOf } from '@lectern/manuscript/speakers';
import { describe, expect, it } from 'vitest';
import { proseToScript } from '../../../packages/manuscript/sections/prose-text.ts';
import { type FoundQuotation, NO_CHOICES } from '../../../shared/model/speaker-choices.ts';
import {
  attributions,
  countDoubtful,
  doubtfulFirst,
  rolesOfBook,
  similarQuotations,
  withRenamedRole,
  withSpeaker,
} from './speaker-work.ts';

const bookOf = (...paragraphs: string[]): BookQuotations =>
  quotationsOf(proseToScript(`CHAPTER I\n\n${paragraphs.join('\n\n')}\n`).text);

const BOOK = bookOf(
  'The Queen and Miss Bennet came in with Elizabeth Bennet. It was late.',
  '“Off,” said the Queen. “Now.”',
  '“No,” said Elizabeth Bennet.',
  '“Why?”',
  '“Because.”',
  'They all went home, and the day went by without any further talk. The night came. It rained, and it rained again.',
  'Nothing happened. The rain went on.',
  'The clock struck. The rain went on.',
  'Morning came. The rain went on.',
  '“Well,” said the Queen.',
  '“Who is there?” asked somebody.',
  'It was marked with the word “Poison” and a skull.',
);
const words = ({ passage, start, end }: FoundQuotation): string => (BOOK.passages[passage] ?? '').slice(start, end);
const saying = (opening: string): FoundQuotation => {
  const found = BOOK.quotations.find((quotation) => words(quotation).startsWith(opening));
  if (!found) throw new Error(`no quotation begins with ${opening}`);
  return found;
};
const wordsOf = (ids: readonly string[]): string[] =>
  ids.map((id) => words(BOOK.quotations.find((quotation) => quotation.id === id) ?? saying('')));

describe('who says the quotations of a book', () => {
  it('is what the text tells until somebody decides', () => {
    const sayingOf = attributions(NO_CHOICES);
    expect(sayingOf(saying('“Off'))).toEqual({ role: 'Queen', state: 'found' });
    expect(sayingOf(saying('“Who is'))).toMatchObject({ state: 'doubtful' });
    expect(sayingOf(saying('“Poison'))).toEqual({ role: null, state: 'named' });
    const decided = attributions(withSpeaker(NO_CHOICES, [saying('“Off').id], 'Porter'));
    expect(decided(saying('“Off'))).toEqual({ role: 'Porter', state: 'confirmed' });
  });

  it('has the doubtful first, and counts what is left of them', () => {
    const [first] = doubtfulFirst(BOOK.quotations);
    expect(first?.isDoubtful).toBe(true);
    const all = countDoubtful(BOOK.quotations, NO_CHOICES);
    expect(countDoubtful(BOOK.quotations, withSpeaker(NO_CHOICES, [first?.id ?? ''], null))).toBe(all - 1);
  });

  it('can be decided for a turn, for all whom a tag calls alike, and for all that one was found to say', () => {
    const scopes = similarQuotations(saying('“Off'), BOOK.quotations, NO_CHOICES);
    expect(scopes.map(({ scope, ids }) => [scope, wordsOf(ids)])).toEqual([
      ['one', ['“Off,”']],
      ['turn', ['“Off,”', '“Now.”']],
      ['talk', ['“Off,”', '“Now.”', '“Why?”']],
      ['called', ['“Off,”', '“Now.”', '“Well,”']],
      ['speaker', ['“Off,”', '“Now.”', '“Why?”', '“Well,”']],
    ]);
  });

  it('leaves alone what was decided', () => {
    const decided = withSpeaker(NO_CHOICES, [saying('“Now').id], 'Porter');
    const [, second] = similarQuotations(saying('“Off'), BOOK.quotations, decided);
    expect(wordsOf(second?.ids ?? [])).toEqual(['“Off,”', '“Why?”']);
  });
});

describe('roles of a book', () => {
  it('are counted, and keep their order', () => {
    const roles = rolesOfBook(BOOK.quotations, NO_CHOICES);
    expect(roles.slice(0, 2)).toEqual([
      { name: 'Queen', quotations: 4, doubtful: 0 },
      { name: 'Elizabeth Bennet', quotations: 2, doubtful: 0 },
    ]);
    const order = roles.map(({ name }) => name);
    const decided = withSpeaker(
      NO_CHOICES,
      [saying('“Off').id, saying('“Well').id, saying('“Now').id],
      'Elizabeth Bennet',
    );
    expect(rolesOfBook(BOOK.quotations, decided, order)[0]).toEqual({ name: 'Queen', quotations: 1, doubtful: 0 });
  });

  it('are renamed and merged, whether found or decided', () => {
    const decided = withSpeaker(NO_CHOICES, [saying('“Well').id], 'Porter');
    const renamed = withRenamedRole(withRenamedRole(decided, 'Porter', 'Queen'), 'Queen', 'Red Queen');
    const sayingOf = attributions(renamed);
    expect(sayingOf(saying('“Well')).role).toBe('Red Queen');
    expect(sayingOf(saying('“Off')).role).toBe('Red Queen');
    const back = withRenamedRole(renamed, 'Red Queen', 'Queen');
    expect(attributions(back)(saying('“Off')).role).toBe('Queen');
    expect(back.names.filter(({ from }) => from === 'Queen')).toEqual([]);
  });

  it('are offered as one where a name says less than another', () => {
    const book = bookOf(
      '“Come,” said Elizabeth Bennet.',
      '“No,” said Jane Bennet.',
      '“Why?” asked Miss Bennet.',
      '“So,” said Jane Bennet.',
      '“Oh,” said Mr. Bennet.',
    );
    expect(book.aliases).toContainEqual({ name: 'Miss Bennet', like: 'Jane Bennet', evidence: 'surname' });
    expect(book.aliases.map(({ name }) => name)).not.toContain('Mr. Bennet');
    expect(book.aliases.map(({ name }) => name)).not.toContain('Jane Bennet');
  });
});
