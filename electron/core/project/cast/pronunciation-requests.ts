// Pronunciation rules.
import { MOST_RULES, type RulesPreview } from '../../../../shared/ipc/pronunciation-requests.ts';
import { LOCAL_ORIGIN } from '../../../../shared/model/connection.ts';
import { priceOfConnection } from '../../../../shared/model/spending.ts';
import { changedRules, inverseRuleChange, type RuleChange } from '../../../../shared/rules/rule-changes.ts';
import { ruledAuditionRequest } from '../../audition/audition-request.ts';
import { bookedAudition } from '../../audition/booked-audition.ts';
import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import { found, refuse } from '../../bridge/request-error.ts';
import type { HandlerParts } from '../../session/handler-parts.ts';
import { LatestQuestion } from '../../session/latest-question.ts';
import type { ProjectSession } from '../../session/project-session.ts';
import type { Inverse } from '../../undo/undo-log.ts';
import { readRulesTable, rulesTable } from './rules-table.ts';

export function pronunciationHandlers({
  projects,
  connections,
  audition,
  ports,
  undo,
}: HandlerParts): HandlersOf<ChannelsOf<'pronunciation'>> {
  const previews = new LatestQuestion<RulesPreview>();
  return {
    'pronunciation.rules': () => [...projects.need().project.cast.rules()],
    'pronunciation.change'({ change }) {
      const session = projects.need();
      const step = undo.add(inverseOfChange(session, change), { project: session });
      return { step, rules: [...session.project.cast.rules()] };
    },
    'pronunciation.preview'({ rules }) {
      const { figures } = projects.need();
      const { pricePerThousand = null, currency = 'USD' } = connections.current ?? {};
      return previews.ask(() => figures.ask('rulesPreview', { rules, pricePerThousand, currency }));
    },
    async 'pronunciation.audition'({ lineId, rules }) {
      const session = projects.need();
      const { project, places } = session;
      const link = await connections.needLink();
      found(places.of(lineId), 'line');
      const { origin } = project.info().connection;
      if (origin !== link.identity.origin) {
        refuse({ kind: 'other-connection', projectOrigin: origin, connectedOrigin: link.identity.origin });
      }
      const withParameters = link.identity.origin === LOCAL_ORIGIN;
      const request = ruledAuditionRequest(project, { lineId, rules, withParameters });
      if (!request.ok) return refuse({ kind: 'invalid', field: 'audition', reason: request.problem.kind });
      const { characters } = request;
      const price = priceOfConnection(connections.current);
      const begun = await bookedAudition(
        { session, connection: link.identity, price, lineId, role: null, characters, now: ports.clock.now() },
        () => audition.start(link.client, request.parameters),
      );
      return { ...begun, characters };
    },
    'pronunciation.readTable': ({ text }) => readRulesTable(text),
    'pronunciation.table': () => ({ text: rulesTable(projects.need().project.cast.rules()) }),
  };
}

/** Changes the rules as they are now. @throws RequestError `outdated` where a rule that is meant is not there; `invalid` */
function inverseOfChange(session: ProjectSession, change: RuleChange): Inverse {
  const { cast } = session.project;
  const rules = changedRules(cast.rules(), change) ?? refuse({ kind: 'outdated', reason: 'rules' });
  if (rules.length > MOST_RULES) refuse({ kind: 'invalid', field: 'rules', reason: 'too-many' });
  cast.saveRules(rules);
  session.castChanged();
  return () => inverseOfChange(session, inverseRuleChange(change));
}
