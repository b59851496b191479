// What is heard of marked words. The plain reading at temperature 0 is the measure: the same samples are the same sound.
import { describe, expect, test } from 'vitest';
import { EMBEDDED_SAMPLE_RATE } from '../speech/embedded/plan.ts';
import { spokenBy } from '../testing/embedded-speech.ts';
import { createStreamOrder } from './stream-order.ts';

const ESPEAK = 'lectern://voices/en-gb/alistair/manifest.json';
const GERMAN = 'lectern://voices/de/greta/manifest.json';
const FLITE = 'lectern://voices/en-us/clara/manifest.json';

async function heard(text: string, voice = ESPEAK, isMarkup = true): Promise<string> {
  const { request } = createStreamOrder({ text, voice, ...(isMarkup && { markup: 'ssml' }) }, 0);
  const samples = await spokenBy(voice, '', { turns: request.turns });
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength).toString('base64');
}
const secondsOf = (sound: string): number => Buffer.from(sound, 'base64').length / 2 / EMBEDDED_SAMPLE_RATE;

const spell = (words: string) => `<say-as interpret-as="characters">${words}</say-as>`;
const say = (ipa: string, words: string) => `<phoneme alphabet="ipa" ph="${ipa}">${words}</phoneme>`;

describe('eSpeak NG', () => {
  test('stresses words, and nothing of the mark is spoken', async () => {
    const [plain, stressed] = [
      await heard('I never said that.'),
      await heard('I <emphasis>never</emphasis> said that.'),
    ];
    expect(stressed).not.toBe(plain);
    expect(secondsOf(stressed)).toBeGreaterThan(secondsOf(plain) + 0.05);
    expect(secondsOf(stressed)).toBeLessThan(secondsOf(plain) + 0.3);
  });

  test('spells what it would say as a word', async () => {
    const [word, letters] = [await heard('It is NATO.'), await heard(`It is ${spell('NATO')}.`)];
    expect(secondsOf(letters)).toBeGreaterThan(secondsOf(word) + 0.3);
    // All letters of a long row are there, as those of its parts are.
    const long = await heard(spell('qwertzuiop'.repeat(6)));
    expect(secondsOf(long)).toBeGreaterThan(5 * secondsOf(await heard(spell('qwertzuiop'))));
  });

  test.each([
    ['ˈneɪtəʊ', 'NATO'],
    ['həˈləʊ', 'hello'],
    ['tʃɛk', 'check'],
    ['ˈsɪŋɪŋ', 'singing'],
    ['θɔːt', 'thought'],
    ['dʒʌdʒ', 'judge'],
  ])('says the sounds %s as it says %s', async (ipa, word) => {
    expect(await heard(`This is ${say(ipa, 'xyzzy')} today.`)).toBe(await heard(`This is ${word} today.`));
  });

  test('has sounds of other languages in theirs', async () => {
    expect(await heard(`Das ist ${say('ʃøːn', 'xyzzy')}.`, GERMAN)).toBe(await heard('Das ist schön.', GERMAN));
  });

  test('says the words where it does not know a sound', async () => {
    expect(await heard(`This is ${say('k͜ǃ', 'hello')} today.`)).toBe(await heard('This is hello today.'));
  });

  test('reads no other markup, and none where a text is plain', async () => {
    expect(await heard('A [[neItoU]] &lt;emphasis> a.')).toBe(await heard('A [[neItoU]] <emphasis> a.', ESPEAK, false));
    const [marked, written] = ['<emphasis>I</emphasis> &amp; you', 'I & you'];
    expect(secondsOf(await heard(marked, ESPEAK, false))).toBeGreaterThan(secondsOf(await heard(written)) + 1);
  });
});

describe('Flite', () => {
  test('spells letter by letter, an A too', async () => {
    expect(await heard(`It is ${spell('NATO')}.`, FLITE)).toBe(await heard('It is N ay T O.', FLITE));
  });

  test('says stressed words, and those with sounds, as ever', async () => {
    const marked = `I <emphasis>never</emphasis> said ${say('ˈneɪtəʊ', 'NATO')}.`;
    expect(await heard(marked, FLITE)).toBe(await heard('I never said NATO.', FLITE));
  });
});
