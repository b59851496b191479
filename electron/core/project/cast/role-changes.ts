// Renaming a role, and merging one into another. The script is the truth of roles, so both rewrite its marks; takes, picks
// and what lines set for themselves stay with their lines.
import { NARRATOR, type PronunciationRule, type Role } from '../../../../shared/model/cast.ts';
import type { Turn } from '../../../../shared/model/script.ts';
import type { RoleMarkOptions } from '../../../../shared/model/settings.ts';
import { type RoleMarkReader, rewriteMarks, roleMarkReader } from '../../../../shared/rules/role-marks.ts';
import {
  type RoleNameProblem,
  renamedIn,
  roleLister,
  roleNameProblem,
  tidyRoleName,
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

/** A role can't be called so, or merged; nothing was changed. */
export class RoleNameError extends Error {
  readonly problem: RoleNameProblem;

  constructor(problem: RoleNameProblem) {
    super(`a role can't be called so: ${problem}`);
    this.name = 'RoleNameError';
    this.problem = problem;
  }
}

/** What stood before a role was renamed or merged: enough to put all of it back, whatever was written since. */
export interface RoleUndo {
  readonly kind: 'rename' | 'merge';
  readonly from: string;
  readonly into: string;
  /** As it was; `at`: its place in the cast. */
  readonly role: Role;
  readonly at: number;
  /** An entry of the new name that spoke nowhere, and gave way. */
  readonly gaveWay: Role | null;
  /** Paragraphs, all of them deleted, in which that one spoke once: they stay its own. */
  readonly notOurs: ReadonlySet<number>;
  readonly confirmedRoles: readonly string[];
  readonly rules: readonly PronunciationRule[];
  readonly rulesAfter: readonly PronunciationRule[];
  /** By paragraph: the text that it was given, and how each mark was written, by its place. */
  readonly marks: ReadonlyMap<number, { readonly source: string; readonly names: ReadonlyMap<number, string> }>;
  /** By line: which of its turns were the role's. */
  readonly turns: ReadonlyMap<number, readonly number[]>;
}

export interface RoleChangesParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly cast: CastStore;
  readonly keys: RenderKeys;
  readonly settings: SettingsDocument;
  /** Reads the script again where marks changed what a paragraph is. Inside a transaction. */
  readonly readAnew: () => void;
  /** The text of documents changed. */
  readonly scriptChanged: () => void;
}

/** The names of all roles that the producer is shown, in the order of the cast. */
export function listedRoles({ cast, db }: Pick<RoleChangesParts, 'cast' | 'db'>, options: RoleMarkOptions): string[] {
  const speaking = roleProgress(db);
  const isListed = roleLister((name) => speaking.has(name), options);
  return cast.roles().flatMap(({ name }) => (isListed(name) ? [name] : []));
}

interface Sweep {
  readonly from: string;
  readonly into: string;
  readonly before: RoleMarkReader;
  readonly after: RoleMarkReader;
  /** What is put back, and where: absent, all of the role. */
  readonly only?: RoleUndo['marks'];
  /** All of the role's are, those of `only` as they were written. */
  readonly all?: boolean;
  /** Paragraphs that are left as they are. */
  readonly notIn?: ReadonlySet<number>;
}

interface Swept {
  readonly marks: Map<number, { source: string; names: ReadonlyMap<number, string> }>;
  /** A paragraph among them must be read again: its problem may be solved now, or its text has changed since. */
  needsReading: boolean;
}

interface NamingParagraph {
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

  /** Why a role can't have this name; null where it can. @param name as it was typed */
  nameProblem(role: string, name: string): RoleNameProblem | null {
    const options = this.#parts.settings.read();
    return roleNameProblem(role, tidyRoleName(name), options, listedRoles(this.#parts, options));
  }

  /**
   * Renames a role: in every mark of the script, in the cast, in rules and among the confirmed roles. What is sent
   * stays as it is: where the role speaks in dialogs, the prefix that marked its turns stays its prefix.
   *
   * @returns null where it is called so already
   * @throws RoleNameError; RangeError where there is no such role; ProjectError, and nothing is changed then
   */
  rename(from: string, typed: string): RoleUndo | null {
    const into = tidyRoleName(typed);
    const { role, at } = this.#find(from);
    const problem = this.nameProblem(from, into);
    if (problem) throw new RoleNameError(problem);
    if (into === from) return null;
    const { cast, db } = this.#parts;
    return this.#change(() => {
      const gaveWay = cast.snapshot().roles.get(into) ?? null;
      if (gaveWay) cast.removeRole(into);
      const notOurs = this.#paragraphsOf(into);
      const before = this.#before();
      const turns = this.#moveTurns(from, into);
      const pinned = role.turnPrefix ?? (this.#speaksInDialogs(turns) ? defaultTurnPrefix(from) : null);
      cast.renameRole(from, into, pinned === defaultTurnPrefix(into) ? null : pinned);
      const swept = this.#moveMarks(from, into, renamedIn(before.confirmedRoles, from, into));
      cast.moveRules(from, into);
      this.#settle(swept.needsReading, [into]);
      const rulesAfter = cast.rules();
      return {
        kind: 'rename',
        from,
        into,
        role,
        at,
        gaveWay,
        notOurs,
        ...before,
        rulesAfter,
        marks: swept.marks,
        turns,
      };
    }, db);
  }

  /**
   * Gives all that a role speaks to another one: its marks are the other's, its rules too, and its entry goes.
   *
   * @throws RoleNameError `narrator`: what has no mark can't be given away; RangeError where one of them is no role
   */
  merge(from: string, into: string): RoleUndo {
    if (from === NARRATOR) throw new RoleNameError('narrator');
    const { role, at } = this.#find(from);
    this.#find(into);
    if (from === into) throw new RangeError('a role is merged into another one');
    const { cast, db } = this.#parts;
    return this.#change(() => {
      const before = this.#before();
      const turns = this.#moveTurns(from, into);
      const confirmed = before.confirmedRoles.filter((name) => tidyRoleName(name) !== from);
      const swept = this.#moveMarks(from, into, confirmed);
      cast.removeRole(from);
      cast.moveRules(from, into);
      this.#settle(swept.needsReading, [into]);
      const rulesAfter = cast.rules();
      return {
        kind: 'merge',
        from,
        into,
        role,
        at,
        gaveWay: null,
        notOurs: new Set(),
        ...before,
        rulesAfter,
        marks: swept.marks,
        turns,
      };
    }, db);
  }

  /**
   * Takes a rename or a merge back. What was written or cast since stays.
   *
   * @throws RangeError where neither of its roles is there any more
   */
  undo(undo: RoleUndo): void {
    const { cast, db } = this.#parts;
    const { from, into, role, at, gaveWay, kind } = undo;
    this.#find(into);
    this.#change(() => {
      const isRename = kind === 'rename';
      if (isRename) {
        if (cast.snapshot().roles.has(from)) cast.removeRole(from);
        cast.renameRole(into, from, role.turnPrefix);
        if (gaveWay) cast.insertRole(gaveWay, Number.POSITIVE_INFINITY);
      } else if (!cast.snapshot().roles.has(from)) cast.insertRole(role, at);
      const untouched = this.#untouched(undo);
      if (isRename) this.#moveTurns(into, from, undo.notOurs);
      else this.#putTurnsBack(undo, untouched);
      const confirmed = isRename
        ? renamedIn(this.#before().confirmedRoles, into, from)
        : [...new Set([...this.#before().confirmedRoles, ...undo.confirmedRoles.filter((name) => name === from)])];
      const same = confirmed.toSorted().join('\n') === undo.confirmedRoles.toSorted().join('\n');
      const swept = this.#moveMarks(into, from, same ? undo.confirmedRoles : confirmed, undo);
      this.#putRulesBack(undo);
      this.#settle(swept.needsReading || (!isRename && untouched.size < undo.marks.size), [from, into]);
    }, db);
  }

  #find(name: string): { readonly role: Role; readonly at: number } {
    const roles = this.#parts.cast.roles();
    const at = roles.findIndex((role) => role.name === name);
    const role = roles[at];
    if (!role) throw new RangeError(`there is no role ${name}`);
    return { role, at };
  }

  #before() {
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

  /** Whether a line among these has a second role, so that its prefix is sent. */
  #speaksInDialogs(turns: RoleUndo['turns']): boolean {
    const isDialog = this.#parts.db.prepare('SELECT 1 FROM lines WHERE id = ? AND json_array_length(roles) > 1');
    return [...turns.keys()].some((id) => isDialog.get(id) !== undefined);
  }

  /** Lines that were deleted too: they come back with their words. */
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

  #putTurnsBack({ turns, from, into }: RoleUndo, untouched: ReadonlySet<number>): void {
    const { db } = this.#parts;
    const read = db.prepare<{
      readonly paragraph_id: number;
      readonly turns: string;
      readonly deleted_at: number | null;
    }>('SELECT paragraph_id, turns, deleted_at FROM lines WHERE id = ?');
    for (const [id, own] of turns) {
      const row = read.get(id);
      // What was rewritten since is read from its text; a deleted line has none in the script, only its own turns.
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

  /** The paragraphs whose text is still that which the change gave them. */
  #untouched({ marks }: RoleUndo): Set<number> {
    const read = this.#parts.db.prepare<{ readonly source: string }>('SELECT source FROM paragraphs WHERE id = ?');
    const same = new Set<number>();
    for (const [id, { source }] of marks) if (read.get(id)?.source === source) same.add(id);
    return same;
  }

  /** Rewrites the marks of paragraphs, of those that were deleted too, and keeps which roles are confirmed. */
  #moveMarks(from: string, into: string, confirmedRoles: readonly string[], undo?: RoleUndo): Swept {
    const { settings } = this.#parts;
    const options = settings.read();
    const next = { ...options, confirmedRoles: [...confirmedRoles] };
    const swept = this.#sweep({
      from,
      into,
      before: roleMarkReader(options),
      after: roleMarkReader(next),
      ...(undo ? { only: undo.marks } : {}),
      ...(undo?.kind === 'rename' ? { all: true, notIn: undo.notOurs } : {}),
    });
    if (JSON.stringify(options.confirmedRoles) !== JSON.stringify(next.confirmedRoles)) settings.write(next);
    return swept;
  }

  #sweep({ only, all = false, notIn, ...rewrite }: Sweep): Swept {
    const { db, clock } = this.#parts;
    const now = clock.now();
    const swept: Swept = { marks: new Map(), needsReading: false };
    const update = db.prepare('UPDATE paragraphs SET source = ? WHERE id = ?');
    for (const { id, source, problem, deleted_at } of this.#paragraphsNaming(rewrite.from, rewrite.into)) {
      if (notIn?.has(id)) continue;
      const known = only?.get(id)?.names;
      const names = all || !only ? undefined : (known ?? new Map<number, string>());
      const first = rewriteMarks(source, { ...rewrite, ...(names ? { only: names } : {}) });
      const { source: next, marks } = all && known ? asItWas(source, first, rewrite, known) : first;
      if (next === source) continue;
      update.run(next, id);
      // A paragraph that gets its former words back is the same paragraph again.
      if (deleted_at !== null || this.#former.isWorthRemembering(id)) {
        this.#former.remember(id, deleted_at === null ? source : next, deleted_at ?? now);
      }
      if (problem !== null && deleted_at === null) swept.needsReading = true;
      swept.marks.set(id, { source: next, names: new Map(marks.map(({ at, name }) => [at, name])) });
    }
    return swept;
  }

  /** Paragraphs that may have a mark of one of two roles. */
  #paragraphsNaming(one: string, other: string): NamingParagraph[] {
    // Words of a name may have any white space between them.
    const firstWord = (name: string): string => name.split(' ')[0] ?? '';
    return this.#parts.db
      .prepare<NamingParagraph>(
        `SELECT id, source, problem, deleted_at FROM paragraphs
         WHERE kind IN ('speech', 'pause') AND (instr(source, ?) > 0 OR instr(source, ?) > 0)`,
      )
      .all(firstWord(one), firstWord(other));
  }

  /** Puts the rules back as they were, unless they were changed since: then the current ones stay. */
  #putRulesBack({ kind, from, into, rules, rulesAfter }: RoleUndo): void {
    const { cast } = this.#parts;
    if (JSON.stringify(cast.rules()) === JSON.stringify(rulesAfter)) cast.replaceRules(rules);
    else if (kind === 'rename') cast.moveRules(into, from);
  }

  #settle(needsReading: boolean, roles: readonly string[]): void {
    if (needsReading) this.#parts.readAnew();
    this.#parts.keys.rekey(roles);
  }
}

/** Marks that were changed before, written as they were; others as the role is called. */
function asItWas(
  source: string,
  first: ReturnType<typeof rewriteMarks>,
  rewrite: Pick<Sweep, 'from' | 'into' | 'before' | 'after'>,
  known: ReadonlyMap<number, string>,
): ReturnType<typeof rewriteMarks> {
  const nameAt = (at: number): string => {
    const name = known.get(at);
    return name !== undefined && tidyRoleName(name) === rewrite.into ? name : rewrite.into;
  };
  return rewriteMarks(source, { ...rewrite, only: new Map(first.marks.map(({ at }) => [at, nameAt(at)])) });
}
