import {
  isIpa,
  type PronunciationRule,
  pronunciationRuleSchema,
  type Role,
  roleSchema,
} from '../../../../shared/model/cast.ts';
import { type TurnPrefixProblem, turnPrefixProblem } from '../../../../shared/rules/turn-prefix.ts';
import type { Database } from '../folder/database.ts';
import { type RoleProgress, roleProgress } from '../lines/line-progress.ts';

export interface CastSnapshot {
  readonly roles: ReadonlyMap<string, Role>;
  readonly rules: readonly PronunciationRule[];
}

export interface RoleInScript extends Omit<RoleProgress, 'name'> {
  readonly role: Role;
}

interface RoleRow {
  readonly name: string;
  readonly voice: string | null;
  readonly parameters: string;
  readonly turn_prefix: string | null;
}

interface RuleRow extends Pick<PronunciationRule, 'from' | 'to' | 'role' | 'language'> {
  readonly whole_word: 0 | 1;
  readonly match_case: 0 | 1;
  readonly ipa: string | null;
}

export class CastError extends Error {
  readonly problem: TurnPrefixProblem;

  constructor(problem: TurnPrefixProblem) {
    super(`a turn prefix can't be used: ${problem.kind}`);
    this.name = 'CastError';
    this.problem = problem;
  }
}

export class CastStore {
  readonly #db: Database;
  readonly #onChange: (roles?: readonly string[]) => void;
  #known: CastSnapshot | null = null;

  /**
   * @param onChange called in the transaction with the roles whose requests have changed, or without roles if any of
   * them might have changed
   */
  constructor(db: Database, onChange: (roles?: readonly string[]) => void) {
    this.#db = db;
    this.#onChange = onChange;
    db.onRollback(() => {
      this.#known = null;
    });
  }

  roles(): Role[] {
    return [...this.snapshot().roles.values()];
  }

  summaries(): RoleInScript[] {
    const progress = roleProgress(this.#db);
    return this.roles().map((role) => {
      const { lines, characters } = progress.get(role.name) ?? { lines: 0, characters: 0 };
      return { role, lines, characters };
    });
  }

  /**
   * Updates a role and the render keys of its lines. White space around a turn prefix is removed; a null prefix selects
   * the default: the role's name and a colon.
   * @throws CastError if the turn prefix is invalid; RangeError if there is no such role
   */
  updateRole(name: string, patch: Partial<Omit<Role, 'name'>>): Role {
    const { roles } = this.snapshot();
    const before = roles.get(name);
    if (!before) throw new RangeError(`there is no role ${name}`);
    const turnPrefix = patch.turnPrefix === undefined ? before.turnPrefix : (patch.turnPrefix?.trim() ?? null);
    if (turnPrefix !== before.turnPrefix) {
      const problem = turnPrefixProblem(name, turnPrefix, roles);
      if (problem) throw new CastError(problem);
    }
    const after = roleSchema.parse({ ...before, ...patch, turnPrefix });
    this.saveRoles([...roles.values()].map((role) => (role.name === name ? after : role)));
    return before;
  }

  rules(): readonly PronunciationRule[] {
    return this.snapshot().rules;
  }

  /** Returns the cached cast and rules; do not modify them. */
  snapshot(): CastSnapshot {
    this.#known ??= { roles: new Map(this.#readRoles().map((role) => [role.name, role])), rules: this.#readRules() };
    return this.#known;
  }

  /** Puts the given roles first, in the given order, and updates the render keys of lines whose roles have changed. */
  saveRoles(roles: readonly Role[]): void {
    const checked = roles.map((role) => roleSchema.parse(role));
    const before = this.snapshot().roles;
    const given = new Set(checked.map((role) => role.name));
    const changed = checked.filter((role) => JSON.stringify(role) !== JSON.stringify(before.get(role.name)));
    const all = [...checked, ...[...before.values()].filter((role) => !given.has(role.name))];
    const sameOrder = [...before.keys()].join('\n') === all.map((role) => role.name).join('\n');
    if (changed.length === 0 && sameOrder) return;
    this.#db.transaction(() => {
      this.#writeRoles(all);
      this.#onChange(changed.map((role) => role.name));
    });
  }

  /** Adds missing roles, without updating lines. */
  addRoles(names: Iterable<string>): void {
    const known = this.snapshot().roles;
    const added = [...new Set(names)].filter((name) => !known.has(name));
    if (added.length === 0) return;
    const fresh = added.map((name): Role => ({ name, voice: null, parameters: {}, turnPrefix: null }));
    this.#db.transaction(() => this.#writeRoles([...known.values(), ...fresh]));
  }

  saveRules(rules: readonly PronunciationRule[]): void {
    const checked = rules.map((rule) => pronunciationRuleSchema.parse(rule));
    if (JSON.stringify(checked) === JSON.stringify(this.rules())) return;
    this.#db.transaction(() => {
      this.#writeRules(checked);
      this.#onChange();
    });
  }

  /** Renames a role. The caller updates its lines and rules. */
  renameRole(name: string, to: string, turnPrefix: string | null): void {
    this.#db.prepare('UPDATE roles SET name = ?, turn_prefix = ? WHERE name = ?').run(to, turnPrefix, name);
    this.#known = null;
  }

  /** Removes a role. The caller updates its lines. */
  removeRole(name: string): void {
    this.#db.prepare('DELETE FROM roles WHERE name = ?').run(name);
    this.#known = null;
  }

  /** Inserts a role, without updating lines. */
  insertRole(role: Role, index: number): void {
    const others = this.roles();
    this.#writeRoles(index < others.length ? others.toSpliced(index, 0, role) : [...others, role]);
  }

  /** Moves a role's rules to another role, without updating lines. */
  moveRules(from: string, into: string): void {
    this.#db.prepare('UPDATE pronunciation_rules SET role = ? WHERE role = ?').run(into, from);
    this.#known = null;
  }

  /** Replaces all rules. The caller updates the lines. */
  replaceRules(rules: readonly PronunciationRule[]): void {
    this.#writeRules(rules);
  }

  #writeRoles(roles: readonly Role[]): void {
    const upsert = this.#db.prepare(
      `INSERT INTO roles (name, ord, voice, parameters, turn_prefix) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET ord = excluded.ord, voice = excluded.voice, parameters = excluded.parameters,
         turn_prefix = excluded.turn_prefix`,
    );
    roles.forEach(({ name, voice, parameters, turnPrefix }, ord) => {
      upsert.run(name, ord, voice, JSON.stringify(parameters), turnPrefix);
    });
    this.#known = null;
  }

  #writeRules(rules: readonly PronunciationRule[]): void {
    this.#db.prepare('DELETE FROM pronunciation_rules').run();
    const insert = this.#db.prepare(
      `INSERT INTO pronunciation_rules (ord, from_text, to_text, whole_word, match_case, role, language, ipa)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    rules.forEach((rule, ord) => {
      const { from, to, ipa = null, wholeWord, matchCase, role, language } = rule;
      insert.run(ord, from, to, wholeWord ? 1 : 0, matchCase ? 1 : 0, role, language, ipa);
    });
    this.#known = null;
  }

  #readRoles(): Role[] {
    const rows = this.#db.prepare<RoleRow>('SELECT name, voice, parameters, turn_prefix FROM roles ORDER BY ord').all();
    return rows.map(({ name, voice, parameters, turn_prefix }) =>
      this.#db.readDocument(
        parameters,
        (value) => roleSchema.parse({ name, voice, parameters: value, turnPrefix: turn_prefix }),
        'roles.parameters',
      ),
    );
  }

  #readRules(): PronunciationRule[] {
    const rows = this.#db
      .prepare<RuleRow>(
        `SELECT from_text AS "from", to_text AS "to", whole_word, match_case, role, language, ipa
         FROM pronunciation_rules ORDER BY ord`,
      )
      .all();
    return rows.map(({ whole_word, match_case, ipa, ...rule }) =>
      pronunciationRuleSchema.parse({
        ...rule,
        // Ignore invalid IPA and keep the rest of the rule. Only another program can have written it.
        ...(ipa !== null && isIpa(ipa) && { ipa }),
        wholeWord: whole_word === 1,
        matchCase: match_case === 1,
      }),
    );
  }
}
