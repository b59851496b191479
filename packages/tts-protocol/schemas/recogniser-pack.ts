// Packs with a speech recogniser, which checks takes against the script.
import { z } from 'zod';
import { printableText, slugSchema } from './vocabulary.ts';
import {
  checkFileList,
  checkReferences,
  complainTo,
  languageTagSchema,
  packFilesSchema,
  packRightsSchema,
  packPathSchema as path,
  webUrlSchema,
} from './voice-pack.ts';

const transducerFiles = { encoder: path, decoder: path, joiner: path, tokens: path };
const singleModelFiles = { model: path, tokens: path };

/** Kinds of speech recognition models that sherpa-onnx supports, with their files. */
export const recogniserModelSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('transducer'),
    ...transducerFiles,
    /** The tokens that words are split into, as in `bpe.vocab`. Without it, the recogniser ignores hints. */
    bpeVocab: path.exactOptional(),
    modelingUnit: z.enum(['bpe', 'cjkchar', 'cjkchar+bpe']).exactOptional(),
  }),
  z.strictObject({ kind: z.literal('nemo-transducer'), ...transducerFiles }),
  z.strictObject({ kind: z.literal('nemo-ctc'), ...singleModelFiles }),
  z.strictObject({ kind: z.literal('zipformer-ctc'), ...singleModelFiles }),
  z.strictObject({ kind: z.literal('paraformer'), ...singleModelFiles }),
  z.strictObject({ kind: z.literal('sense-voice'), ...singleModelFiles }),
  z.strictObject({ kind: z.literal('whisper'), encoder: path, decoder: path, tokens: path }),
]);
export type RecogniserModel = z.infer<typeof recogniserModelSchema>;

export const recogniserDescriptionSchema = z.strictObject({
  format: z.literal(1),
  kind: z.literal('recogniser'),
  id: slugSchema,
  name: printableText(100),
  source: webUrlSchema.exactOptional(),
  rights: packRightsSchema,
  engine: recogniserModelSchema,
  /** In Hz. */
  sampleRate: z.int().min(8000).max(48_000),
  /** The languages that the model recognises. */
  languages: z.array(languageTagSchema).min(1).max(200),
});

export type RecogniserDescription = z.infer<typeof recogniserDescriptionSchema>;

export const recogniserPackSchema = recogniserDescriptionSchema
  .extend({ files: packFilesSchema })
  .superRefine(({ files, engine }, context) => {
    const complain = complainTo(context);
    checkFileList(files, complain);
    const { kind: _kind, ...fields } = engine;
    const { modelingUnit: _unit, ...paths } = { modelingUnit: undefined, ...fields };
    const references = Object.entries(paths).map(([field, file]): [string, string[]] => [field, [file]]);
    checkReferences(Object.fromEntries(references), new Set(files.map((file) => file.path)), complain);
  });
export type RecogniserPack = z.infer<typeof recogniserPackSchema>;
