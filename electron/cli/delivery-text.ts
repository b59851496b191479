// Targets and their figures as text, in the words of the catalogue.
import type { BookDetails, CoverFigures } from '../../shared/model/book.ts';
import type { DeliveryEncoding, LoudnessGoal } from '../../shared/model/delivery.ts';
import type { DeliveryTarget, DeliveryTargetId } from '../../shared/model/delivery-target.ts';
import { type CoverFault, readinessFor, syntheticNotices } from '../../shared/rules/delivery-readiness.ts';
import { TARGETS } from '../../shared/rules/delivery-targets.ts';
import type { CommandOutput } from './output.ts';
import { tDelivery } from './words.ts';

/** What a book still lacks for a target, each thing as text; empty where it lacks nothing. */
export function lackingFor(
  target: DeliveryTarget,
  details: BookDetails,
  cover: CoverFigures | null,
): readonly string[] {
  const { missing, cover: faults } = readinessFor(target, details, cover);
  return [
    ...missing.map((field) => tDelivery(`field.${field}`)),
    ...faults.map((fault) => coverFaultText(target, fault)),
  ];
}

function coverFaultText({ cover }: DeliveryTarget, fault: CoverFault): string {
  switch (fault) {
    case 'too-small':
      return tDelivery('cover.too-small', { pixels: cover?.fewestPixels ?? 0 });
    case 'too-large':
      return tDelivery('cover.too-large', { pixels: cover?.mostPixels ?? 0 });
    default:
      return tDelivery(`cover.${fault}`);
  }
}

/** How files are packed: `MP3 192 kbit/s CBR`, `WAV 16 bit`. */
export function encodingText(encoding: DeliveryEncoding): string {
  const codec = encoding.codec.toUpperCase();
  if ('bits' in encoding) return tDelivery('packed.lossless', { codec, bits: encoding.bits });
  const { bitrate } = encoding;
  if (encoding.codec !== 'mp3') return tDelivery('packed.lossy', { codec, bitrate });
  return tDelivery('packed.mp3', { codec, bitrate, mode: encoding.mode.toUpperCase() });
}

/** How loud files are made: `-19.0 LUFS`, or an RMS level. */
export const loudnessText = (goal: LoudnessGoal): string =>
  goal.measure === 'integrated'
    ? tDelivery('value.integratedLufs', { value: goal.lufs })
    : tDelivery('value.rmsDbfs', { value: goal.dbfs });

const STORES = ['acx', 'google-play', 'apple-books', 'spotify', 'kobo', 'podcast'] as const;

/** What a store says of synthetic voices; null where there is no store. */
export function stanceText({ id }: Pick<DeliveryTarget, 'id'>): string | null {
  const store = STORES.find((known) => known === id);
  return store ? tDelivery(`synthetic.${store}`) : null;
}

/** Says of chosen targets what stores say of synthetic voices, before anything is spent. */
export function tellStances(targets: readonly DeliveryTargetId[], output: CommandOutput): void {
  for (const { target } of syntheticNotices(targets.map((id) => TARGETS[id]))) {
    const stance = stanceText({ id: target });
    if (stance !== null) output.note(stance);
  }
}

/** When and by whom figures were found, or null for Lectern's own. */
export function sourceText({ source }: DeliveryTarget): string | null {
  return source && tDelivery(`source.${source.standing}`, { date: source.checkedOn });
}
