// A producer's own target: a copy of one of Lectern's with a name and figures of its own. A project keeps it.
import { z } from 'zod';
import { deliveryEncodingSchema, masteringGoalSchema } from './delivery.ts';
import { deliveryTargetIdSchema } from './delivery-target.ts';

export const LONGEST_TARGET_NAME = 60;
export const MOST_OWN_TARGETS = 50;

/** kbit/s that MP3 has at the rates of CDs and films; below 32 kHz there are none above 160. */
export const MP3_BITRATES = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320] as const;
const LOW_RATE = { below: 32_000, most: 160 } as const;

export const ownTargetSchema = z
  .object({
    id: z.string().min(1).max(64),
    name: z.string().trim().min(1).max(LONGEST_TARGET_NAME),
    /** What it was copied from: its store's wishes for details, cover and names still hold. */
    base: deliveryTargetIdSchema.exclude(['lines']),
    /** One file a chapter, all in one file, or the beginning alone. */
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
    else if (goal.sampleRate < LOW_RATE.below && encoding.bitrate > LOW_RATE.most) refuse('encoding', 'low-rate');
  });
export type OwnTarget = z.infer<typeof ownTargetSchema>;

/** What is wrong with own figures beyond their bounds. */
export const OWN_TARGET_PROBLEMS = ['only-aac', 'one-file', 'mp3-bitrate', 'low-rate'] as const;
type OwnTargetProblem = (typeof OWN_TARGET_PROBLEMS)[number];

/** Whether a name can't be told from another's, as the command line takes it: own ones and those of Lectern itself. */
export const isTargetNameTaken = (name: string, others: readonly { readonly name: string }[]): boolean =>
  [...others.map((other) => other.name), ...deliveryTargetIdSchema.options].some(
    (taken) => keyOf(taken) === keyOf(name),
  );

const keyOf = (name: string): string => name.trim().toLocaleLowerCase('und');

/** The one of a name, in capitals or not; undefined: there is none. */
export const ownTargetNamed = (targets: readonly OwnTarget[], name: string): OwnTarget | undefined =>
  targets.find((target) => keyOf(target.name) === keyOf(name));

/** As a project's settings hold them: each under a name that only it has. */
export const ownTargetsSchema = z
  .array(ownTargetSchema)
  .max(MOST_OWN_TARGETS)
  .refine((targets) =>
    targets.every(({ id, name }, at) => {
      const others = targets.toSpliced(at, 1);
      return !isTargetNameTaken(name, others) && !others.some((other) => other.id === id);
    }),
  );
