import type { RecogniserModel } from '@lectern/tts-protocol';
import type { ModelToLoad } from './recogniser-messages.ts';

/** How strongly hotwords are preferred; sherpa-onnx's default. */
const HOTWORDS_SCORE = 1.5;

/** Whether a model supports hotwords, which requires that sherpa-onnx can split them into tokens. */
export const takesHotwords = (model: RecogniserModel): boolean =>
  model.kind === 'transducer' && model.modelingUnit !== undefined;

/** @param language an ISO 639 code. Only some models need it */
export function sherpaConfig({ model, sampleRate, threads }: ModelToLoad, language: string) {
  return {
    featConfig: { sampleRate, featureDim: 80 },
    modelConfig: {
      ...modelFields(model, language),
      tokens: model.tokens,
      numThreads: threads,
      provider: 'cpu',
      debug: 0,
    },
    ...(takesHotwords(model)
      ? { decodingMethod: 'modified_beam_search', maxActivePaths: 4, hotwordsScore: HOTWORDS_SCORE }
      : { decodingMethod: 'greedy_search' }),
  };
}

function modelFields(model: RecogniserModel, language: string): Readonly<Record<string, unknown>> {
  switch (model.kind) {
    case 'transducer':
      return {
        transducer: { encoder: model.encoder, decoder: model.decoder, joiner: model.joiner },
        modelType: 'transducer',
        ...(model.modelingUnit === undefined ? {} : { modelingUnit: model.modelingUnit }),
        ...(model.bpeVocab === undefined ? {} : { bpeVocab: model.bpeVocab }),
      };
    case 'nemo-transducer':
      return {
        transducer: { encoder: model.encoder, decoder: model.decoder, joiner: model.joiner },
        modelType: 'nemo_transducer',
      };
    case 'nemo-ctc':
      return { nemoCtc: { model: model.model } };
    case 'zipformer-ctc':
      return { zipformerCtc: { model: model.model } };
    case 'paraformer':
      return { paraformer: { model: model.model } };
    case 'sense-voice':
      // The comparison handles number words, so they needn't be converted to digits.
      return { senseVoice: { model: model.model, language, useInverseTextNormalization: 0 } };
    case 'whisper':
      return {
        whisper: {
          encoder: model.encoder,
          decoder: model.decoder,
          // Whisper calls Filipino by the name of its main dialect.
          language: language === 'fil' ? 'tl' : language,
          task: 'transcribe',
          enableTokenTimestamps: true,
        },
      };
  }
}

/** Kinds of models whose configuration specifies the language. */
export const dependsOnLanguage = ({ kind }: RecogniserModel): boolean => kind === 'whisper' || kind === 'sense-voice';
