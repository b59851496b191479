import { describe, expect, it } from 'vitest';
import { attributeBook } from './attribute.ts';
import type { Person } from './character-name.ts';
import { NARRATOR_PERSON } from './characters.ts';
import type { ChainTurn } from './speaker-chain.ts';
import { isPairTalk, talkShares } from './talk-share.ts';

const person = (name: string): Person => ({ ...NARRATOR_PERSON, name, words: new Set(), forms: new Set() });
const [ann, tom, ben] = [person('Ann'), person('Tom'), person('Ben')];
const turn = (who: Person | null, gap = 0): ChainTurn => ({
  candidates: [{ person: who, features: new Map() }],
  gap,
  isInside: false,
  isBare: false,
  isBehindTag: false,
  situation: null,
  isTagged: false,
  isAnswer: false,
  isCrowd: false,
  isReply: false,
  isOther: false,
  isPair: false,
  addressed: new Set(),
  called: null,
});
const sharesOf = (...turns: ChainTurn[]) =>
  talkShares(
    turns,
    turns.map(() => [1]),
  );

describe('who most likely speaks near a turn', () => {
  it('counts nearer turns more, and leaves the turn itself out', () => {
    const talk = sharesOf(turn(ann), turn(tom), turn(ben), turn(ann))[2];
    const tomBefore = talk?.people.get(tom)?.before ?? 0;
    expect(talk?.people.get(ben)).toBeUndefined();
    expect(tomBefore).toBeGreaterThan(talk?.people.get(ann)?.before ?? 0);
    expect(talk?.people.get(ann)?.behind).toBe(tomBefore);
  });

  it('ends where long narration parts talks', () => {
    expect(sharesOf(turn(ann), turn(tom, 11))[1]?.people.size).toBe(0);
  });

  it('is a talk of two where nearly nothing is said by others', () => {
    const of = (...all: (Person | null)[]) =>
      isPairTalk(sharesOf(turn(ann), ...all.map((who) => turn(who)))[0] as never);
    expect([of(tom, ann, tom), of(tom, ben, ann), of(tom, null, ann)]).toEqual([true, false, false]);
  });

  it('knows somebody again whom only pronouns told for a while', () => {
    const talk = ['“One,” said he.', '“Two,” said she.', '“Three,” said he.', '“Four,” said she.'];
    const { attributions } = attributeBook([
      'Tom met Ann.',
      '“Well,” said Tom.',
      '“Well,” said Ann.',
      ...talk,
      ...talk,
    ]);
    expect(attributions.flat().map(({ speaker }) => speaker)).toEqual(
      Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? 'Tom' : 'Ann')),
    );
  });
});
