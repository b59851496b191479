import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Finding, MIN_LINES_OF_VOICE } from '../../../shared/model/proof.ts';
import { at } from '../../../shared/rules/at.ts';
import { type PreparedLine, prepareLine } from './prepared-line.ts';
import { proofTake } from './proof-take.ts';
import { MAX_READING_CHARACTERS, ReferenceReader } from './reference-reading.ts';
import { voiceFromBytes, voiceToBytes } from './voice-bytes.ts';
import { learnVoice, type VoiceModel } from './voice-model.ts';

/** Longer sentences would only make the tests slower. */
const MAX_CHARACTERS = 70;
const SENTENCES = readFileSync(new URL('training/sentences.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .filter((sentence) => sentence.length <= MAX_CHARACTERS);
const LEARNT = MIN_LINES_OF_VOICE;
const TEXT = 'The captain opened the heavy door, looked at the empty harbour, and walked slowly down to the boats.';

let reader: ReferenceReader;
let voice: VoiceModel;
let lines: PreparedLine[];

/** Speaks with a voice that the sound classifier wasn't trained with. */
function speak(said: string, rate = 170): Float32Array {
  return reader.read({ text: said, language: 'english', accent: 'en-gb-scotland', voiceVariant: 'Andy', rate }).samples;
}

function proof(said: string, text = TEXT, model: VoiceModel | null = voice) {
  const result = proofTake(reader, { samples: speak(said), sampleRate: 16_000, text, language: 'english' }, model);
  if (!result.isCompared) throw new Error(`Not compared: ${result.reason}`);
  return result;
}

beforeAll(async () => {
  reader = await ReferenceReader.create();
  lines = SENTENCES.slice(0, LEARNT).map((text) =>
    prepareLine(reader, { samples: speak(text), sampleRate: 16_000, text, language: 'english' }),
  );
  voice = learnVoice(lines);
});

const wordsOf = ({ fromWord, toWord }: Finding): string => TEXT.split(' ').slice(fromWord, toWord).join(' ');

describe('proofTake', () => {
  test('finds nothing suspicious in clean takes', () => {
    const clean = SENTENCES.slice(LEARNT, LEARNT + 8).map((text) => proof(text, text).proof);
    expect(clean.filter(({ isSuspicious }) => isSuspicious).length).toBeLessThanOrEqual(1);
    expect(proof(TEXT).proof).toMatchObject({ isSuspicious: false, linesLearnt: LEARNT });
  });

  test.each(['Down', 'One', 'Two', 'Chapter Four', 'Home', 'Never!'])(
    'finds nothing suspicious in a clean %j',
    (text) => {
      expect(proof(text, text).proof.isSuspicious).toBe(false);
    },
  );

  test('finds a sentence spoken instead of a word, and a word instead of a sentence', () => {
    expect(proof(TEXT, 'Down').proof.isSuspicious).toBe(true);
    expect(proof('Down').proof.isSuspicious).toBe(true);
  });

  test('finds missing words', () => {
    const { proof: found } = proof(TEXT.replace('looked at the empty harbour, and ', ''));
    expect(found.isSuspicious).toBe(true);
    expect(found.findings[0]).toMatchObject({ kind: 'missing' });
    expect(wordsOf(at(found.findings, 0))).toContain('the empty');
  });

  test('finds a repeated phrase and its place in the take', () => {
    const { proof: found } = proof(TEXT.replace('looked at', 'looked at looked at'));
    const finding = at(found.findings, 0);
    expect(finding).toMatchObject({ kind: 'repeated' });
    expect(wordsOf(finding)).toMatch(/looked|at/);
    expect(finding.startSeconds).toBeGreaterThan(1.2);
    expect(finding.endSeconds).toBeLessThan(3.5);
  });

  test('finds added words', () => {
    const { proof: found } = proof(TEXT.replace('empty', 'empty yesterday afternoon'));
    expect(found.isSuspicious).toBe(true);
    expect(at(found.findings, 0).fromWord).toBeGreaterThanOrEqual(7);
    expect(at(found.findings, 0).toWord).toBeLessThanOrEqual(10);
  });

  test('finds another text', () => {
    const { proof: found } = proof('Nobody remembers who painted those strange blue windows near the old market hall.');
    expect(found.isSuspicious).toBe(true);
    expect(found.findings[0]).toMatchObject({ kind: 'wrong-text', fromWord: 0, toWord: TEXT.split(' ').length });
  });

  test('ranks a worse fault higher', () => {
    const one = proof(TEXT.replace('empty', 'orange')).proof.score;
    const many = proof('Nobody remembers who painted those strange blue windows.').proof.score;
    expect(many).toBeGreaterThan(one);
    expect(one).toBeGreaterThan(proof(TEXT).proof.score);
  });

  test('returns the times of the words', () => {
    const { words } = proof(TEXT);
    const { wordStarts } = reader.read({
      text: TEXT,
      language: 'english',
      accent: 'en-gb-scotland',
      voiceVariant: 'Andy',
      rate: 170,
    });
    expect(words).toHaveLength(TEXT.split(' ').length);
    for (const [index, { startSeconds, endSeconds }] of words.entries()) {
      expect(Math.abs(startSeconds - at(wordStarts, index))).toBeLessThan(0.15);
      expect(endSeconds).toBeGreaterThanOrEqual(startSeconds);
    }
  });

  test('never marks takes of a voice with few lines as suspicious', () => {
    const few = learnVoice(lines.slice(0, 10));
    const said = 'Nobody remembers who painted those strange blue windows.';
    for (const model of [few, null]) {
      const { proof: found } = proof(said, TEXT, model);
      expect(found).toMatchObject({ isSuspicious: false, linesLearnt: model ? 10 : 0 });
      expect(found.score).toBeGreaterThan(proof(TEXT, TEXT, model).proof.score);
    }
  });

  test('gives the same result with a stored voice, and after other takes', () => {
    const stored = voiceFromBytes(voiceToBytes(voice));
    const said = TEXT.replace('slowly ', '');
    const first = proof(said);
    const second = proof(said, TEXT, stored);
    expect(second.proof.score).toBeCloseTo(first.proof.score, 1);
    expect(second.proof.findings[0]).toMatchObject({ fromWord: at(first.proof.findings, 0).fromWord });
    expect(proof(said)).toEqual(first);
  });

  test('reports silence as missing words', () => {
    for (const samples of [new Float32Array(0), new Float32Array(16_000)]) {
      const result = proofTake(reader, { samples, sampleRate: 16_000, text: TEXT, language: 'english' }, voice);
      expect(result).toMatchObject({
        proof: { isSuspicious: true, findings: [{ kind: 'missing', fromWord: 0, toWord: 18, confidence: 1 }] },
      });
    }
  });

  test.each([8000, 22_050, 44_100, 48_000])('compares takes at %i Hz', (sampleRate) => {
    const samples = new Float32Array(sampleRate).map((_, index) => Math.sin(index / 9) * Math.sin(index / 900));
    const result = proofTake(reader, { samples, sampleRate, text: 'Hello there.', language: 'english' }, null);
    expect(result).toMatchObject({ isCompared: true, words: [{}, {}] });
  });

  test.each([
    ['language', { language: 'xhosa' }],
    ['no-words', { text: ' … 😀 ' }],
    ['unreadable-text', { text: '漢字を読む。', language: 'japanese' }],
    ['unreadable-text', { text: 'a '.repeat(MAX_READING_CHARACTERS) }],
    ['too-long', { samples: new Float32Array(700 * 8000), sampleRate: 8000 }],
  ] as const)('says that a take is not comparable: %s', (reason, changes) => {
    const take = { samples: new Float32Array(8000), sampleRate: 8000, text: TEXT, language: 'english' } as const;
    expect(proofTake(reader, { ...take, ...changes }, voice)).toEqual({ isCompared: false, reason });
  });

  test.each(['1 2 3', 'x'.repeat(3000), '<b>&amp;</b>', 'ɹɪt ˈaː', 'Straße 日本 ok', '[[[[]]]]a'])(
    'compares noise with %j without an error',
    (text) => {
      const samples = Float32Array.from({ length: 24_000 }, (_, index) => Math.sin(index * index));
      const result = proofTake(reader, { samples, sampleRate: 16_000, text, language: 'english' }, voice);
      if (result.isCompared) expect(Number.isFinite(result.proof.score)).toBe(true);
      else expect(result.reason).toBe('too-long');
    },
  );
});
