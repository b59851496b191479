import { expect, test } from 'vitest';
import { listedFiles } from '../../../node/testing/toy-models/toy-pack.ts';
import { type InstalledRecogniser, recogniserFor } from './pack-recogniser.ts';

const installed = (
  id: string,
  languages: string[],
  bytes = 10,
  engine: InstalledRecogniser['pack']['engine'] = { kind: 'nemo-ctc', model: 'model.onnx', tokens: 'tokens.txt' },
): InstalledRecogniser => ({
  path: `/packs/${id}`,
  pack: {
    format: 1,
    kind: 'recogniser',
    id,
    name: id,
    rights: { licence: 'MIT', commercialUse: true, forbiddenUses: [] },
    engine,
    sampleRate: 16_000,
    languages,
    files: listedFiles({ 'model.onnx': new Uint8Array(bytes), 'tokens.txt': '' }),
  },
});
const chosen = (languageCode: string, packs: readonly InstalledRecogniser[]) =>
  recogniserFor(languageCode, packs)?.pack.id;

const WHISPER = { kind: 'whisper', encoder: 'model.onnx', decoder: 'model.onnx', tokens: 'tokens.txt' } as const;

test('a recogniser that times words is preferred, then one for fewer languages, then a larger one', () => {
  const packs = [
    installed('world', ['en', 'de', 'ja'], 900),
    installed('small', ['en-US'], 50),
    installed('large', ['en'], 500),
    installed('whisper', ['en', 'fr'], 2000, WHISPER),
    installed('kanji', ['ja']),
  ];
  for (const order of [packs, packs.toReversed()]) {
    expect(chosen('en-GB', order)).toBe('large');
    expect(chosen('de', order)).toBe('world');
    expect(chosen('ja', order)).toBe('kanji');
    expect(chosen('fr', order)).toBe('whisper');
    expect(chosen('it', order)).toBeUndefined();
  }
});
