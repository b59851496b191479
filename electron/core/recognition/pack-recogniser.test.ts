import { expect, test } from 'vitest';
import { type InstalledRecogniser, recogniserFor, recogniserHash } from './pack-recogniser.ts';
import { installedRecogniser } from './testing/fake-recogniser.ts';

const chosen = (languageCode: string, packs: readonly InstalledRecogniser[]) =>
  recogniserFor(languageCode, packs)?.pack.id;

const WHISPER = { kind: 'whisper', encoder: 'model.onnx', decoder: 'model.onnx', tokens: 'tokens.txt' } as const;

test('a recogniser that times words is preferred, then one for fewer languages, then a larger one', () => {
  const packs = [
    installedRecogniser('world', ['en', 'de', 'ja'], 900),
    installedRecogniser('small', ['en-US'], 50),
    installedRecogniser('large', ['en'], 500),
    installedRecogniser('whisper', ['en', 'fr'], 2000, WHISPER),
    installedRecogniser('kanji', ['ja']),
  ];
  for (const order of [packs, packs.toReversed()]) {
    expect(chosen('en-GB', order)).toBe('large');
    expect(chosen('de', order)).toBe('world');
    expect(chosen('ja', order)).toBe('kanji');
    expect(chosen('fr', order)).toBe('whisper');
    expect(chosen('it', order)).toBeUndefined();
  }
});

test('a recogniser’s hash changes with its files, but not with its licence', () => {
  const { pack } = installedRecogniser('small', ['en']);
  const relicensed = { ...pack, rights: { ...pack.rights, licence: 'Apache-2.0' } };
  expect(recogniserHash(relicensed)).toBe(recogniserHash(pack));
  expect(recogniserHash(installedRecogniser('small', ['en'], 11).pack)).not.toBe(recogniserHash(pack));
});
