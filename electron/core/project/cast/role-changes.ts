// Renames and merges roles. The script is the source of truth, so both operations rewrite its role marks. Takes, picks
// and overrides stay with their lines.
import { NARRATOR, type PronunciationRule, type Role } from '../../../../shared/model/cast.ts';
import type { Turn } from '../../../../shared/model/script.ts';
import type { RoleMarkOptions } from '../../../../shared/model/settings.ts';
import { type RoleMarkReader, rewriteMarks, roleMarkReader } from '../../../../shared/rules/role-marks.ts';
import {
  createRoleFilter,
  normaliseRoleName,
  type RoleNameProblem,
  renameConfirmedRole,
  roleNameProblem,
} from '../../../../shared/rules/role-names.ts';
import { defaultTurnPrefix } from '../../../../shared/rules/turn-prefix.ts';
import type { Clock } from '../../ports.ts';
import type { Database } from '../folder/database.ts';
import type { SettingsDocument } from '../folder/settings-document.ts';
import { roleProgress } from '../lines/line-progress.ts';
import type { RenderKeys } from '../lines/render-key.ts';
import { readTurns, rolesOfTurns } from '../lines/stored-line.ts';
import { FormerTexts } from '../script/identities.ts';
import type { CastStore } from './cast-store.ts';

export class RoleNameError extends Error {
  readonly problem: RoleNameProblem;

  constructor(problem: RoleNameProblem) {
    super(`a role can't be called so: ${problem}`);
    this.name = 'RoleNameError';
    this.problem = problem;
  }
}

export interface RoleUndo {
  readonly kind: 'rename' | 'merge';
  readonly from: string;
  readonly into: string;
  /** The previous role; `at` is its index in the cast. */
  readonly role: Role;
  readonly at: number;
  readonly replacedRole: Role | null;
  /** Deleted paragraphs in which the replaced role spoke. Undoing doesn't change them. */
  readonly foreignParagraphs: ReadonlySet<number>;
  readonly confirmedRoles: readonly string[];
  readonly rules: readonly PronunciationRule[];
  readonly rulesAfter: readonly PronunciationRule[];
  /** By paragraph id: the new text, and the original spelling of each mark by position. */
  readonly marks: ReadonlyMap<number, { readonly source: string; readonly names: ReadonlyMap<number, string> }>;
  /** By line id: the indices of the turns that belonged to the role. */
  readonly turns: ReadonlyMap<number, readonly number[]>;
}

export interface RoleChangesParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly cast: CastStore;
  readonly keys: RenderKeys;
  readonly settings: SettingsDocument;
  /** Parses the script again if rewritten marks have changed a paragraph's type. Called within a transaction. */
  readonly reparse: () => void;
  readonly scriptChanged: () => void;
}

export function listedRoles({ cast, db }: Pick<RoleChangesParts, 'cast' | 'db'>, options: RoleMarkOptions): string[] {
  const speaking = roleProgress(db);
  const isListed = createRoleFilter((name) => speaking.has(name), options);
  return cast.roles().flatMap(({ name }) => (isListed(name) ? [name] : []));
}

interface RoleMarkRewrite {
  readonly from: string;
  readonly into: string;
  readonly before: RoleMarkReader;
  readonly after: RoleMarkReader;
  readonly only?: RoleUndo['marks'];
  readonly all?: boolean;
  readonly notIn?: ReadonlySet<number>;
}

interface RewrittenMarks {
  readonly marks: Map<number, { source: string; names: ReadonlyMap<number, string> }>;
  /** True if a paragraph has to be parsed again because its text has changed or its problem might be solved. */
  needsReading: boolean;
}

interface ParagraphWithName {
  readonly id: number;
  readonly source: string;
  readonly problem: string | null;
  readonly deleted_at: number | null;
}

export class RoleChanges {
  readonly #parts: RoleChangesParts;
  readonly #former: FormerTexts;

  constructor(parts: RoleChangesParts) {
    this.#parts = parts;
    this.#former = new FormerTexts(parts.db);
  }

  /** Returns why a role can't have this name; null if it can. @param name as typed */
  nameProblem(role: string, name: string): RoleNameProblem | null {
    const options = this.#parts.settings.read();
    return roleNameProblem(role, normaliseRoleName(name), options, listedRoles(this.#parts, options));
  }

  /**
   * Renames a role everywhere. If the role occurs in dialog lines, it keeps its turn prefix, so that requests don't
   * change.
   * @returns null if the name is the same
   */
  rename(from: string, typed: string): RoleUndo | null {
    const into = normaliseRoleName(typed);
    const { role, at } = this.#find(from);
    const problem = this.nameProblem(from, into);
    if (problem) throw new RoleNameError(problem);
    if (into === from) return null;
    const { cast, db } = this.#parts;
    return this.#change(() => {
      const replacedRole = cast.snapshot().roles.get(into) ?? null;
      if (replacedRole) cast.removeRole(into);
      const foreignParagraphs = this.#paragraphsOf(into);
      const before = this.#previousState();
      const turns = this.#moveTurns(from, into);
      const pinned = role.turnPrefix ?? (this.#speaksInDialogs(turns) ? defaultTurnPrefix(from) : null);
      cast.renameRole(from, into, pinned === defaultTurnPrefix(into) ? null : pinned);
      const swept = this.#moveMarks(from, into, renameConfirmedRole(before.confirmedRoles, from, into));
      cast.moveRules(from, into);
      this.#finish(swept.needsReading, [into]);
      const rulesAfter = cast.rules();
      return {
        kind: 'rename',
        from,
        into,
        role,
        at,
        replacedRole,
        foreignParagraphs,
        ...before,
        rulesAfter,
        marks: swept.marks,
        turns,
      };
    }, db);
  }

  /** @throws RoleNameError `narrator`, whose text has no marks to rewrite; RangeError if a role doesn't exist */
  merge(from: string, into: string): RoleUndo {
    if (from === NARRATOR) throw new RoleNameError('narrator');
    const { role, at } = this.#find(from);
    this.#find(into);
    if (from === into) throw new RangeError('a role is merged into another one');
    const { cast, db } = this.#parts;
    return this.#change(() => {
      const before = this.#previousState();
      const turns = this.#moveTurns(from, into);
      const confirmed = before.confirmedRoles.filter((name) => normaliseRoleName(name) !== from);
      const swept = this.#moveMarks(from, into, confirmed);
      cast.removeRole(from);
      cast.moveRules(from, into);
      this.#finish(swept.needsReading, [into]);
      const rulesAfter = cast.rules();
      return {
        kind: 'merge',
        from,
        into,
        role,
        at,
        replacedRole: null,
        foreignParagraphs: new Set(),
        ...before,
        rulesAfter,
        marks: swept.marks,
        turns,
      };
    }, db);
  }

  /** Undoes a rename or merge, but keeps later edits. @throws RangeError if the role `into` no longer exists */
  undo(undo: RoleUndo): void {
    const { cast, db } = this.#parts;
    const { from, into, role, at, replacedRole, kind } = undo;
    this.#find(into);
    this.#change(() => {
      const isRename = kind === 'rename';
      if (isRename) {
        if (cast.snapshot().roles.has(from)) cast.removeRole(from);
        cast.renameRole(into, from, role.turnPrefix);
        if (replacedRole) cast.insertRole(replacedRole, Number.POSITIVE_INFINITY);
      } else if (!cast.snapshot().roles.has(from)) cast.insertRole(role, at);
      const untouched = this.#untouched(undo);
      if (isRename) this.#moveTurns(into, from, undo.foreignParagraphs);
      else this.#restoreTurns(undo, untouched);
      const confirmed = isRename
        ? renameConfirmedRole(this.#previousState().confirmedRoles, into, from)
        : [
            ...new Set([
              ...this.#previousState().confirmedRoles,
              ...undo.confirmedRoles.filter((name) => name === from),
            ]),
          ];
      const same = confirmed.toSorted().join('\n') === undo.confirmedRoles.toSorted().join('\n');
      const swept = this.#moveMarks(into, from, same ? undo.confirmedRoles : confirmed, undo);
      this.#restoreRules(undo);
      this.#finish(swept.needsReading || (!isRename && untouched.size < undo.marks.size), [from, into]);
    }, db);
  }

  #find(name: string): { readonly role: Role; readonly at: number } {
    const roles = this.#parts.cast.roles();
    const at = roles.findIndex((role) => role.name === name);
    const role = roles[at];
    if (!role) throw new RangeError(`there is no role ${name}`);
    return { role, at };
  }

  #previousState() {
    return { confirmedRoles: this.#parts.settings.read().confirmedRoles, rules: this.#parts.cast.rules() };
  }

  #change<T>(work: () => T, db: Database): T {
    const result = db.durably(work);
    this.#parts.scriptChanged();
    return result;
  }

  #paragraphsOf(role: string): Set<number> {
    const rows = this.#parts.db
      .prepare<{ readonly id: number }>(
        `SELECT DISTINCT paragraph_id AS id FROM lines
         WHERE EXISTS (SELECT 1 FROM json_each(lines.roles) WHERE value = ?)`,
      )
      .all(role);
    return new Set(rows.map(({ id }) => id));
  }

  #speaksInDialogs(turns: RoleUndo['turns']): boolean {
    const isDialog = this.#parts.db.prepare('SELECT 1 FROM lines WHERE id = ? AND json_array_length(roles) > 1');
    return [...turns.keys()].some((id) => isDialog.get(id) !== undefined);
  }

  /** Moves turns to another role. Includes deleted lines, because they can be restored along with their text. */
  #moveTurns(from: string, into: string, notIn: ReadonlySet<number> = new Set()): Map<number, readonly number[]> {
    const { db } = this.#parts;
    const rows = db
      .prepareArrays<readonly [number, number, string]>(
        'SELECT id, paragraph_id, turns FROM lines WHERE EXISTS (SELECT 1 FROM json_each(lines.roles) WHERE value = ?)',
      )
      .all(from);
    const moved = new Map<number, readonly number[]>();
    for (const [id, paragraphId, text] of rows) {
      if (notIn.has(paragraphId)) continue;
      const turns = readTurns(db, text);
      const own = turns.flatMap((turn, at) => (turn.role === from ? [at] : []));
      if (own.length === 0) continue;
      moved.set(id, own);
      this.#writeTurns(
        id,
        turns.map((turn) => (turn.role === from ? { ...turn, role: into } : turn)),
      );
    }
    return moved;
  }

  #restoreTurns({ turns, from, into }: RoleUndo, untouched: ReadonlySet<number>): void {
    const { db } = this.#parts;
    const read = db.prepare<{
      readonly paragraph_id: number;
      readonly turns: string;
      readonly deleted_at: number | null;
    }>('SELECT paragraph_id, turns, deleted_at FROM lines WHERE id = ?');
    for (const [id, own] of turns) {
      const row = read.get(id);
      // Edited lines are parsed from the script again; deleted lines exist only as stored turns.
      if (!row || (row.deleted_at === null && !untouched.has(row.paragraph_id))) continue;
      const before = readTurns(db, row.turns);
      const after = before.map((turn, at) => (own.includes(at) && turn.role === into ? { ...turn, role: from } : turn));
      this.#writeTurns(id, after);
    }
  }

  #writeTurns(id: number, turns: readonly Turn[]): void {
    this.#parts.db
      .prepare('UPDATE lines SET turns = ?, roles = ? WHERE id = ?')
      .run(JSON.stringify(turns), JSON.stringify(rolesOfTurns(turns)), id);
  }

  #untouched({ marks }: RoleUndo): Set<number> {
    const read = this.#parts.db.prepare<{ readonly source: string }>('SELECT source FROM paragraphs WHERE id = ?');
    const same = new Set<number>();
    for (const [id, { source }] of marks) if (read.get(id)?.source === source) same.add(id);
    return same;
  }

  /** Includes deleted paragraphs. */
  #moveMarks(from: string, into: string, confirmedRoles: readonly string[], undo?: RoleUndo): RewrittenMarks {
    const { settings } = this.#parts;
    const options = settings.read();
    const next = { ...options, confirmedRoles: [...confirmedRoles] };
    const swept = this.#rewriteMarks({
      from,
      into,
      before: roleMarkReader(options),
      after: roleMarkReader(next),
      ...(undo ? { only: undo.marks } : {}),
      ...(undo?.kind === 'rename' ? { all: true, notIn: undo.foreignParagraphs } : {}),
    });
    if (JSON.stringify(options.confirmedRoles) !== JSON.stringify(next.confirmedRoles)) settings.write(next);
    return swept;
  }

  #rewriteMarks({ only, all = false, notIn, ...rewrite }: RoleMarkRewrite): RewrittenMarks {
    const { db, clock } = this.#parts;
    const now = clock.now();
    const swept: RewrittenMarks = { marks: new Map(), needsReading: false };
    const update = db.prepare('UPDATE paragraphs SET source = ? WHERE id = ?');
    for (const { id, source, problem, deleted_at } of this.#paragraphsWithNames(rewrite.from, rewrite.into)) {
      if (notIn?.has(id)) continue;
      const known = only?.get(id)?.names;
      const names = all || !only ? undefined : (known ?? new Map<number, string>());
      const first = rewriteMarks(source, { ...rewrite, ...(names ? { only: names } : {}) });
      const { source: next, marks } = all && known ? restoreSpelling(source, first, rewrite, known) : first;
      if (next === source) continue;
      update.run(next, id);
      // If the previous text is restored later, it is recognised as the same paragraph.
      if (deleted_at !== null || this.#former.hasWork(id)) {
        this.#former.remember(id, deleted_at === null ? source : next, deleted_at ?? now);
      }
      if (problem !== null && deleted_at === null) swept.needsReading = true;
      swept.marks.set(id, { source: next, names: new Map(marks.map(({ at, name }) => [at, name])) });
    }
    return swept;
  }

  #paragraphsWithNames(roleName: string, otherName: string): ParagraphWithName[] {
    // Search only for the first word, because any white space can separate the words of a name.
    const firstWord = (name: string): string => name.split(' ')[0] ?? '';
    return this.#parts.db
      .prepare<ParagraphWithName>(
        `SELECT id, source, problem, deleted_at FROM paragraphs
         WHERE kind IN ('speech', 'pause') AND (instr(source, ?) > 0 OR instr(source, ?) > 0)`,
      )
      .all(firstWord(roleName), firstWord(otherName));
  }

  #restoreRules({ kind, from, into, rules, rulesAfter }: RoleUndo): void {
    const { cast } = this.#parts;
    if (JSON.stringify(cast.rules()) === JSON.stringify(rulesAfter)) cast.replaceRules(rules);
    else if (kind === 'rename') cast.moveRules(into, from);
  }

  #finish(needsReading: boolean, roles: readonly string[]): void {
    if (needsReading) this.#parts.reparse();
    this.#parts.keys.rekey(roles);
  }
}

/** Rewrites marks in their original spelling if it is known, otherwise with the role's name. */
function restoreSpelling(
  source: string,
  first: ReturnType<typeof rewriteMarks>,
  rewrite: Pick<RoleMarkRewrite, 'from' | 'into' | 'before' | 'after'>,
  known: ReadonlyMap<number, string>,
): ReturnType<typeof rewriteMarks> {
  const nameAt = (at: number): string => {
    const name = known.get(at);
    return name !== undefined && normaliseRoleName(name) === rewrite.into ? name : rewrite.into;
  };
  return rewriteMarks(source, { ...rewrite, only: new Map(first.marks.map(({ at }) => [at, nameAt(at)])) });
}
