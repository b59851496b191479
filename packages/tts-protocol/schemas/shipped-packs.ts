// Sizes and hashes match those pinned by several other projects; the archives weren't downloaded to verify them. Licences:
// docs/service.md, "Voice packs".
import type { z } from 'zod';
import type { PackCatalogueInput } from './known-pack.ts';
import { SHIPPED_RECOGNISERS } from './shipped-recognisers.ts';
import type { packDescriptionSchema } from './voice-pack.ts';

type CatalogueEntry = Pick<PackCatalogueInput['packs'][number], 'archive'> & {
  readonly pack: z.input<typeof packDescriptionSchema>;
};
type CatalogueVoice = CatalogueEntry['pack']['voices'][number];

const RELEASE_URL = 'https://github.com/k2-fsa/sherpa-onnx/releases/download/tts-models';

const archive = (folder: string, bytes: number, sha256: string, unpackedBytes?: number): CatalogueEntry['archive'] => ({
  address: `${RELEASE_URL}/${folder}.tar.bz2`,
  bytes,
  sha256,
  ...(unpackedBytes === undefined ? {} : { unpackedBytes }),
  form: 'tar.bz2',
  folder,
});

const APACHE_LICENCE_URL = 'https://www.apache.org/licenses/LICENSE-2.0';

const ENGLISH_SAMPLE = 'The storm had passed by morning, and the whole harbour lay still under a pale sun.';
const GERMAN_SAMPLE = 'Am Morgen war der Sturm vorüber, und der Hafen lag still unter einer blassen Sonne.';

const americanVoice = (id: string, name: string, gender: 'female' | 'male', speaker = 0): CatalogueVoice => ({
  id,
  name,
  speaker,
  language: 'english',
  languageCode: 'en-US',
  accent: 'American',
  gender,
  sampleText: ENGLISH_SAMPLE,
});

const britishVoice = (id: string, name: string, gender: 'female' | 'male', speaker: number): CatalogueVoice => ({
  ...americanVoice(id, name, gender, speaker),
  languageCode: 'en-GB',
  accent: 'British',
});

const piperPack = (
  code: string,
  about: Pick<CatalogueEntry['pack'], 'id' | 'name' | 'source' | 'rights'>,
  voice: CatalogueVoice,
) =>
  ({
    format: 1,
    ...about,
    engine: { kind: 'vits', model: `${code}.onnx`, tokens: 'tokens.txt', dataDir: 'espeak-ng-data' },
    sampleRate: 22_050,
    voices: [voice],
  }) satisfies CatalogueEntry['pack'];

const modelCardUrl = (path: string): string =>
  `https://huggingface.co/rhasspy/piper-voices/blob/main/${path}/MODEL_CARD`;

const PIPER_PACKS: readonly CatalogueEntry[] = [
  {
    archive: archive(
      'vits-piper-en_US-ljspeech-medium',
      67_169_893,
      '3dfb4b759d8be032a4903a9538d128b0fda2a06ab1de6cbc2d93a97e2dd83dba',
      81_529_587,
    ),
    pack: piperPack(
      'en_US-ljspeech-medium',
      {
        id: 'piper-ljspeech',
        name: 'Piper LJ Speech',
        source: modelCardUrl('en/en_US/ljspeech/medium'),
        rights: {
          licence: 'MIT',
          licenceAddress: 'https://spdx.org/licenses/MIT.html',
          attribution: 'Piper voice “ljspeech”, trained on the LJ Speech dataset (public domain)',
          commercialUse: true,
        },
      },
      americanVoice('ljspeech', 'LJ Speech', 'female'),
    ),
  },
  {
    archive: archive(
      'vits-piper-en_US-kristin-medium',
      67_259_230,
      'c2206f572df2956c50b1ae3367eebce3853c663e890cba8048cd62b1e4dbe6c7',
      81_529_545,
    ),
    pack: piperPack(
      'en_US-kristin-medium',
      {
        id: 'piper-kristin',
        name: 'Piper Kristin',
        source: modelCardUrl('en/en_US/kristin/medium'),
        rights: {
          licence: 'Public domain',
          licenceAddress: 'https://librivox.org/pages/public-domain/',
          attribution: 'Piper voice “kristin”, trained on LibriVox recordings (public domain)',
          commercialUse: true,
        },
      },
      americanVoice('kristin', 'Kristin', 'female'),
    ),
  },
  {
    archive: archive(
      'vits-piper-en_US-norman-medium',
      67_203_672,
      '1f32065d480abe9abc7c7f91442125d0b34c1cc065d1e600466cac408eabf3b8',
      81_529_594,
    ),
    pack: piperPack(
      'en_US-norman-medium',
      {
        id: 'piper-norman',
        name: 'Piper Norman',
        source: modelCardUrl('en/en_US/norman/medium'),
        rights: {
          licence: 'Public domain',
          licenceAddress: 'https://librivox.org/pages/public-domain/',
          attribution: 'Piper voice “norman”, trained on LibriVox recordings (public domain)',
          commercialUse: true,
        },
      },
      americanVoice('norman', 'Norman', 'male'),
    ),
  },
  {
    archive: archive(
      'vits-piper-en_US-lessac-medium',
      67_230_653,
      '9e3febfacf0abf4270172d2958bcec246032b7e88efc2720840cc80c93de334e',
      81_147_006,
    ),
    pack: piperPack(
      'en_US-lessac-medium',
      {
        id: 'piper-lessac',
        name: 'Piper Lessac',
        source: modelCardUrl('en/en_US/lessac/medium'),
        rights: {
          licence: 'Blizzard Challenge 2013 (Lessac)',
          licenceAddress: 'https://www.cstr.ed.ac.uk/projects/blizzard/2013/lessac_blizzard2013/license.html',
          attribution: 'Piper voice “lessac”, trained on the Lessac data of the Blizzard Challenge 2013',
          commercialUse: false,
          forbiddenUses: ['Anything other than research.'],
        },
      },
      americanVoice('lessac', 'Lessac', 'female'),
    ),
  },
  {
    archive: archive(
      'vits-piper-de_DE-thorsten-medium',
      67_214_254,
      '50487d9c95fdf2191f31d2588569381063ba1591dcd4c7d4bdd30f12b2191714',
    ),
    pack: piperPack(
      'de_DE-thorsten-medium',
      {
        id: 'piper-thorsten',
        name: 'Piper Thorsten',
        source: modelCardUrl('de/de_DE/thorsten/medium'),
        rights: {
          licence: 'CC0-1.0',
          licenceAddress: 'https://creativecommons.org/publicdomain/zero/1.0/',
          attribution: 'Piper voice “thorsten”, trained on Thorsten-Voice (CC0)',
          commercialUse: true,
        },
      },
      {
        id: 'thorsten',
        name: 'Thorsten',
        language: 'german',
        languageCode: 'de-DE',
        gender: 'male',
        sampleText: GERMAN_SAMPLE,
      },
    ),
  },
];

const kittenVoice = (number: number, gender: 'female' | 'male', speaker: number): CatalogueVoice => {
  const letter = gender === 'female' ? 'F' : 'M';
  return americanVoice(`expr-${number}-${letter.toLowerCase()}`, `Kitten ${number} ${letter}`, gender, speaker);
};

const KITTEN_PACK: CatalogueEntry = {
  archive: archive(
    'kitten-nano-en-v0_2-fp16',
    26_586_708,
    '0345a8a2f4a710cb8f7912c9a731ded8b3e1e69b33a871efa95c2e64651518fe',
    41_817_958,
  ),
  pack: {
    format: 1,
    id: 'kitten-nano',
    name: 'Kitten Nano',
    source: 'https://huggingface.co/KittenML/kitten-tts-nano-0.2',
    rights: {
      licence: 'Apache-2.0',
      licenceAddress: APACHE_LICENCE_URL,
      attribution: 'Kitten TTS Nano 0.2 by KittenML',
      commercialUse: true,
    },
    engine: {
      kind: 'kitten',
      model: 'model.fp16.onnx',
      voices: 'voices.bin',
      tokens: 'tokens.txt',
      dataDir: 'espeak-ng-data',
    },
    sampleRate: 24_000,
    voices: [2, 3, 4, 5].flatMap((number, at) => [
      kittenVoice(number, 'male', 2 * at),
      kittenVoice(number, 'female', 2 * at + 1),
    ]),
  },
};

/** Ordered like the model's speakers. */
const KOKORO_VOICES: CatalogueVoice[] = [
  americanVoice('af', 'Kokoro', 'female', 0),
  americanVoice('af-bella', 'Bella', 'female', 1),
  americanVoice('af-nicole', 'Nicole', 'female', 2),
  americanVoice('af-sarah', 'Sarah', 'female', 3),
  americanVoice('af-sky', 'Sky', 'female', 4),
  americanVoice('am-adam', 'Adam', 'male', 5),
  americanVoice('am-michael', 'Michael', 'male', 6),
  britishVoice('bf-emma', 'Emma', 'female', 7),
  britishVoice('bf-isabella', 'Isabella', 'female', 8),
  britishVoice('bm-george', 'George', 'male', 9),
  britishVoice('bm-lewis', 'Lewis', 'male', 10),
];

const kokoroPack = (id: string, name: string, model: string): CatalogueEntry['pack'] => ({
  format: 1,
  id,
  name,
  source: 'https://huggingface.co/hexgrad/Kokoro-82M',
  rights: {
    licence: 'Apache-2.0',
    licenceAddress: APACHE_LICENCE_URL,
    attribution: 'Kokoro-82M by hexgrad',
    commercialUse: true,
  },
  engine: { kind: 'kokoro', model, voices: 'voices.bin', tokens: 'tokens.txt', dataDir: 'espeak-ng-data' },
  sampleRate: 24_000,
  voices: KOKORO_VOICES,
});

const KOKORO_PACKS: readonly CatalogueEntry[] = [
  {
    archive: archive(
      'kokoro-int8-en-v0_19',
      103_248_205,
      'c9f0dd393615805b0bab050c340834d5e684e732aec91c0e860cd30e982c08bd',
    ),
    pack: kokoroPack('kokoro-small', 'Kokoro (small)', 'model.int8.onnx'),
  },
  {
    archive: archive(
      'kokoro-en-v0_19',
      319_625_534,
      '912804855a04745fa77a30be545b3f9a5d15c4d66db00b88cbcd4921df605ac7',
    ),
    pack: kokoroPack('kokoro', 'Kokoro', 'model.onnx'),
  },
];

export const SHIPPED_PACKS: PackCatalogueInput = {
  format: 1,
  packs: [...PIPER_PACKS, KITTEN_PACK, ...KOKORO_PACKS, ...SHIPPED_RECOGNISERS],
};
