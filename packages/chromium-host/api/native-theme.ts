import type Electron from 'electron';
import { strictEmitter } from '../strict.ts';

/** The application's theme; 'system' means light, because there is no desktop. */
class NativeTheme extends strictEmitter('nativeTheme', ['updated']) {
  #source: Electron.NativeTheme['themeSource'] = 'system';

  get themeSource(): Electron.NativeTheme['themeSource'] {
    return this.#source;
  }

  set themeSource(source: Electron.NativeTheme['themeSource']) {
    this.#source = source;
    this.emit('updated');
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark';
  }
}

export const nativeTheme = new NativeTheme() satisfies Pick<
  Electron.NativeTheme,
  'themeSource' | 'shouldUseDarkColors'
>;
