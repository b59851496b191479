// What stood before roles were renamed or merged, for as long as their project is open: too much to go to the window and back.

import type { RoleUndo } from '../project/cast/role-changes.ts';
import type { ProjectSession } from './project-session.ts';

/** More than anybody takes back one after the other. */
const MOST = 50;

export class RoleUndos {
  readonly #kept = new WeakMap<ProjectSession, Map<string, RoleUndo>>();
  #count = 0;

  /** @returns the id by which it is taken back */
  keep(session: ProjectSession, undo: RoleUndo): string {
    const own = this.#kept.get(session) ?? new Map<string, RoleUndo>();
    this.#kept.set(session, own);
    this.#count += 1;
    const id = String(this.#count);
    own.set(id, undo);
    const [oldest] = own.keys();
    if (own.size > MOST && oldest !== undefined) own.delete(oldest);
    return id;
  }

  /** Gives one out, once; undefined where there is none, or not any more. */
  take(session: ProjectSession, id: string): RoleUndo | undefined {
    const own = this.#kept.get(session);
    const undo = own?.get(id);
    own?.delete(id);
    return undo;
  }
}
