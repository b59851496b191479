// Turn prefixes that stand inside what is spoken.
import type { LineWarning } from '../../../../shared/rules/line-request.ts';
import { type PrefixPlace, prefixPlaces } from '../../../../shared/rules/turn-prefix.ts';
import type { Database } from '../folder/database.ts';
import { type BriefFilter, lineBriefs } from '../lines/line-briefs.ts';
import { lineState } from '../lines/line-states.ts';
import type { RenderKeys } from '../lines/render-key.ts';
import { paragraphById } from './document-rows.ts';

/** A turn prefix of a dialog line inside the words of that line. */
export interface PrefixCollision {
  readonly lineId: number;
  readonly paragraphId: number;
  readonly prefix: string;
  /** Who speaks it. */
  readonly role: string;
  /** Where it is written in the paragraph; nowhere where a pronunciation rule makes it. */
  readonly places: readonly PrefixPlace[];
}

/** The collisions of dialog lines, in script order: only there are prefixes sent. */
export function prefixCollisions(db: Database, keys: RenderKeys, filter: BriefFilter): PrefixCollision[] {
  const dialogs = lineBriefs(db, filter).filter(({ roles }) => roles.length === 2);
  return dialogs.flatMap(({ id, paragraphId }) => {
    const line = lineState(db, id);
    const built = line && keys.requestOf(line.turns, line.override);
    const found = built?.ok ? built.warnings.filter(isInText) : [];
    const source = found.length > 0 ? (paragraphById(db, paragraphId)?.source ?? '') : '';
    return found.map(({ prefix, role }) => {
      const places = prefixPlaces(source, prefix, keys.sources().settings);
      return { lineId: id, paragraphId, prefix, role, places };
    });
  });
}

function isInText(warning: LineWarning): warning is Extract<LineWarning, { kind: 'prefix-in-text' }> {
  return warning.kind === 'prefix-in-text';
}
