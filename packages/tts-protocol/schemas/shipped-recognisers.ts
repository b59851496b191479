// Sizes and hashes match those pinned by several other projects. The archives haven't been downloaded to verify them, and
// none of these models have been tested. Licences: docs/recognisers.md.

import type { PackCatalogueInput } from './known-pack.ts';
import { LANGUAGE_TAGS } from './language-tags.ts';

const RELEASE_URL = 'https://github.com/k2-fsa/sherpa-onnx/releases/download/asr-models';

const archive = (folder: string, bytes: number, sha256: string) => ({
  address: `${RELEASE_URL}/${folder}.tar.bz2`,
  bytes,
  sha256,
  form: 'tar.bz2' as const,
  folder,
});

const WHISPER = {
  source: 'https://github.com/openai/whisper',
  rights: {
    licence: 'MIT',
    licenceAddress: 'https://spdx.org/licenses/MIT.html',
    attribution: 'Whisper by OpenAI',
    commercialUse: true,
  },
};

/** The languages supported by Lectern that Whisper recognises. */
const { xhosa: _xhosa, ...WHISPER_LANGUAGES } = LANGUAGE_TAGS;

const whisperModel = (size: string) => ({
  kind: 'whisper' as const,
  encoder: `${size}-encoder.int8.onnx`,
  decoder: `${size}-decoder.int8.onnx`,
  tokens: `${size}-tokens.txt`,
});

export const SHIPPED_RECOGNISERS: PackCatalogueInput['packs'] = [
  {
    archive: archive(
      'sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8',
      487_170_055,
      '5793d0fd397c5778d2cf2126994d58e9d56b1be7c04d13c7a15bb1b4eafb16bf',
    ),
    pack: {
      format: 1,
      kind: 'recogniser',
      id: 'parakeet',
      name: 'Parakeet TDT 0.6B v3',
      source: 'https://huggingface.co/nvidia/parakeet-tdt-0.6b-v3',
      rights: {
        licence: 'CC-BY-4.0',
        licenceAddress: 'https://creativecommons.org/licenses/by/4.0/',
        attribution: 'Parakeet TDT 0.6B v3 by NVIDIA',
        commercialUse: true,
      },
      engine: {
        kind: 'nemo-transducer',
        encoder: 'encoder.int8.onnx',
        decoder: 'decoder.int8.onnx',
        joiner: 'joiner.int8.onnx',
        tokens: 'tokens.txt',
      },
      sampleRate: 16_000,
      languages: [
        ...['bg', 'hr', 'cs', 'da', 'nl', 'en', 'et', 'fi', 'fr', 'de', 'el', 'hu', 'it', 'lv', 'lt', 'mt', 'pl', 'pt'],
        ...['ro', 'ru', 'sk', 'sl', 'es', 'sv', 'uk'],
      ],
    },
  },
  {
    archive: archive(
      'sherpa-onnx-whisper-small',
      639_387_718,
      '486a46afbb7ba798507190ffe02fea2dd726049af212e774537efac6afb210a6',
    ),
    pack: {
      format: 1,
      kind: 'recogniser',
      id: 'whisper-small',
      name: 'Whisper small',
      ...WHISPER,
      engine: whisperModel('small'),
      sampleRate: 16_000,
      languages: Object.values(WHISPER_LANGUAGES),
    },
  },
  {
    archive: archive(
      'sherpa-onnx-whisper-base.en',
      208_576_005,
      '475bc7052ce299c007f6d5d5407ba8601f819a2867f6eecee510ed17df581542',
    ),
    pack: {
      format: 1,
      kind: 'recogniser',
      id: 'whisper-base-en',
      name: 'Whisper base (English)',
      ...WHISPER,
      engine: whisperModel('base.en'),
      sampleRate: 16_000,
      languages: ['en'],
    },
  },
];
