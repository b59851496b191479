import type { Language } from '@lectern/tts-protocol';
import { describe, expect, it } from 'vitest';
import { ageOfName, conversationPartners, genderOfName, roleTraits } from './role-traits.ts';

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
    ['RUARIDH', 'male'],
    ['Siân', 'female'],
    ['Saoirse', 'female'],
    ['Charlotte Lucas', 'female'],
    ['MARY KING', 'female'],
    ['HELMER’S MAID', 'female'],
    ['GIRL’S FATHER', 'male'],
    ['Anna Pávlovna', 'female'],
    ['Dmitri Fyodorovich', 'male'],
    ['Анна Сергеевна', 'female'],
    ['ПЁТР ИВАНОВИЧ', 'male'],
    ['YOSHIKO', 'female'],
    ['Kenjirō', 'male'],
    ['CHARWOMAN', 'female'],
    ['Doña Inés', 'female'],
    ['COSETTE', 'female'],
    ['CAPTAIN', null],
  ])('%s tells %s', (name, gender) => {
    expect(genderOfName(name)).toBe(gender);
  });
});

describe('a script', () => {
  const hints = (script: string, ...names: string[]) =>
    Object.fromEntries(
      Array.from(roleTraits(script, names), ([name, { gender }]) => [name, gender]).filter(([, gender]) => gender),
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
  const hints = roleTraits(script, ['KLING', 'AHN'], 'german');
  expect([hints.get('KLING')?.gender, hints.get('AHN')?.gender]).toEqual(['male', 'female']);
  expect(roleTraits('Kling, haben Sie? Kling, hören Sie!', ['KLING'], 'german').get('KLING')?.gender).toBeNull();
});

it('an age is told by words and years beside a name, and by nothing further on', () => {
  const script = '(Ruth, an elderly baker. Tom, 12. Old Sam. Vane sees the old house.)';
  const hints = roleTraits(script, ['RUTH', 'TOM', 'SAM', 'VANE']);
  expect(['RUTH', 'TOM', 'SAM', 'VANE'].map((name) => hints.get(name)?.age)).toEqual(['older', 'child', 'older', null]);
  expect(['THE CHILD', 'GIRL', 'GRANNY', 'JACK'].map(ageOfName)).toEqual(['child', 'young', 'older', null]);
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

describe('the text around a role’s speeches', () => {
  const traitsOf = (name: string, script: string, language: Language = 'english') =>
    roleTraits(script, [name, 'VANE'], language).get(name);

  it.each([
    ['Quill: “Stop.”\n\nsaid she, turning round.', 'female'],
    ['Quill: “Stop,”\n\nhe replied.', 'male'],
    ['Quill: “Stop,”\n\nsaid his mother sharply.', 'female'],
    ['QUILL: I am his wife.', 'female'],
    ['QUILL: I’m only a poor widower.', 'male'],
    ['QUILL: Wait.\n\nVANE: Yes, ma’am.\n\nQUILL: Good.\n\nVANE: Certainly, ma’am.', 'female'],
    ['QUILL: Wait.\n\nVANE: Yes, sir.\n\nQUILL: Good.\n\nVANE: Very good, sir.', 'male'],
    ['(Quill, Vane’s landlady.)', 'female'],
    ['His sister Quill came in.', 'female'],
    ['QUILL: (she sits) No. (pours herself tea)', 'female'],
  ])('%s', (script, gender) => {
    expect(traitsOf(script.startsWith('Quill:') ? 'Quill' : 'QUILL', script)?.gender).toBe(gender);
  });

  it.each([
    ['german', 'QUILL: Ich bin seine Frau.', 'female'],
    ['german', 'Quill: „Halt“,\n\nsagte sie.', 'female'],
    ['german', '(Quill, ein alter Diener.)', 'male'],
    ['french', 'Quill: « Non »,\n\ndit-elle.', 'female'],
    ['french', 'QUILL: Je suis son père.', 'male'],
    ['russian', 'Quill: — Нет, —\n\nсказала она.', 'female'],
    ['russian', '(Quill, горничная.)', 'female'],
  ] as const)('in %s: %s', (language, script, gender) => {
    expect(traitsOf(script.startsWith('Quill:') ? 'Quill' : 'QUILL', script, language)?.gender).toBe(gender);
  });

  it('outweighs a first name of another gender', () => {
    const tagged = Array.from({ length: 4 }, () => 'George: “Come on!”\n\nshe cried.').join('\n\n');
    expect(traitsOf('George', tagged)?.gender).toBe('female');
    expect(traitsOf('George', 'George: “Come on!”\n\nshe cried.')?.gender).toBe('male');
  });

  it('ignores unattributed quotations', () => {
    expect(
      traitsOf('Quill', 'Quill: “No.”\n\n“Quill, she is my wife and her dog bit her,” said a voice.')?.gender,
    ).toBeNull();
  });

  it.each([
    ['(Quill, 71, a baker.)', 'older'],
    ['(Quill, aged 9.)', 'child'],
    ['QUILL: I am really only eighteen.', 'young'],
    ['Quill was a stout girl of fifteen.', 'young'],
    ['Seven-year-old Quill ran off.', 'child'],
    ['Quill was forty years old.', 'adult'],
    ['Quill was a little tired of the old man.', null],
    ['Quill, and the old count, sat down.', null],
  ])('%s: %s', (script, age) => {
    expect(traitsOf('QUILL', script)?.age).toBe(age);
  });

  it.each([
    ['(Quill, an Irishman.)', 'irish'],
    ['QUILL: (in a broad Scottish accent) Aye.', 'scottish'],
    ['Quill met a Scotsman.', null],
  ])('states an accent: %s', (script, accent) => {
    expect(traitsOf('QUILL', script)?.accent).toBe(accent);
  });
});
