// Changes to the cast. The producer confirms those that make lines with current takes stale.
import type { ParameterName } from '@lectern/tts-protocol';
import { speechParametersSchema } from '@lectern/tts-protocol';
import { create } from 'zustand';
import type { CastOutlook, CastOverride, RoleChange } from '../../../shared/ipc/cast-requests.ts';
import type { ReplyOf } from '../../../shared/ipc/contract.ts';
import { defaultTurnPrefix } from '../../../shared/rules/turn-prefix.ts';
import { ask } from '../../bridge/ask.ts';
import { words } from '../../locales/words.ts';
import { formatSigned } from '../format.ts';
import { type Action, notify, notifyFailure } from '../overlays/toast.tsx';
import { awaitBeforeUndo, undoOf } from '../undo-history.ts';
import { parameterText } from '../wording/parameters.ts';

const t = words('cast');

const NOTICE_ID = 'cast';

export type CastDecision = 'cancel' | 'apply' | 'render';

export interface CastQuestion {
  readonly title: string;
  readonly outlook: CastOutlook;
  answer(decision: CastDecision): void;
}

/** The question that `CastChangeDialog` shows. */
export const useCastQuestion = create<{ readonly question: CastQuestion | null }>()(() => ({ question: null }));

function askProducer(title: string, outlook: CastOutlook): Promise<CastDecision> {
  return new Promise((resolve) => {
    const answer = (decision: CastDecision) => {
      useCastQuestion.setState({ question: null });
      resolve(decision);
    };
    useCastQuestion.setState({ question: { title, outlook, answer } });
  });
}

interface PendingCastChange {
  /** The title of the question. */
  readonly title: string;
  /** What has been done, for the notice and the undo history. */
  readonly message: string;
  readonly changesVoice?: boolean;
  outlook(): Promise<CastOutlook>;
  apply(): Promise<CastChangeReply>;
}

type CastChangeReply = Pick<ReplyOf<'cast.change'>, 'step' | 'outlook'>;

/** Changes run one after another, so that there is one question at a time, and it is about the current cast. */
let latestChange: Promise<unknown> = Promise.resolve();

/** Asks first if lines would become stale. Resolves once the change has been saved or cancelled. */
function changeCast(change: PendingCastChange): Promise<void> {
  const work = latestChange.then(() => confirmAndApply(change));
  latestChange = work.catch(() => undefined);
  return awaitBeforeUndo(work);
}

async function confirmAndApply({ title, message, changesVoice, outlook, apply }: PendingCastChange): Promise<void> {
  const ahead = await outlook();
  const decision = ahead.stale === 0 ? 'apply' : await askProducer(title, ahead);
  if (decision === 'cancel') return;
  const done = await apply();
  if (decision === 'apply') {
    notifyCastChange(message, done, { changesVoice });
    return;
  }
  const { toRender } = done.outlook;
  notify(joinSentences(message, t('done.rendering', { lines: toRender.length })), {
    id: NOTICE_ID,
    undo: undoOf(done.step),
    step: message,
  });
  await renderLines(toRender);
}

/** The producer has seen the cost and the approved takes, so neither is asked about again. */
const renderLines = (lineIds: readonly number[]) =>
  ask('production.start', { lineIds: [...lineIds], replaceApproved: true, confirmed: true });

interface CastNoticeOptions {
  readonly changesVoice?: boolean | undefined;
  readonly onTurn?: (direction: 'undo' | 'redo') => void;
}

/** Says what has been done, and offers to render the lines that became stale. */
export function notifyCastChange(
  done: string,
  { outlook, step }: CastChangeReply,
  { changesVoice = false, onTurn }: CastNoticeOptions = {},
): void {
  const { toRender } = outlook;
  const render: Action = {
    label: t('done.render'),
    run: () => void renderLines(toRender).catch(notifyFailure),
  };
  notify(joinSentences(done, castEffectText(outlook, changesVoice)), {
    id: NOTICE_ID,
    undo: undoOf(step, onTurn),
    step: done,
    ...(toRender.length > 0 && { action: render }),
  });
}

const changeRole = (
  role: string,
  change: RoleChange,
  about: Pick<PendingCastChange, 'title' | 'message' | 'changesVoice'>,
) =>
  changeCast({
    ...about,
    outlook: () => ask('cast.outlook', { role, change }),
    apply: () => ask('cast.change', { role, change }),
  });

export const castVoice = (role: string, voice: string, voiceName: string): Promise<void> =>
  changeRole(
    role,
    { voice },
    {
      title: t('ahead.title.voice', { role, voice: voiceName }),
      message: t('notice.voice', { role, voice: voiceName }),
      changesVoice: true,
    },
  );

/** Ignores invalid values. Null resets the parameter. */
export async function setRoleParameter(
  role: string,
  name: ParameterName,
  value: number | string | null,
): Promise<void> {
  const { data } = speechParametersSchema.safeParse(value === null ? {} : { [name]: value });
  if (!data) return;
  const { label, name: parameter, none } = parameterText(name);
  const title =
    value === null
      ? t('ahead.title.reset', { parameter, role })
      : t('ahead.title.parameter', { parameter, role, value });
  const message = t('notice.parameter', { parameter: label, role, value: value ?? none });
  await changeRole(role, { parameters: { [name]: null, ...data } }, { title, message });
}

/** Null selects the default prefix: the role's name and a colon. */
export function setTurnPrefix(role: string, turnPrefix: string | null): Promise<void> {
  const shown = { role, prefix: turnPrefix ?? defaultTurnPrefix(role) };
  return changeRole(
    role,
    { turnPrefix },
    { title: t('ahead.title.turnPrefix', shown), message: t('notice.turnPrefix', shown) },
  );
}

/** Clears one parameter in the overrides, or all parameters if `name` is null. */
export function clearOverrides(
  lines: readonly CastOverride[],
  name: keyof CastOverride['override'] | null,
): Promise<void> {
  const cleared = lines.map(({ lineId, override }) => {
    const { [name ?? 'voice']: _, ...rest } = override;
    return { lineId, override: name === null || Object.keys(rest).length === 0 ? null : rest };
  });
  const shown = { lines: lines.length };
  return changeCast({
    title: t('ahead.title.overrides', shown),
    message: t('notice.cleared', shown),
    outlook: () => ask('cast.overridesOutlook', { lines: cleared }),
    apply: () => ask('cast.putOverrides', { lines: cleared }),
  });
}

/** Formats the cost of rendering: `1,204 characters (EUR 0.12)`. */
export function costText({ characters, price }: Pick<CastOutlook, 'characters' | 'price'>): string {
  if (!price) return t('cost.characters', { characters });
  const { currency, amount } = price;
  // Amounts below 0.1 get four decimals, so that they don't look like zero.
  const digits = amount > 0 && amount < 0.1 ? 4 : 2;
  return t('cost.priced', { characters, currency, amount: formatSigned(amount, digits) });
}

/** Returns an empty string if no line had takes. */
export function castEffectText(outlook: CastOutlook, changesVoice = false): string {
  const { stale: lines, approved, regained, rendered, toRender } = outlook;
  if (rendered === 0) return '';
  const share = approved === 0 ? 'none' : approved === lines ? 'all' : 'some';
  const left = () => t(`done.left.${changesVoice ? 'voice' : 'take'}`, { lines, approved, share });
  return joinSentences(
    lines > 0 && (toRender.length > 0 ? left() : t('done.stale', { lines })),
    regained > 0 && t('done.regained', { takes: regained }),
    lines + regained === 0 && t('done.noneStale'),
  );
}

export function castPreviewText(outlook: CastOutlook): string {
  const { stale, approved, regained, rendered } = outlook;
  if (rendered === 0) return t('ahead.noneRendered');
  return joinSentences(
    stale > 0 ? t('ahead.stale', { lines: stale, cost: costText(outlook) }) : t('ahead.noneStale'),
    stale > 0 && approved > 0 && t('ahead.approved', { lines: stale, approved }),
    regained > 0 && t('ahead.regained', { takes: regained }),
  );
}

export const joinSentences = (...sentences: readonly (string | false)[]): string => sentences.filter(Boolean).join(' ');
