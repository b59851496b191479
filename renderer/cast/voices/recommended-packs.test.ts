import { isRecogniserPack, packCatalogueSchema, SHIPPED_PACKS } from '@lectern/tts-protocol';
import { describe, expect, it } from 'vitest';
import type { KnownPackEntry } from '../../../shared/ipc/pack-requests.ts';
import { castVoice } from '../testing/fake-cast.ts';
import { hasNaturalVoice, recommendedPacks } from './recommended-packs.ts';

const shipped = (isInstalled: (id: string) => boolean = () => false): KnownPackEntry[] =>
  packCatalogueSchema.parse(SHIPPED_PACKS).packs.flatMap(({ archive, pack }) => {
    if (isRecogniserPack(pack)) return [];
    const { id, name, rights, engine, voices } = pack;
    return {
      pack: {
        kind: 'voices' as const,
        id,
        name,
        source: null,
        bytes: archive.bytes,
        rights: { ...rights, licenceAddress: null, attribution: null },
        engine: engine.kind,
        voices,
        languages: [...new Set(voices.map(({ languageCode }) => languageCode))],
      },
      isSizeKnown: true,
      download: archive.bytes,
      host: 'github.com',
      arrived: 0,
      isInstalled: isInstalled(id),
    };
  });

const ids = (packs: readonly KnownPackEntry[]) => packs.map(({ pack }) => pack.id);

describe('recommended packs', () => {
  it('are ordered by quality, and those without commercial use come last', () => {
    expect(ids(recommendedPacks(shipped(), 'english'))).toEqual([
      'kokoro',
      'kokoro-small',
      'piper-kristin',
      'piper-norman',
      'piper-ljspeech',
      'kitten-nano',
      'piper-lessac',
    ]);
  });

  it('speak the language and aren’t installed', () => {
    expect(ids(recommendedPacks(shipped(), 'german'))).toEqual(['piper-thorsten']);
    expect(recommendedPacks(shipped(), 'japanese')).toEqual([]);
    expect(
      ids(
        recommendedPacks(
          shipped((id) => id.startsWith('k')),
          'english',
        ),
      ),
    ).not.toContain('kokoro');
  });
});

it('a natural voice speaks the language, comes from another engine and isn’t cloned', () => {
  const kokoro = { synthesizer: 'Kokoro' };
  const has = (...voices: Parameters<typeof castVoice>[1][]) =>
    hasNaturalVoice(
      voices.map((voice) => castVoice('Anna', voice)),
      'english',
    );
  expect(has({ synthesizer: 'eSpeak NG' }, { synthesizer: 'Flite' })).toBe(false);
  expect(has({ ...kokoro, language: 'German' }, { ...kokoro, isCloned: true })).toBe(false);
  expect(has({ synthesizer: 'eSpeak NG' }, { ...kokoro, language: 'English (GB)' })).toBe(true);
});
