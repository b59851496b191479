import { describe, expect, it } from 'vitest';
import { hasNovelDialogue } from './script-kind.ts';
import { kindOfText } from './testing/laid-out.ts';

const rows = (...paragraphs: string[]) => paragraphs.join('\r\n\r\n');
const prose =
  'It was the best of times, it was the worst of times, it was the age of\r\nwisdom, it was the age of foolishness.';

describe('detectScriptKind', () => {
  it.each([
    ['headings of ours', rows('# Chapter One', prose)],
    ['roles that recur', rows(prose, 'LANE: Yes.', 'JACK: No.', prose, 'LANE: Oh.')],
    ['roles that begin most paragraphs', rows('LANE: Yes.', 'JACK: No.')],
    ['a single marked paragraph', 'NARRATOR: Hello.'],
    ['nothing but a direction', '(Enter Lane.)'],
    ['one sentence', 'Hello, world.'],
    ['few roles among paragraphs of one row', rows('ANN: Hello.', 'BOB: You.', 'She left.', 'He left.', 'All left.')],
    ['a list of what counts up', rows('1. The house', '2. The river', 'It rained.')],
    ['nothing at all', ' \n '],
  ])('calls a script what has %s', (_, text) => {
    expect(kindOfText(text)).toBe('script');
  });

  it.each([
    ['a novel', `\ufeff${rows('CHAPTER I.', 'Down the Rabbit-Hole', prose, prose, '“Oh!” said Alice: “why?”', prose)}`],
    ['a novel in French', rows('Chapitre 1', '— Bonjour, dit Marie.', 'Elle sourit.')],
    ['a novel in German', rows('Erstes Kapitel', 'Es war einmal ein König.', 'Zweites Kapitel', 'Ende.')],
    ['a novel in Russian', rows('Глава 1', 'Шёл дождь.', 'Он вышел.')],
    ['a novel with numbers alone', rows('I', prose, 'II', prose, '#', prose, 'III', prose)],
    ['a novel with numbers in words', rows('One', 'It rained.', 'Two', 'It snowed.')],
    ['a novel with numbers before names', rows('1. The House', 'It rained.', '2. The River', 'It snowed.')],
    ['a novel of old', rows('Chapter the First', 'It rained.', 'Chapter the Second', 'It snowed.')],
    [
      'a novel with numbers before “Kapitel”',
      rows('1. Kapitel: Das Haus', 'Es regnete.', '2. Kapitel', 'Es schneite.'),
    ],
    ['a novel in Japanese', rows('第一章', '雨が降る。', '第二章', '雪が降る。')],
    ['a novel in numbered books', rows('BOOK ONE: 1805', prose, prose, 'BOOK TWO: 1806', prose, prose)],
    ['a novel with a note now and then', rows(...Array(60).fill(prose), 'NOTE: x', prose, 'NOTE: y')],
    ['a book of Project Gutenberg', rows('*** START OF THIS PROJECT GUTENBERG EBOOK X ***', '# 1', prose, prose)],
  ])('calls prose %s', (_, text) => {
    expect(kindOfText(text)).toBe('prose');
  });
});

describe('isTold', () => {
  const talk = ['“Come in,” said Tom.', 'He shut the door.', '“Sit down.”', 'Ann sat.', '“Well?”', 'Nothing.'];

  it('knows a tale without chapters by what people say in it', () => {
    expect(hasNovelDialogue(rows(...talk))).toBe(true);
    expect(hasNovelDialogue(rows('— Entrez, dit Paul.', 'Il sourit.', '— Merci.', '— Non.'))).toBe(true);
    expect(hasNovelDialogue(rows(...Array(5).fill('"Come," he said.')))).toBe(true);
  });

  it.each([
    ['a heading of ours', rows('# One', ...talk)],
    ['a direction', rows(...talk, '(He leaves.)')],
    ['a cue', rows(...talk, '[SFX: rain]')],
    ['a pause', rows(...talk, 'He waited. [pause 2s] Then he left.')],
    ['a role', rows(...talk, 'NARRATOR: “No.”')],
    ['hardly any talk', rows(...Array(40).fill(prose), ...talk)],
  ])('does not take for a tale what has %s', (_, text) => {
    expect(hasNovelDialogue(text)).toBe(false);
  });
});

it.each(['Track', 'Clip', 'Slide', 'ฉากที่'])('takes a script for one though its parts count up: %s 1', (label) => {
  const speeches = 'Mara: Come in.\n\nTom: Thank you.';
  expect(kindOfText(`${label} 1\n\n${speeches}\n\n${label} 2\n\n${speeches}\n`)).toBe('script');
});

it('takes a text for a book where parts count up behind the same words, and no role is named', () => {
  expect(kindOfText('บทที่ 1\n\nชายชราพูดว่าเข้ามา\n\nบทที่ 2\n\nชายชราพูดว่าเข้ามา\n')).toBe('prose');
});
