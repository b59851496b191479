// A confirmed name is listed in the cast, and paragraphs that start with it are parsed as the role's lines.
import { NARRATOR, type Role } from '../../../../shared/model/cast.ts';
import type { RoleMarkOptions } from '../../../../shared/model/settings.ts';
import { roleMarkReader } from '../../../../shared/rules/role-marks.ts';
import { newRoleNameProblem, normaliseRoleName } from '../../../../shared/rules/role-names.ts';
import { roleProgress } from '../lines/line-progress.ts';
import { listedRoles, type RoleChangesParts, RoleNameError } from './role-changes.ts';

export interface AddedRole {
  readonly role: Role;
  /** Existing lines that start with the name and now belong to the role. */
  readonly lines: number;
  /** True if the cast already had an entry, because the role used to have lines. */
  readonly hadEntry: boolean;
  readonly wasConfirmed: boolean;
}

export interface RemovedRole {
  readonly role: Role;
  readonly at: number;
}

export class RoleEntries {
  readonly #parts: RoleChangesParts;

  constructor(parts: RoleChangesParts) {
    this.#parts = parts;
  }

  /** @throws RoleNameError; ProjectError */
  add(typed: string): AddedRole {
    const { cast, db, settings } = this.#parts;
    const name = normaliseRoleName(typed);
    const options = settings.read();
    const { confirmedRoles } = options;
    const problem = newRoleNameProblem(name, options, listedRoles(this.#parts, options));
    if (problem) throw new RoleNameError(problem);
    const hadEntry = cast.snapshot().roles.has(name);
    const wasConfirmed = confirmedRoles.some((one) => normaliseRoleName(one) === name);
    db.durably(() => {
      cast.addRoles([name]);
      if (!wasConfirmed) this.#confirm(name, [...confirmedRoles, name]);
    });
    return { role: this.#entry(name), lines: this.#linesOf(name), hadEntry, wasConfirmed };
  }

  canUndoAdd({ role, lines }: AddedRole): boolean {
    const now = this.#parts.cast.snapshot().roles.get(role.name);
    return JSON.stringify(now) === JSON.stringify(role) && this.#linesOf(role.name) === lines;
  }

  /** Undoes `add`. Only call it if `canUndoAdd` returns true. */
  undoAdd({ role: { name }, hadEntry, wasConfirmed }: AddedRole): void {
    const { cast, db } = this.#parts;
    db.durably(() => {
      if (!hadEntry) cast.removeRole(name);
      if (!wasConfirmed) this.#confirm(name, this.#confirmedWithout(name));
    });
  }

  remove(name: string): RemovedRole {
    const { cast, db } = this.#parts;
    if (name === NARRATOR) throw new RoleNameError('narrator');
    const role = this.#entry(name);
    if (this.#linesOf(name) > 0) throw new RoleNameError('speaks');
    const at = cast.roles().findIndex((one) => one.name === name);
    db.durably(() => {
      cast.removeRole(name);
      this.#confirm(name, this.#confirmedWithout(name));
    });
    return { role, at };
  }

  restore({ role, at }: RemovedRole): boolean {
    const { cast, db, settings } = this.#parts;
    if (cast.snapshot().roles.has(role.name)) return false;
    db.durably(() => {
      cast.insertRole(role, at);
      this.#confirm(role.name, [...settings.read().confirmedRoles, role.name]);
    });
    return true;
  }

  /** Stores the confirmed names, and parses the script again if they change how it is parsed. */
  #confirm(name: string, confirmedRoles: string[]): void {
    const { keys, settings, reparse, scriptChanged } = this.#parts;
    const before = settings.read();
    const after = { ...before, confirmedRoles };
    settings.write(after);
    const isMark = (options: RoleMarkOptions): boolean => roleMarkReader(options)(`${name}: `)?.role === name;
    if (isMark(before) === isMark(after) || !this.#isNamed(name)) return;
    reparse();
    keys.rekey();
    scriptChanged();
  }

  #confirmedWithout(name: string): string[] {
    return this.#parts.settings.read().confirmedRoles.filter((one) => normaliseRoleName(one) !== name);
  }

  #entry(name: string): Role {
    const role = this.#parts.cast.snapshot().roles.get(name);
    if (!role) throw new RangeError(`there is no role ${name}`);
    return role;
  }

  #linesOf(name: string): number {
    return roleProgress(this.#parts.db).get(name)?.lines ?? 0;
  }

  /** Searches only for the first word, because it can be followed by any white space. */
  #isNamed(name: string): boolean {
    const [firstWord = ''] = name.split(' ');
    const query = 'SELECT 1 FROM paragraphs WHERE deleted_at IS NULL AND instr(source, ?) > 0 LIMIT 1';
    return this.#parts.db.prepare(query).get(firstWord) !== undefined;
  }
}
