import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

export function realPlace(path: string): string {
  const whole = resolve(path);
  try {
    return realpathSync.native(whole);
  } catch {
    const above = dirname(whole);
    return above === whole ? whole : join(realPlace(above), basename(whole));
  }
}
