import { priceOf, priceOfConnection } from '../../../../shared/model/spending.ts';
import type { ConnectionManager } from '../../app/connections/connection-manager.ts';
import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import type { Clock } from '../../ports.ts';
import type { Projects } from '../../session/projects.ts';
import { repeatable, type UndoLog } from '../../undo/undo-log.ts';
import { acceptDrift, canaryLines, restoreAccepted } from './voice-history.ts';

export interface DriftParts {
  readonly projects: Pick<Projects, 'requireSession' | 'session'>;
  readonly connections: Pick<ConnectionManager, 'current'>;
  readonly undo: Pick<UndoLog, 'add'>;
  readonly clock: Pick<Clock, 'now'>;
}

export function driftHandlers({ projects, connections, undo, clock }: DriftParts): HandlersOf<ChannelsOf<'drift'>> {
  return {
    'drift.voices': () => projects.requireSession().reader.query('voiceDrifts', null),
    'drift.names': () => projects.requireSession().reader.query('oddNames', null),
    'drift.compareNames': () => projects.requireSession().compareNames(),
    'drift.cancelNames'() {
      projects.session?.cancelNames();
      return null;
    },
    'drift.accept'({ key }) {
      const session = projects.requireSession();
      const { db } = session.project;
      const accept = () => acceptDrift(db, key, clock.now());
      const revert = (before: number | null) => restoreAccepted(db, key, before);
      return { step: undo.add(repeatable(accept(), revert, accept), { project: session }) };
    },
    'drift.canaries'() {
      const { project } = projects.requireSession();
      const lines = canaryLines(project.db).flatMap((lineId) => {
        const built = project.lines.requestOf(lineId);
        return built.ok && !built.seedPinned ? [{ lineId, characters: built.characters }] : [];
      });
      const lineIds = lines.map(({ lineId }) => lineId);
      const characters = lines.reduce((sum, line) => sum + line.characters, 0);
      const price = priceOfConnection(connections.current);
      return { lineIds, characters, price: price && { amount: priceOf(characters, price), currency: price.currency } };
    },
  };
}
