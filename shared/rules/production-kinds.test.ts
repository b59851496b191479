import { describe, expect, it } from 'vitest';
import { PAUSE_PRESETS } from '../model/pauses.ts';
import { DEFAULT_PROJECT_SETTINGS, NEW_PROJECT_SETTINGS, projectSettingsSchema } from '../model/settings.ts';
import { changeKind, kindDefaults } from './production-kinds.ts';

describe('a project’s kind', () => {
  it('is an audiobook in projects from before kinds were stored', () => {
    const { productionKind, ...settings } = projectSettingsSchema.parse({ version: 1, speakHeadings: false });
    expect(productionKind).toBe('audiobook');
    expect(settings.speakHeadings).toBe(false);
  });

  it('changes settings with default values, and lists those it keeps', () => {
    const settings = { ...DEFAULT_PROJECT_SETTINGS, pauses: { ...PAUSE_PRESETS.audiobook, chapter: 4 } };
    const { patch, changed, kept } = changeKind(settings, 'podcast');
    expect(patch).toEqual({ productionKind: 'podcast', speakHeadings: false, targets: ['podcast'] });
    expect(changed).toEqual(['speakHeadings', 'targets']);
    expect(kept).toEqual(['pauses']);
  });

  it('changes back to the same settings, whatever the order of their keys', () => {
    const podcast = { ...NEW_PROJECT_SETTINGS, ...kindDefaults('podcast'), productionKind: 'podcast' as const };
    const pauses = Object.fromEntries(Object.entries(podcast.pauses).toReversed()) as typeof podcast.pauses;
    const { patch, kept } = changeKind({ ...podcast, pauses }, 'audiobook');
    expect({ ...podcast, ...patch }).toEqual(NEW_PROJECT_SETTINGS);
    expect(kept).toEqual([]);
  });

  it('doesn’t change settings that already match the new kind', () => {
    const settings = { ...DEFAULT_PROJECT_SETTINGS, speakHeadings: false };
    expect(changeKind(settings, 'drama')).toMatchObject({ changed: ['pauses'], kept: [] });
  });
});
