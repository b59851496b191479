import { afterEach, describe, expect, it, vi } from 'vitest';
import { chooseWindowHost, describeHost, NoWindowError } from './window-host.ts';

describe('where the window is shown', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('is Chromium where that is asked for, in the host that stands for Electron', () => {
    vi.stubEnv('LECTERN_WINDOW', 'chromium-host');
    vi.stubEnv('CHROMIUM_PATH', process.execPath);
    const place = chooseWindowHost();
    expect(place).toMatchObject({ kind: 'chromium-host', chromiumPath: process.execPath });
    expect(place.executablePath.endsWith('packages/chromium-host/electron')).toBe(true);
    expect(describeHost(place)).toBe(`Electron's binary can't be had here; using Chromium (${process.execPath})`);
  });

  it('is nowhere without either, and says what to install', () => {
    vi.stubEnv('LECTERN_WINDOW', 'chromium-host');
    vi.stubEnv('CHROMIUM_PATH', '/no/such/chromium');
    expect(chooseWindowHost).toThrow(NoWindowError);
    expect(chooseWindowHost).toThrow('install Chromium');
  });
});
