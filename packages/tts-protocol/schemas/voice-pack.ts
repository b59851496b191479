import { z } from 'zod';
import { languageSchema, printableText, slugSchema } from './vocabulary.ts';

export const PACK_FILE = 'pack.json';

/**
 * `malformed`: `pack.json` is invalid. `wrong-size`, `wrong-hash`: a file's size or hash differs from the one listed in
 * `pack.json`.
 */
export const packProblemSchema = z.enum([
  'no-pack',
  'malformed',
  'no-licence',
  'missing',
  'wrong-size',
  'wrong-hash',
  'unlisted',
]);
export type PackProblem = z.infer<typeof packProblemSchema>;

/** For comparison, a good model is about 350 MB, and eSpeak NG's data has about 400 files. */
export const PACK_LIMITS = {
  describedBytes: 1024 * 1024,
  files: 2000,
  bytes: 4 * 1024 ** 3,
  path: 200,
  voices: 1000,
} as const;

/** Windows device names, which are reserved with any extension. */
const WINDOWS_DEVICE_NAME = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(\.|$)/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: names must not contain control characters
const FORBIDDEN_CHARACTERS = /[\u0000-\u001f\u007f<>:"|?*\\]/;

/** Returns whether a relative path is valid on all systems and stays within the pack's folder. */
export function isPackPath(relativePath: string): boolean {
  if (relativePath.length > PACK_LIMITS.path || FORBIDDEN_CHARACTERS.test(relativePath)) return false;
  return relativePath
    .split('/')
    .every(
      (name) => name !== '' && !/^\.{1,2}$/.test(name) && !/[. ]$|^ /.test(name) && !WINDOWS_DEVICE_NAME.test(name),
    );
}

export const packPathSchema = z.string().refine(isPackPath, 'must be a path within the pack, like "data/model.onnx"');
const path = packPathSchema;

export const webUrlSchema = z.url({ protocol: /^https?$/ }).max(2000);

/** Duration factor, applied at every speed. */
const lengthScaleSchema = z.number().min(0.2).max(5).default(1);
const noiseSchema = z.number().min(0).max(2);

/** `dataDir` is a folder with eSpeak NG data. */
export const packEngineSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('vits'),
    model: path,
    tokens: path,
    lexicon: path.exactOptional(),
    dataDir: path.exactOptional(),
    noiseScale: noiseSchema.default(0.667),
    noiseScaleW: noiseSchema.default(0.8),
    lengthScale: lengthScaleSchema,
  }),
  z.strictObject({
    kind: z.literal('kokoro'),
    model: path,
    voices: path,
    tokens: path,
    dataDir: path,
    lexicons: z.array(path).max(10).default([]),
    lang: printableText(20).exactOptional(),
    lengthScale: lengthScaleSchema,
  }),
  z.strictObject({
    kind: z.literal('kitten'),
    model: path,
    voices: path,
    tokens: path,
    dataDir: path,
    lengthScale: lengthScaleSchema,
  }),
  z.strictObject({
    kind: z.literal('matcha'),
    acousticModel: path,
    vocoder: path,
    tokens: path,
    lexicon: path.exactOptional(),
    dataDir: path.exactOptional(),
    noiseScale: noiseSchema.default(0.667),
    lengthScale: lengthScaleSchema,
  }),
  z.strictObject({
    kind: z.literal('pocket'),
    lmFlow: path,
    lmMain: path,
    encoder: path,
    decoder: path,
    textConditioner: path,
    vocabJson: path,
    tokenScoresJson: path,
  }),
]);
export type PackEngine = z.infer<typeof packEngineSchema>;

/** A BCP 47 tag. */
export const languageTagSchema = z
  .string()
  .regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/, 'must be a language tag, like "en-GB"');

const traitSchema = printableText(60).exactOptional();

const packVoiceSchema = z.strictObject({
  id: slugSchema,
  name: printableText(100),
  speaker: z.int().min(0).max(100_000).default(0),
  /** The recording to imitate, for Pocket TTS models, which have no built-in voices. */
  reference: path.exactOptional(),
  language: languageSchema.exactOptional(),
  languageCode: languageTagSchema,
  gender: z.enum(['female', 'male', 'neutral']).default('neutral'),
  age: z.enum(['young', 'adult', 'older']).default('adult'),
  accent: traitSchema,
  style: traitSchema,
  texture: traitSchema,
  sampleText: printableText(500),
});
export type PackVoice = z.infer<typeof packVoiceSchema>;

export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hexadecimal digits');

const packFileSchema = z.strictObject({
  path,
  size: z.int().min(0).max(PACK_LIMITS.bytes),
  sha256: sha256Schema,
});
export type PackFile = z.infer<typeof packFileSchema>;

export const packFilesSchema = z.array(packFileSchema).min(1).max(PACK_LIMITS.files);

export const packRightsSchema = z.strictObject({
  /** Preferably the SPDX identifier: `CC-BY-4.0`. */
  licence: printableText(100),
  licenceAddress: webUrlSchema.exactOptional(),
  attribution: printableText(1000).exactOptional(),
  commercialUse: z.boolean(),
  forbiddenUses: z.array(printableText(500)).max(20).default([]),
});
export type PackRights = z.infer<typeof packRightsSchema>;

export const packDescriptionSchema = z.strictObject({
  format: z.literal(1),
  kind: z.literal('voices').exactOptional(),
  id: slugSchema,
  name: printableText(100),
  source: webUrlSchema.exactOptional(),
  rights: packRightsSchema,
  engine: packEngineSchema,
  /** In Hz. */
  sampleRate: z.int().min(8000).max(48_000),
  voices: z.array(packVoiceSchema).min(1).max(PACK_LIMITS.voices),
});

export type PackDescription = z.infer<typeof packDescriptionSchema>;

type Complain = (where: (string | number)[], message: string) => void;

export const complainTo =
  (context: z.RefinementCtx): Complain =>
  (where, message) =>
    context.addIssue({ code: 'custom', path: where, message });

/** Checks that a pack's files have different names and aren't too large. */
export function checkFileList(files: readonly PackFile[], complain: Complain): void {
  const known = new Set<string>();
  for (const [index, { path: one }] of files.entries()) {
    // Names must also be unique on case-insensitive file systems.
    if (known.has(one.toLowerCase())) complain(['files', index, 'path'], 'must not be listed twice');
    if (one.toLowerCase() === PACK_FILE) complain(['files', index, 'path'], `must not be ${PACK_FILE}`);
    known.add(one.toLowerCase());
  }
  if (files.reduce((sum, { size }) => sum + size, 0) > PACK_LIMITS.bytes) {
    complain(['files'], `must not exceed ${PACK_LIMITS.bytes} bytes in total`);
  }
}

/** Checks that the files that a model's fields name are listed. */
export function checkReferences(
  references: Readonly<Record<string, readonly string[]>>,
  listed: ReadonlySet<string>,
  complain: Complain,
): void {
  for (const [field, used] of Object.entries(references)) {
    for (const one of used) if (!listed.has(one)) complain(['engine', field], 'must be one of the files');
  }
}

export const voicePackSchema = packDescriptionSchema
  .extend({ files: packFilesSchema })
  .superRefine(({ files, voices, engine }, context) => {
    const complain = complainTo(context);
    checkFileList(files, complain);
    if (new Set(voices.map(({ id }) => id)).size < voices.length) complain(['voices'], 'must have unique IDs');
    const listed = new Set(files.map((file) => file.path));
    checkReferences(referencedFiles(engine), listed, complain);
    for (const [index, { reference }] of voices.entries()) {
      const isRight =
        engine.kind === 'pocket' ? reference !== undefined && listed.has(reference) : reference === undefined;
      const message =
        engine.kind === 'pocket' ? 'must be one of the files' : `is not supported for the kind ${engine.kind}`;
      if (!isRight) complain(['voices', index, 'reference'], message);
    }
    if ('dataDir' in engine && engine.dataDir !== undefined && !listed.has(`${engine.dataDir}/phontab`)) {
      complain(['engine', 'dataDir'], 'must be a folder in the files that contains phontab');
    }
  });
export type VoicePack = z.infer<typeof voicePackSchema>;

function referencedFiles(engine: PackEngine): Record<string, readonly string[]> {
  const optional = (one: string | undefined): string[] => (one === undefined ? [] : [one]);
  switch (engine.kind) {
    case 'vits':
      return { model: [engine.model], tokens: [engine.tokens], lexicon: optional(engine.lexicon) };
    case 'kokoro':
      return { model: [engine.model], voices: [engine.voices], tokens: [engine.tokens], lexicons: engine.lexicons };
    case 'kitten':
      return { model: [engine.model], voices: [engine.voices], tokens: [engine.tokens] };
    case 'matcha':
      return {
        acousticModel: [engine.acousticModel],
        vocoder: [engine.vocoder],
        tokens: [engine.tokens],
        lexicon: optional(engine.lexicon),
      };
    case 'pocket': {
      const { kind: _kind, ...files } = engine;
      return Object.fromEntries(Object.entries(files).map(([field, file]) => [field, [file]]));
    }
  }
}

export const totalPackBytes = ({ files }: { readonly files: readonly PackFile[] }): number =>
  files.reduce((sum, { size }) => sum + size, 0);
