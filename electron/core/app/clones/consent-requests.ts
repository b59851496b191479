import { isInFuture, MAX_EVIDENCE_BYTES, needsDecision } from '../../../../shared/model/consent.ts';
import { isSameVoice, localDate } from '../../../../shared/rules/consent-state.ts';
import type { ChannelsOf, Emit, HandlersOf } from '../../bridge/handler-types.ts';
import { refuse, requireFound } from '../../bridge/request-error.ts';
import type { Clock } from '../../ports.ts';
import type { Projects } from '../../session/projects.ts';
import { repeatable, type UndoLog } from '../../undo/undo-log.ts';
import type { ConnectionManager } from '../connections/connection-manager.ts';
import type { VoiceCloning } from './voice-cloning.ts';

export interface ConsentParts {
  readonly projects: Pick<Projects, 'requireSession' | 'session'>;
  readonly clones: VoiceCloning;
  readonly connections: Pick<ConnectionManager, 'current'>;
  readonly undo: Pick<UndoLog, 'add'>;
  readonly clock: Clock;
  readonly emit: Emit;
}

export function consentHandlers({
  projects,
  clones,
  connections,
  undo,
  clock,
  emit,
}: ConsentParts): HandlersOf<ChannelsOf<'consent'>> {
  const changed = () => {
    emit('consents-changed', {});
    projects.session?.statesChanged();
  };
  return {
    async 'consent.add'(order) {
      const { consent, evidence } = order;
      const now = clock.now();
      if (isInFuture(consent, now)) refuse({ kind: 'invalid', field: 'consent', reason: 'in-future' });
      if (consent.validUntil !== null && consent.validUntil < localDate(now)) {
        refuse({ kind: 'invalid', field: 'consent', reason: 'ended' });
      }
      if ((evidence?.bytes.byteLength ?? 0) > MAX_EVIDENCE_BYTES) {
        refuse({ kind: 'invalid', field: 'consent', reason: 'too-large' });
      }
      const record = await clones.addConsent({ ...order, service: connections.current?.name ?? '' });
      changed();
      return record;
    },
    async 'consent.withdraw'({ id, withdrawal }) {
      requireFound(
        clones.consents().find((record) => record.id === id),
        'consent',
      );
      if (isInFuture({ givenOn: withdrawal.on }, clock.now())) {
        refuse({ kind: 'invalid', field: 'consent', reason: 'in-future' });
      }
      await clones.withdrawConsent(id, withdrawal);
      changed();
      return null;
    },
    'consent.voices': ({ lines }) => projects.requireSession().voiceConsents(lines),
    async 'consent.decide'({ identity, decision }) {
      const session = projects.requireSession();
      const { project } = session;
      const voice = requireFound(
        (await session.voiceConsents()).find((each) => isSameVoice(each, identity)),
        'voice',
      );
      const { name, state } = voice;
      if (!needsDecision(voice) || state === 'valid') return { step: null };
      const made = { ...identity, ...decision, name, about: state, decidedAt: clock.now() };
      const set = (decisions: ReturnType<typeof project.settings>['consentDecisions']) => {
        project.updateSettings({ consentDecisions: decisions });
        changed();
        session.emitSummarySoon();
      };
      const without = () =>
        project
          .settings()
          .consentDecisions.filter(
            (each) => !(isSameVoice(each, made) && each.about === made.about && each.decidedAt === made.decidedAt),
          );
      const make = () => set([...without(), made]);
      const inverse = repeatable(
        make(),
        () => set(without()),
        () => make(),
      );
      return { step: undo.add(inverse, { project: session }) };
    },
  };
}
