import { expect, it } from 'vitest';
import { DEFAULT_PROJECT_SETTINGS, projectSettingsChangeSchema } from './settings.ts';

it('a change of one setting holds that one alone: the others stay as they are', () => {
  const { version: _, ...settings } = DEFAULT_PROJECT_SETTINGS;
  for (const [name, value] of Object.entries(settings)) {
    expect(projectSettingsChangeSchema.parse({ [name]: value })).toEqual({ [name]: value });
  }
  expect(projectSettingsChangeSchema.parse({})).toEqual({});
});
