import { forbidsCommercialUse, type UsedVoices, type VoiceUse } from '../../../shared/model/voice-use.ts';
import { lineNumber } from '../../../shared/rules/line-number.ts';
import type { Database } from '../project/folder/database.ts';
import type { Project } from '../project/project.ts';
import { readUses } from '../project/takes/take-summaries.ts';
import { type ExportSelection, selectLines } from './plan/select-lines.ts';

/** Maximum number of example line numbers per voice. */
const MAX_EXAMPLES = 5;

interface UsedVoiceEntry {
  readonly use: VoiceUse;
  readonly roles: Set<string>;
  readonly examples: string[];
  lines: number;
}

/** @throws ProjectError */
export const usedVoices = (project: Project, options: Parameters<typeof selectLines>[1]): UsedVoices =>
  usedVoicesOf(project, selectLines(project, options));

export function usedVoicesOf({ db }: Project, { lines }: Pick<ExportSelection, 'lines'>): UsedVoices {
  const usesOf = recordedUses(db);
  const heard = new Map<string, UsedVoiceEntry>();
  let unrecorded = 0;
  for (const line of lines) {
    const uses = line.takeId === null ? undefined : usesOf.get(line.takeId);
    if (!uses) unrecorded += 1;
    for (const [at, use] of (uses ?? []).entries()) {
      const key = JSON.stringify(use);
      const one = heard.get(key) ?? { use, roles: new Set(), examples: [], lines: 0 };
      heard.set(key, one);
      one.lines += 1;
      const role = line.roles[at] ?? line.roles[0];
      if (role !== undefined) one.roles.add(role);
      if (one.examples.length < MAX_EXAMPLES) one.examples.push(lineNumber(line));
    }
  }
  const isFree = ({ use }: UsedVoiceEntry): number => (forbidsCommercialUse([use]) ? 0 : 1);
  const voices = [...heard.values()]
    .toSorted((a, b) => isFree(a) - isFree(b))
    .map(({ roles, ...one }) => ({ ...one, roles: [...roles] }));
  return { voices, unrecorded };
}

/** Returns the permitted uses by take id. Unreadable records count as missing. */
function recordedUses(db: Database): Map<number, readonly VoiceUse[]> {
  const parsed = new Map<number, readonly VoiceUse[]>();
  for (const { id, uses } of db.prepare<{ id: number; uses: string }>('SELECT id, uses FROM voice_uses').all()) {
    const read = readUses(uses);
    if (read) parsed.set(id, read);
  }
  const rows = db
    .prepare<{ take: number; uses: number }>('SELECT id AS take, uses_id AS uses FROM takes WHERE uses_id IS NOT NULL')
    .all();
  return new Map(
    rows.flatMap(({ take, uses }) => {
      const read = parsed.get(uses);
      return read ? [[take, read] as const] : [];
    }),
  );
}
