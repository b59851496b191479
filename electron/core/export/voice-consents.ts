import {
  type ConsentState,
  type KnownConsents,
  needsDecision,
  type VoiceConsent,
  type VoiceIdentity,
} from '../../../shared/model/consent.ts';
import { isSidecarTarget } from '../../../shared/model/export/export-target.ts';
import { consentState, consentsOf, decisionFor, isSameVoice } from '../../../shared/rules/consent-state.ts';
import type { Project } from '../project/project.ts';
import { takeVoices } from '../project/takes/take-sources.ts';
import type { ExportOrder } from './plan/export-order.ts';
import { type ExportScope, type ExportSelection, selectLines } from './plan/select-lines.ts';

/** Every line that has a take, even an outdated one. */
export const ALL_TAKES: ExportScope = { allowStale: true, approvedOnly: false, chapterIds: null };

/** Returns the cloned voices in the takes of these lines, in order of appearance. @throws ProjectError */
export const voiceConsents = (project: Project, scope: ExportScope, known: KnownConsents): VoiceConsent[] =>
  consentsIn(project, selectLines(project, scope), known);

function consentsIn(
  project: Project,
  { lines }: Pick<ExportSelection, 'lines'>,
  { records, clones, now }: KnownConsents,
): VoiceConsent[] {
  const voicesOf = takeVoices(
    project.db,
    lines.flatMap(({ takeId }) => takeId ?? []),
  );
  const { consentDecisions } = project.settings();
  // Takes by the same voices share a list, so each list is looked up only once.
  const entriesOf = new Map<readonly unknown[], readonly VoiceEntry[]>();
  const entries = new Map<string, VoiceEntry>();
  for (const { id, roles, takeId } of lines) {
    const voices = voicesOf.get(takeId ?? 0) ?? [];
    let heard = entriesOf.get(voices);
    if (!heard) {
      heard = voices.flatMap((voice) => {
        const found = consentsOf(records, voice);
        const clone = clones.find((each) => isSameVoice(each, voice));
        if (!voice.isCloned && found.length === 0 && !clone) return [];
        const key = JSON.stringify([voice.origin, voice.userId, voice.voice]);
        const name = voice.name ?? found.at(-1)?.voiceName ?? clone?.name ?? voice.voice;
        const entry = entries.get(key) ?? {
          identity: { origin: voice.origin, userId: voice.userId, voice: voice.voice },
          name,
          state: consentState(found, now),
          roles: new Set(),
          lineIds: new Set(),
        };
        entries.set(key, entry);
        return [entry];
      });
      entriesOf.set(voices, heard);
    }
    for (const entry of heard) {
      entry.lineIds.add(id);
      for (const role of roles) entry.roles.add(role);
    }
  }
  return [...entries.values()].map(({ identity, name, state, roles, lineIds }) => ({
    ...identity,
    name,
    state,
    decision: decisionFor(consentDecisions, identity, state),
    roles: [...roles],
    lineIds: [...lineIds],
  }));
}

interface VoiceEntry {
  readonly identity: VoiceIdentity;
  readonly name: string;
  readonly state: ConsentState;
  readonly roles: Set<string>;
  readonly lineIds: Set<number>;
}

/** Thrown if exporting or rendering cloned voices isn't permitted. */
export class ConsentError extends Error {
  override readonly name = 'ConsentError';
  readonly doing: 'export' | 'render';
  readonly voices: readonly VoiceConsent[];

  constructor(doing: 'export' | 'render', voices: readonly VoiceConsent[]) {
    super(doing);
    this.doing = doing;
    this.voices = voices;
  }
}

export interface ExportedVoices {
  readonly target: ExportOrder['target'];
  readonly scope: ExportScope;
}

/**
 * Text files contain no speech, so they can always be exported.
 * @throws ConsentError if the export contains a cloned voice without a valid consent or a decision
 */
export function checkConsents(project: Project, { target, scope }: ExportedVoices, known: KnownConsents): void {
  if (isSidecarTarget(target)) return;
  const refused = voiceConsents(project, scope, known).filter(needsDecision);
  if (refused.length > 0) throw new ConsentError('export', refused);
}

interface RenderedVoices {
  readonly origin: string;
  readonly userId: string;
  readonly lineIds: readonly number[];
}

/** @throws ConsentError if a line would be rendered with a voice to which consent was withdrawn */
export function checkNotWithdrawn(
  project: Project,
  { origin, userId, lineIds }: RenderedVoices,
  { records, now }: Pick<KnownConsents, 'records' | 'now'>,
): void {
  const own = records.filter(
    ({ connection, withdrawal }) => withdrawal !== null && connection.origin === origin && connection.userId === userId,
  );
  const withdrawn = new Map(
    own.flatMap(({ voice, voiceName: name }) => {
      if (voice === null) return [];
      const identity = { origin, userId, voice };
      const state = consentState(consentsOf(records, identity), now);
      const entry: VoiceConsent = { ...identity, name, state, decision: null, roles: [], lineIds: [] };
      return state === 'withdrawn' ? [[voice, entry] as const] : [];
    }),
  );
  // Building requests takes time, and consents are rarely withdrawn.
  if (withdrawn.size === 0) return;
  for (const lineId of lineIds) {
    const built = project.lines.requestOf(lineId);
    const request = built.ok ? built.request : undefined;
    for (const voice of new Set([request?.voice, request?.voice_2])) {
      if (voice !== undefined) withdrawn.get(voice)?.lineIds.push(lineId);
    }
  }
  const refused = [...withdrawn.values()].filter((entry) => entry.lineIds.length > 0);
  if (refused.length > 0) throw new ConsentError('render', refused);
}
