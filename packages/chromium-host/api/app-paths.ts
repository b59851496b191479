import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { unsupported } from '../strict.ts';

/** The folders returned by `app.getPath`. */
export class AppPaths {
  readonly #set = new Map<string, string>();
  readonly #name: () => string;
  readonly #userDataSwitch: () => string | undefined;

  constructor(name: () => string, userDataSwitch: () => string | undefined) {
    this.#name = name;
    this.#userDataSwitch = userDataSwitch;
  }

  get(name: string): string {
    const set = this.#set.get(name);
    if (set) return set;
    const configuration = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');
    switch (name) {
      case 'home':
        return homedir();
      case 'temp':
        return tmpdir();
      case 'appData':
        return configuration;
      case 'userData':
        return this.#userDataSwitch() || join(configuration, this.#name());
      case 'logs':
        return join(this.get('userData'), 'logs');
      case 'documents':
        return join(homedir(), 'Documents');
      default:
        throw unsupported(`app.getPath('${name}')`);
    }
  }

  set(name: string, path: string): void {
    if (!isAbsolute(path)) throw new Error('Path must be absolute');
    this.#set.set(name, path);
  }
}
