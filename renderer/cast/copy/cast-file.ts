// The cast as the file that the command line reads (`--cast FILE`).
import type { CastRole } from '../../../shared/ipc/cast-requests.ts';

/** Roles that have neither a voice nor settings are left out. */
export function castFile(roles: readonly CastRole[]): string {
  const parts = roles.flatMap(({ name, voice, parameters, turnPrefix }) => {
    const part = {
      ...(voice === null ? {} : { voice }),
      ...parameters,
      ...(turnPrefix === null ? {} : { turn_prefix: turnPrefix }),
    };
    return Object.keys(part).length === 0 ? [] : [[name, part] as const];
  });
  return `${JSON.stringify(Object.fromEntries(parts), null, 2)}\n`;
}
