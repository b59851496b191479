// Simulated histories of voices.
import { seededNumbers } from '../../../../packages/audio/testing/tones.ts';
import type { HeardTake } from '../voice-drift.ts';

export interface SimulatedVoice {
  readonly days: number;
  readonly takesPerDay: () => number;
  readonly spread: { readonly pace: number; readonly pitch: number; readonly level: number };
  /** A change that affects all takes since a certain day. */
  readonly changed?: {
    readonly from: number;
    readonly pace?: number;
    readonly pitch?: number;
    readonly level?: number;
    readonly timbre?: number;
  };
}

export const TYPICAL = { pace: 0.06, pitch: 0.4, level: 0.8 };

/** Returns takes of a voice, including outliers, on days that differ slightly. */
export function voiceHistory(seed: number, { days, takesPerDay, spread, changed }: SimulatedVoice): HeardTake[] {
  const random = seededNumbers(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const noise = () => normal() * (random() < 0.05 ? 4 : 1);
  const timbre = Array.from({ length: 12 }, () => 5 * normal());
  const takes: HeardTake[] = [];
  for (let day = 0; day < days; day += 1) {
    const today = 0.15 * normal();
    const shift = changed && day >= changed.from ? changed : undefined;
    for (let count = takesPerDay(); count > 0; count -= 1) {
      const length = 1.5 * normal();
      takes.push({
        lineId: takes.length,
        createdAt: takes.length,
        day: `2026-01-${String(day + 1).padStart(2, '0')}`,
        chapter: Math.floor(takes.length / 30),
        pace: -2.7 + spread.pace * (noise() + today) + Math.log(1 + (shift?.pace ?? 0)),
        pitch: 85 + spread.pitch * (noise() + today) + (shift?.pitch ?? 0),
        level: -20 + spread.level * (noise() + today) + (shift?.level ?? 0),
        timbre: timbre.map(
          (value, index) => value + 1.5 * normal() + length + (index % 2 ? 1 : -1) * (shift?.timbre ?? 0),
        ),
      });
    }
  }
  return takes;
}
