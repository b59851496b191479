// Roles that the producer adds before they have a line, and those without any that are removed. A role without lines is
// listed because its name is confirmed: from then on the script reads a row that begins with it as the role's.
import { NARRATOR, type Role } from '../../../../shared/model/cast.ts';
import type { RoleMarkOptions } from '../../../../shared/model/settings.ts';
import { roleMarkReader } from '../../../../shared/rules/role-marks.ts';
import { newRoleNameProblem, tidyRoleName } from '../../../../shared/rules/role-names.ts';
import { roleProgress } from '../lines/line-progress.ts';
import { listedRoles, type RoleChangesParts, RoleNameError } from './role-changes.ts';

/** A role as it was added: enough to see whether anything became of it since. */
export interface AddedRole {
  readonly role: Role;
  /** Lines of the script that begin with its name already, and are its own from then on. */
  readonly lines: number;
  /** It spoke once: its entry was still in the cast. */
  readonly hadEntry: boolean;
  readonly wasConfirmed: boolean;
}

/** A role as it was removed, and its place in the cast. */
export interface RemovedRole {
  readonly role: Role;
  readonly at: number;
}

export class RoleEntries {
  readonly #parts: RoleChangesParts;

  constructor(parts: RoleChangesParts) {
    this.#parts = parts;
  }

  /** @param typed as it was typed @throws RoleNameError; ProjectError, and nothing is changed then */
  add(typed: string): AddedRole {
    const { cast, db, settings } = this.#parts;
    const name = tidyRoleName(typed);
    const options = settings.read();
    const { confirmedRoles } = options;
    const problem = newRoleNameProblem(name, options, listedRoles(this.#parts, options));
    if (problem) throw new RoleNameError(problem);
    const hadEntry = cast.snapshot().roles.has(name);
    const wasConfirmed = confirmedRoles.some((one) => tidyRoleName(one) === name);
    db.durably(() => {
      cast.addRoles([name]);
      if (!wasConfirmed) this.#confirm(name, [...confirmedRoles, name]);
    });
    return { role: this.#entry(name), lines: this.#linesOf(name), hadEntry, wasConfirmed };
  }

  /** Whether a role is as it was when it was added. */
  isAsAdded({ role, lines }: AddedRole): boolean {
    const now = this.#parts.cast.snapshot().roles.get(role.name);
    return JSON.stringify(now) === JSON.stringify(role) && this.#linesOf(role.name) === lines;
  }

  /** Takes an added role back. To be called only while it is as it was added. */
  takeBack({ role: { name }, hadEntry, wasConfirmed }: AddedRole): void {
    const { cast, db } = this.#parts;
    db.durably(() => {
      if (!hadEntry) cast.removeRole(name);
      if (!wasConfirmed) this.#confirm(name, this.#confirmedWithout(name));
    });
  }

  /**
   * Removes a role that has no line.
   *
   * @throws RoleNameError `narrator`, `speaks`; RangeError where there is no such role
   */
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

  /** Puts a removed role back. @returns whether it could be: not where there is one of its name by now */
  putBack({ role, at }: RemovedRole): boolean {
    const { cast, db, settings } = this.#parts;
    if (cast.snapshot().roles.has(role.name)) return false;
    db.durably(() => {
      cast.insertRole(role, at);
      this.#confirm(role.name, [...settings.read().confirmedRoles, role.name]);
    });
    return true;
  }

  /** Keeps which names are roles, and reads the script again where that changes what a row is. */
  #confirm(name: string, confirmedRoles: string[]): void {
    const { keys, settings, readAnew, scriptChanged } = this.#parts;
    const before = settings.read();
    const after = { ...before, confirmedRoles };
    settings.write(after);
    const isMark = (options: RoleMarkOptions): boolean => roleMarkReader(options)(`${name}: `)?.role === name;
    if (isMark(before) === isMark(after) || !this.#isNamed(name)) return;
    readAnew();
    keys.rekey();
    scriptChanged();
  }

  #confirmedWithout(name: string): string[] {
    return this.#parts.settings.read().confirmedRoles.filter((one) => tidyRoleName(one) !== name);
  }

  #entry(name: string): Role {
    const role = this.#parts.cast.snapshot().roles.get(name);
    if (!role) throw new RangeError(`there is no role ${name}`);
    return role;
  }

  #linesOf(name: string): number {
    return roleProgress(this.#parts.db).get(name)?.lines ?? 0;
  }

  /** Whether the first word of a name stands in the script: other white space may separate the next one. */
  #isNamed(name: string): boolean {
    const [firstWord = ''] = name.split(' ');
    const query = 'SELECT 1 FROM paragraphs WHERE deleted_at IS NULL AND instr(source, ?) > 0 LIMIT 1';
    return this.#parts.db.prepare(query).get(firstWord) !== undefined;
  }
}
