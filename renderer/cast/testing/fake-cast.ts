// A fake studio with a cast, for tests of the cast screen.
import type { CastOutlook, CastOverride, CastRole, CastVoice } from '../../../shared/ipc/cast-requests.ts';
import type { FakeAnswers } from '../../bridge/testing/fake-bridge.ts';
import { outlook } from '../../ui/cast/testing/outlook.ts';

export const NO_EFFECT: CastOutlook = outlook({});

export const castRole = (name: string, more: Partial<CastRole> = {}): CastRole => ({
  name,
  voice: null,
  voiceName: null,
  voiceTraits: null,
  parameters: {},
  turnPrefix: null,
  lines: 1,
  characters: 10,
  seconds: 1,
  basis: 'takes',
  overrides: 0,
  ...more,
});

export const castVoice = (name: string, more: Partial<CastVoice> = {}): CastVoice => ({
  id: `voice-${name.toLowerCase()}`,
  name,
  language: 'English',
  gender: 'female',
  accent: null,
  age: null,
  style: null,
  tempo: null,
  texture: null,
  loudness: null,
  synthesizer: null,
  licence: null,
  commercialUse: null,
  engine: 'SvcDialog',
  isCloned: false,
  hasSample: true,
  isCastable: true,
  isFavourite: false,
  ...more,
});

interface Cast {
  readonly roles: readonly CastRole[];
  readonly voices?: readonly CastVoice[];
  readonly overrides?: readonly CastOverride[];
  /** The outlook of each change. */
  readonly effect?: CastOutlook;
}

/** Returns answers that read and change this cast. */
export function fakeCast({ roles: first, voices: known = [], overrides = [], effect = NO_EFFECT }: Cast): FakeAnswers {
  let roles = [...first];
  let voices = [...known];
  let steps = 0;
  const changed = () => ({ step: String(++steps).padStart(4, '0'), outlook: effect });
  const change = (name: string, part: (role: CastRole) => CastRole) => {
    roles = roles.map((role) => (role.name === name ? part(role) : role));
  };
  return {
    'project.current': () => ({ id: 'p', path: '/p', settings: { language: null } }) as never,
    'project.roles': () => roles,
    'cast.roles': () => roles,
    'cast.voices': () => voices,
    'cast.overrides': () => [...overrides],
    'cast.lineAt': ({ role, at }) => ({ lineId: 10 + at, label: `line ${at + 1}`, text: `${role} speaks ${at + 1}.` }),
    'cast.outlook': () => effect,
    'cast.overridesOutlook': () => effect,
    'cast.change'({ role, change: { voice, parameters } }) {
      const name = voices.find(({ id }) => id === voice)?.name ?? null;
      change(role, (before) => ({
        ...before,
        ...(voice === undefined ? {} : { voice, voiceName: name }),
        parameters: Object.fromEntries(
          Object.entries({ ...before.parameters, ...parameters }).filter(([, value]) => value !== null),
        ),
      }));
      return changed();
    },
    'cast.setFavourite'({ voice, isFavourite }) {
      voices = voices.map((one) => (one.id === voice ? { ...one, isFavourite } : one));
      return null;
    },
    'cast.putOverrides': () => changed(),
    'cast.add': () => ({ step: changed().step, lines: 0 }),
    'cast.rename': () => ({ step: changed().step }),
    'cast.merge': () => changed(),
    'undo.undo': () => ({ redo: true }),
  };
}
