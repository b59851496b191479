import { type ProjectSettings, projectSettingsSchema } from '../../../../shared/model/settings.ts';
import type { Clock } from '../../ports.ts';
import type { Database } from './database.ts';
import { ProjectError } from './project-error.ts';

/** Unreadable settings are never overwritten unless the user requests it. */
export class SettingsDocument {
  readonly #db: Database;
  readonly #folder: string;
  readonly #clock: Clock;
  #known: ProjectSettings | null = null;

  constructor(db: Database, folder: string, clock: Clock) {
    this.#db = db;
    this.#folder = folder;
    this.#clock = clock;
    db.onRollback(() => {
      this.#known = null;
    });
  }

  /** @throws ProjectError `settings-unreadable` */
  read(): ProjectSettings {
    if (this.#known) return this.#known;
    try {
      this.#known = projectSettingsSchema.parse(JSON.parse(this.#stored()));
    } catch (error) {
      if (error instanceof ProjectError) throw error;
      throw new ProjectError({ kind: 'settings-unreadable', path: this.#folder }, error);
    }
    return this.#known;
  }

  write(settings: ProjectSettings): void {
    const checked = projectSettingsSchema.parse(settings);
    this.#db.prepare('UPDATE project SET settings = ?').run(JSON.stringify(checked));
    this.#known = checked;
  }

  /** Stores the originals in `kept_aside`. */
  replaceUnreadable(settings: ProjectSettings): void {
    this.#db.transaction(() => {
      this.#db
        .prepare(`INSERT INTO kept_aside (what, content, kept_at) VALUES ('settings', ?, ?)`)
        .run(this.#stored(), this.#clock.now());
      this.write(settings);
    });
  }

  #stored(): string {
    return this.#db.prepare<{ readonly settings: string }>('SELECT settings FROM project').get()?.settings ?? '';
  }
}
