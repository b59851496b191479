// A real line of a role to the ear, by any voice.
import { keepPreviousData } from '@tanstack/react-query';
import type { CastRole } from '../../../shared/ipc/cast-requests.ts';
import { ask } from '../../bridge/ask.ts';
import { useAsk } from '../../bridge/use-ask.ts';
import { hear } from '../../ui/audition.ts';
import { formatCounted } from '../../ui/format.ts';
import { useCast } from '../cast-store.ts';

export interface ChosenLine {
  readonly lineId: number;
  readonly label: string;
  readonly text: string;
}

/** The line of a role that auditions are heard with. */
export function useChosenLine(role: CastRole | null): ChosenLine | null {
  const lineAt = useCast((state) => state.lineAt);
  const at = Math.min(lineAt, Math.max(0, (role?.lines ?? 1) - 1));
  const asked = { role: role?.name ?? '', at };
  const { data } = useAsk('cast.lineAt', asked, { enabled: role !== null, placeholderData: keepPreviousData });
  return data ?? null;
}

interface Spoken {
  readonly role: string;
  readonly line: ChosenLine;
  readonly voice: string;
  readonly voiceName: string;
  readonly colour: string;
}

/** Has a line spoken. @returns whether it was heard to its end @throws BridgeFailure */
export const hearLine = ({ role, line, voice, voiceName, colour }: Spoken): Promise<boolean> =>
  hear(async () => {
    const { auditionId, characters } = await ask('cast.audition', { role, lineId: line.lineId, voice });
    const detail = `${line.label} · audition · ${formatCounted(characters, 'character')} used`;
    return { auditionId, title: `${voiceName} as ${role}`, colour, detail };
  });
