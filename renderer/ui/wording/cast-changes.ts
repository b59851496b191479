import type { CastChange } from '../../../shared/model/cast.ts';
import { listed, words } from '../../locales/words.ts';

const t = words('cast');

/** More names than this wouldn't be read. */
const MAX_NAMES = 6;

/** Describes roles that Lectern has cast: one sentence for new roles, and one for each changed role. */
export function castChangeTexts(changes: readonly CastChange[]): string[] {
  const names = changes
    .filter(({ from }) => from === null)
    .map(({ role, to }) => t('notice.castAs', { role, voice: to }));
  const more = names.length - MAX_NAMES;
  const roles = listed(names.slice(0, MAX_NAMES));
  const newly = more > 0 ? t('notice.newlyCastMany', { roles, more }) : t('notice.newlyCast', { roles });
  return [
    ...(names.length > 0 ? [newly] : []),
    ...changes.flatMap(({ role, from, to }) => (from === null ? [] : [t('notice.recast', { role, from, to })])),
  ];
}
