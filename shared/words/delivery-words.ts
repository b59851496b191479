import type { CoverFault } from '../model/book.ts';
import type { DeliveryEncoding, LoudnessGoal } from '../model/export/delivery.ts';
import type { ExportTarget, ExportTargetId, TargetProblem } from '../model/export/export-target.ts';
import type { Readiness } from '../rules/export/target-readiness.ts';
import type { delivery } from './en/delivery.ts';
import type { Words } from './words.ts';

export type DeliveryWords = Words<typeof delivery>;

export const missingDetailsText = (
  tDelivery: DeliveryWords,
  target: ExportTarget,
  { missing, cover }: Readiness,
): readonly string[] => [
  ...missing.map((field) => tDelivery(`field.${field}`)),
  ...cover.map((fault) => coverFaultText(tDelivery, target, fault)),
];

export const targetName = (tDelivery: DeliveryWords, { id, own }: Pick<ExportTarget, 'id' | 'own'>): string =>
  own?.name ?? tDelivery(`target.${id}`);

export function coverFaultText(
  tDelivery: DeliveryWords,
  { cover }: Pick<ExportTarget, 'cover'>,
  fault: CoverFault,
): string {
  switch (fault) {
    case 'too-small':
      return tDelivery('cover.too-small', { pixels: cover?.fewestPixels ?? 0 });
    case 'too-large':
      return tDelivery('cover.too-large', { pixels: cover?.mostPixels ?? 0 });
    default:
      return tDelivery(`cover.${fault}`);
  }
}

export function targetProblemText(tDelivery: DeliveryWords, target: ExportTargetId, problem: TargetProblem): string {
  switch (problem.kind) {
    case 'needs':
      return tDelivery('problem.needs', {
        target: tDelivery(`target.${target}`),
        field: tDelivery(`field.${problem.field}`),
      });
    case 'unknown':
      return tDelivery('problem.unknown');
    case 'only-aac':
    case 'only-mp3-or-aac':
    case 'banned':
      return tDelivery(`problem.${problem.kind}`);
    case 'mp3-bitrate':
      return tDelivery('problem.mp3-bitrate', { bitrate: problem.bitrate });
    case 'low-rate-bitrate':
      return tDelivery('problem.low-rate-bitrate', { sampleRate: problem.sampleRate, most: problem.most });
  }
}

export function encodingText(tDelivery: DeliveryWords, encoding: DeliveryEncoding): string {
  const codec = encoding.codec.toUpperCase();
  if ('bits' in encoding) return tDelivery('packed.lossless', { codec, bits: encoding.bits });
  const { bitrate } = encoding;
  if (encoding.codec !== 'mp3') return tDelivery('packed.lossy', { codec, bitrate });
  return tDelivery('packed.mp3', { codec, bitrate, mode: encoding.mode.toUpperCase() });
}

export const loudnessText = (tDelivery: DeliveryWords, goal: LoudnessGoal): string =>
  goal.measure === 'integrated'
    ? tDelivery('value.integratedLufs', { value: goal.lufs })
    : tDelivery('value.rmsDbfs', { value: goal.dbfs });

const OWN_TARGETS = ['lines', 'chapters', 'm4b', 'retail-sample'] as const satisfies readonly ExportTargetId[];
type StoreTargetId = Exclude<ExportTargetId, (typeof OWN_TARGETS)[number]>;

const isStore = (id: ExportTargetId): id is StoreTargetId => !OWN_TARGETS.some((own) => own === id);

/** Returns null for targets that aren't stores. */
export const narrationPolicyText = (tDelivery: DeliveryWords, { id }: Pick<ExportTarget, 'id'>): string | null =>
  isStore(id) ? tDelivery(`synthetic.${id}`) : null;

/** Returns null for Lectern's own targets. */
export function sourceText(tDelivery: DeliveryWords, { source }: Pick<ExportTarget, 'source'>): string | null {
  return source && tDelivery(`source.${source.standing}`, { date: source.checkedOn });
}
