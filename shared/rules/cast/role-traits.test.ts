import { describe, expect, it } from 'vitest';
import { ageOfName, conversationPartners, genderOfName, traitHints } from './role-traits.ts';

describe('a name', () => {
  it.each([
    ['LADY BRACKNELL', 'female'],
    ['Mrs. Alving', 'female'],
    ['MISS PRISM', 'female'],
    ['SECOND MAID', 'female'],
    ['LORD GORING', 'male'],
    ['SIR ROBERT', 'male'],
    ['MR. WORTHING', 'male'],
    ['THE BUTLER', 'male'],
    ['LANE', 'male'],
    ['CECILY', 'female'],
    ['Tom', 'male'],
    ['CHASUBLE', null],
    ['JACK AND CECILY', null],
    ['Königin Mathilde', 'female'],
    ['FRAU VON STEIN', 'female'],
    ['Señor Ortega', 'male'],
    ['FRANÇOISE', 'female'],
    ['Łukasz', 'male'],
    ['BJÖRN', 'male'],
    ['GRÄFIN ORSINA', 'female'],
  ])('%s tells %s', (name, gender) => {
    expect(genderOfName(name)).toBe(gender);
  });
});

describe('a script', () => {
  const hints = (script: string, ...names: string[]) =>
    Object.fromEntries(
      Array.from(traitHints(script, names), ([name, { gender }]) => [name, gender]).filter(([, gender]) => gender),
    );

  it('tells by a title before the name, and an office behind it', () => {
    const script = '(Merriman, butler to Mr. Worthing.)\n\nJACK: My charming Miss Fairfax! And Mrs. Cardew.';
    expect(hints(script, 'MERRIMAN', 'FAIRFAX', 'CARDEW', 'WORTHING')).toEqual({
      MERRIMAN: 'male',
      FAIRFAX: 'female',
      CARDEW: 'female',
      WORTHING: 'male',
    });
    expect(hints('(Merriman bows to Lady Bracknell.)', 'MERRIMAN')).toEqual({});
  });

  it('tells by pronouns in sentences about that role alone', () => {
    const script =
      'Quill took her hat, and she left. Vane saw his chance; Vane told Quill that he knew. Vane shook his head.';
    expect(hints(script, 'Quill', 'Vane')).toEqual({ Quill: 'female', Vane: 'male' });
    expect(hints('Quill took her hat.', 'Quill')).toEqual({});
  });

  it('says nothing where it says opposites, or somebody speaks of others', () => {
    expect(hints('Mr. Quill and Mrs. Quill.', 'Quill')).toEqual({});
    expect(hints('VANE: Quill, she loves her hat and her dog.', 'QUILL')).toEqual({});
    expect(hints('', 'QUILL')).toEqual({});
  });
});

it.each([
  ['italian', 'male'],
  ['german', 'female'],
  ['french', null],
] as const)('Andrea in %s is %s', (language, gender) => {
  expect(genderOfName('ANDREA', language)).toBe(gender);
});

it('pronouns are those of the script’s language', () => {
  const script =
    'Kling nimmt den Hut, und er geht. Kling sieht, dass er allein ist. Ahn sagt, sie bleibe; Ahn weiß, sie irrt.';
  const hints = traitHints(script, ['KLING', 'AHN'], 'german');
  expect([hints.get('KLING')?.gender, hints.get('AHN')?.gender]).toEqual(['male', 'female']);
  expect(traitHints('Kling, haben Sie? Kling, hören Sie!', ['KLING'], 'german').get('KLING')?.gender).toBeNull();
});

it('an age is told by words and years beside a name, and by nothing further on', () => {
  const script = '(Ruth, an elderly baker. Tom, 12. Old Sam. Vane sees the old house.)';
  const hints = traitHints(script, ['RUTH', 'TOM', 'SAM', 'VANE']);
  expect(['RUTH', 'TOM', 'SAM', 'VANE'].map((name) => hints.get(name)?.age)).toEqual(['older', 'young', 'older', null]);
  expect(['THE CHILD', 'GRANNY', 'JACK'].map(ageOfName)).toEqual(['young', 'older', null]);
});

it('neighbours are those who speak near each other in a chapter', () => {
  const script = 'A: a\n\nB: b\n\nC: c\n\nD: d\n\n# Two\n\nE: e\n\nA: a\n';
  expect(
    Object.fromEntries(
      Array.from(conversationPartners(script, ['A', 'B', 'C', 'D', 'E']), ([name, all]) => [name, [...all].join('')]),
    ),
  ).toEqual({
    A: 'BCDE',
    B: 'ACD',
    C: 'ABD',
    D: 'ABC',
    E: 'A',
  });
});
