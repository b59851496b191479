import { z } from 'zod';
import { deliveryEncodingSchema, masteringGoalSchema } from './delivery.ts';
import { exportTargetIdSchema } from './export-target.ts';

export const MAX_TARGET_NAME_LENGTH = 60;
export const MAX_OWN_TARGETS = 50;

/** In kbit/s, for 32 kHz and above (MPEG-1 Layer III). For lower sample rates (MPEG-2), the maximum is 160. */
export const MP3_BITRATES = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320] as const;
const LOW_SAMPLE_RATE = { below: 32_000, most: 160 } as const;

export const ownTargetSchema = z
  .object({
    id: z.string().min(1).max(64),
    name: z.string().trim().min(1).max(MAX_TARGET_NAME_LENGTH),
    base: exportTargetIdSchema.exclude(['lines']),
    files: z.enum(['chapters', 'whole', 'sample']),
    encoding: deliveryEncodingSchema,
    goal: masteringGoalSchema,
  })
  .superRefine(({ base, files, encoding, goal }, context) => {
    const refuse = (path: string, message: OwnTargetProblem) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (base === 'm4b' && encoding.codec !== 'aac') refuse('encoding', 'only-aac');
    if (base === 'm4b' && files !== 'whole') refuse('files', 'one-file');
    if (encoding.codec !== 'mp3') return;
    if (!MP3_BITRATES.some((rate) => rate === encoding.bitrate)) refuse('encoding', 'mp3-bitrate');
    else if (goal.sampleRate < LOW_SAMPLE_RATE.below && encoding.bitrate > LOW_SAMPLE_RATE.most)
      refuse('encoding', 'low-rate');
  });
export type OwnTarget = z.infer<typeof ownTargetSchema>;

export const OWN_TARGET_PROBLEMS = ['only-aac', 'one-file', 'mp3-bitrate', 'low-rate'] as const;
type OwnTargetProblem = (typeof OWN_TARGET_PROBLEMS)[number];

/** Names are compared without regard to case, as on the command line. */
export const isTargetNameTaken = (name: string, others: readonly { readonly name: string }[]): boolean =>
  [...others.map((other) => other.name), ...exportTargetIdSchema.options].some(
    (taken) => nameKey(taken) === nameKey(name),
  );

const nameKey = (name: string): string => name.trim().toLocaleLowerCase('und');

export const findOwnTarget = (targets: readonly OwnTarget[], name: string): OwnTarget | undefined =>
  targets.find((target) => nameKey(target.name) === nameKey(name));

export const ownTargetsSchema = z
  .array(ownTargetSchema)
  .max(MAX_OWN_TARGETS)
  .refine((targets) =>
    targets.every(({ id, name }, at) => {
      const others = targets.toSpliced(at, 1);
      return !isTargetNameTaken(name, others) && !others.some((other) => other.id === id);
    }),
  );
