// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { useView } from '../ui/view-store.ts';
import { CommandPalette } from './command-palette.tsx';

describe('settings in the palette', () => {
  let palette: Rendered;
  afterEach(() => palette.remove());

  const open = async () => {
    palette = await render(null, { 'project.current': () => null, 'library.recent': () => [] });
    await palette.show(<CommandPalette />);
    await palette.act(() => useView.getState().setPalette(true));
  };
  const type = (text: string) => palette.fill('combobox', 'Command', text);
  const found = () => palette.all('option').map(({ textContent }) => textContent);

  it.each([
    ['heading', 'SettingHeadingsProject'],
    ['HEADINGS', 'SettingHeadingsProject'],
    ['whisper', 'SettingDirections for voicesProject'],
    ['dark mode', 'SettingThemeAppearance'],
    ['font size', 'SettingScript textAppearance'],
    ['api key', 'SettingServices'],
    ['headphones', 'SettingDeviceSound'],
    ['429', null],
  ])('are found by %j', async (query, entry) => {
    await open();
    await type(query);
    if (entry === null) expect(document.body.textContent).toContain('No results for “429”');
    else expect(found()).toContain(entry);
  });

  it('open at their row with Enter', async () => {
    await open();
    await type('heading');
    await palette.press('Enter');
    expect(useView.getState()).toMatchObject({
      paletteOpen: false,
      screen: 'settings',
      settingsPart: 'project',
      wantedSetting: 'headings',
    });
  });
});
