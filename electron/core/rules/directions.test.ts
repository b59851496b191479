import { describe, expect, it } from 'vitest';
import { actOf, directionsOf, leadingActs } from './directions.ts';

const silent = { speakBrackets: false };
const lane = (text: string) => ({ role: 'LANE', text });

describe('what a direction asks of the voice', () => {
  it.each([
    ['whispering', 'whispering'],
    ['Whispers to him.', 'whispering'],
    ['in a whisper', 'whispering'],
    ['very softly', 'soft'],
    ['angrily, to Lane', 'angry'],
    ['with anger', 'angry'],
    ['fast weinend', 'sad'],
    ['wütend', 'angry'],
    ['leise', 'soft'],
    ['chuchotant', 'whispering'],
    ['llorando', 'sad'],
    ['怒って', 'angry'],
    ['ささやいて', 'whispering'],
  ])('is a style: %s', (words, style) => {
    expect(actOf(words)).toEqual({ kind: 'style', style });
  });

  it.each([
    ['Languidly.', 'slow'],
    ['quickly', 'fast'],
    ['langsam', 'slow'],
    ['早口で', 'fast'],
  ])('is a pace: %s', (words, pace) => {
    expect(actOf(words)).toEqual({ kind: 'pace', pace });
  });

  it.each([
    'Merriman enters',
    'Gentlemen rise',
    'It happens',
    'Cheers off stage',
    'Hands them on a salver.',
    'Goes to the sofa',
    'Looks angry',
    'Softly the curtain falls over them all',
    '',
  ])('is nothing that a voice could do: %s', (words) => {
    expect(actOf(words)).toBeNull();
  });
});

describe('the directions of a turn', () => {
  it('are kept with their place', () => {
    expect(directionsOf(lane('(Softly.) (slowly) Yes, sir. (Angrily.) No! (Goes.)'), silent)).toEqual([
      { words: 'Softly.', place: 'start', act: { kind: 'style', style: 'soft' } },
      { words: 'slowly', place: 'start', act: { kind: 'pace', pace: 'slow' } },
      { words: 'Angrily.', place: 'within', act: { kind: 'style', style: 'angry' } },
      { words: 'Goes.', place: 'within', act: null },
    ]);
  });

  it('are none where brackets are spoken', () => {
    expect(directionsOf(lane('(Softly.) Yes.'), { speakBrackets: true })).toEqual([]);
    expect(directionsOf({ role: null, text: '(softly) he said' }, silent)).toEqual([]);
  });

  it('act on what follows them from its start, the first of each kind', () => {
    expect(leadingActs(directionsOf(lane('(sadly) (slowly) (angrily) Yes. (quickly) No.'), silent))).toEqual({
      style: 'sad',
      pace: 'slow',
    });
  });
});
