import { PAUSE_PRESETS } from '../model/pauses.ts';
import type { ProductionKind } from '../model/production-kind.ts';
import { DEFAULT_PROJECT_SETTINGS, NEW_PROJECT_SETTINGS, type ProjectSettings } from '../model/settings.ts';

/** The settings that the kind of project determines. */
const KIND_SETTINGS = [
  'speakHeadings',
  'pauses',
  'targets',
  'credits',
] as const satisfies readonly (keyof ProjectSettings)[];
export type KindSetting = (typeof KIND_SETTINGS)[number];
type KindDefaults = Pick<ProjectSettings, KindSetting>;

const { speakHeadings, pauses, targets, credits } = NEW_PROJECT_SETTINGS;
const AUDIOBOOK: KindDefaults = { speakHeadings, pauses, targets, credits };

const DEFAULTS: Readonly<Record<ProductionKind, KindDefaults>> = {
  audiobook: AUDIOBOOK,
  podcast: { speakHeadings: false, pauses: PAUSE_PRESETS.podcast, targets: ['podcast'], credits: null },
  drama: { speakHeadings: false, pauses: PAUSE_PRESETS.drama, targets: [], credits: null },
  other: AUDIOBOOK,
};

/** Returns the settings of a new project of this kind that differ between kinds. */
export const kindDefaults = (kind: ProductionKind): KindDefaults => DEFAULTS[kind];

export interface KindChange {
  /** The settings to save together, with the new kind. */
  readonly patch: Partial<KindDefaults> & Pick<ProjectSettings, 'productionKind'>;
  /** Settings that the change updates. */
  readonly changed: readonly KindSetting[];
  /** Settings that differ from the old kind's defaults, because the producer has changed them, and so stay. */
  readonly kept: readonly KindSetting[];
}

/** Returns what changing a project's kind does to its settings. */
export function changeKind(
  settings: KindDefaults & Pick<ProjectSettings, 'productionKind'>,
  kind: ProductionKind,
): KindChange {
  const [before, after] = [kindDefaults(settings.productionKind), kindDefaults(kind)];
  const differs = (name: KindSetting, defaults: KindDefaults) => !isSame(settings[name], defaults[name]);
  const concerned = KIND_SETTINGS.filter((name) => differs(name, after));
  // Projects from before pauses followed punctuation have other default pauses.
  const isFormerDefault = (name: KindSetting) => name === 'pauses' && !differs(name, DEFAULT_PROJECT_SETTINGS);
  const kept = concerned.filter((name) => differs(name, before) && !isFormerDefault(name));
  const changed = concerned.filter((name) => !kept.includes(name));
  const patch = Object.fromEntries(changed.map((name) => [name, after[name]]));
  return { patch: { ...patch, productionKind: kind }, changed, kept };
}

/** The order of keys may differ, because the settings are stored as JSON. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b;
  const [one, other] = [Object.entries(a), new Map(Object.entries(b))];
  return one.length === other.size && one.every(([name, value]) => isSame(value, other.get(name)));
}
