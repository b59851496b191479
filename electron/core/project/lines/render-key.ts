import { hash } from 'node:crypto';
import type { InputParameters } from '@lectern/tts-protocol';
import type { PronunciationRule, Role } from '../../../../shared/model/cast.ts';
import type { ParagraphKind } from '../../../../shared/model/script.ts';
import type { ProjectSettings } from '../../../../shared/model/settings.ts';
import { buildLineRequest, canonicalRequest, type LineRequest, type WrittenLine } from '../../rules/line-request.ts';
import type { Database } from '../folder/database.ts';
import { type LineFacts, readOverride, readTurns, rolesOfTurns } from './stored-line.ts';

/** Everything that a line's request depends on, apart from the line itself. */
export interface RequestSources {
  readonly roles: ReadonlyMap<string, Role>;
  readonly rules: readonly PronunciationRule[];
  readonly settings: ProjectSettings;
}

const CHUNK_SIZE = 2_000;
const KIND = '(SELECT kind FROM paragraphs WHERE paragraphs.id = lines.paragraph_id) AS kind';
/** Placeholder voice of an uncast role, used only to count characters in this file. */
const UNCAST_PREFIX = '\0nobody:';

/** A SHA-256 in hexadecimal. Lines that request the same audio share a key. */
export function lineKey(request: InputParameters, seedPinned: boolean): string {
  return hash('sha256', canonicalRequest(request, seedPinned), 'hex');
}

interface KeyRow {
  readonly id: number;
  readonly kind: ParagraphKind;
  readonly turns: string;
  readonly override: string | null;
  readonly render_key: string | null;
  readonly characters: number;
  readonly problem: string | null;
}

export class RenderKeys {
  readonly #db: Database;
  readonly #sources: () => RequestSources;
  #known: (Omit<RequestSources, 'rules'> & { readonly lenient: Omit<RequestSources, 'rules'> }) | null = null;

  constructor(db: Database, sources: () => RequestSources) {
    this.#db = db;
    this.#sources = sources;
  }

  /** Returns the current sources; do not modify them. */
  sources(): RequestSources {
    return this.#sources();
  }

  requestOf({ kind, turns, override }: WrittenLine): LineRequest {
    return buildLineRequest({ kind, turns, override, ...this.#sources() });
  }

  /**
   * Returns a line's key, characters and problem. A line over the limit still has a key, so that takes made under a
   * higher limit remain valid.
   */
  factsOf({ kind, turns, override }: WrittenLine): LineFacts {
    const speakers = rolesOfTurns(turns);
    if (speakers.length > 2) {
      return { renderKey: null, characters: 0, problem: { kind: 'three-roles', roles: speakers } };
    }
    const built = buildLineRequest({ kind, turns, override, ...this.#permissiveSources() });
    if (!built.ok) return { renderKey: null, characters: 0, problem: built.problem };
    const { request, characters } = built;
    const roles = [request.voice, request.voice_2 ?? ''].flatMap(uncastRole);
    if (roles.length > 0) return { renderKey: null, characters, problem: { kind: 'no-voice', roles } };
    const limit = this.#sources().settings.lineCharacters;
    return {
      renderKey: lineKey(request, built.seedPinned),
      characters,
      problem: characters > limit ? { kind: 'too-long', characters, limit } : null,
    };
  }

  #permissiveSources(): RequestSources {
    const { roles, rules, settings } = this.#sources();
    if (this.#known?.roles !== roles || this.#known.settings !== settings) {
      const cast = new Map<string, Role>();
      for (const [name, role] of roles) cast.set(name, { ...role, voice: role.voice ?? UNCAST_PREFIX + name });
      const unlimited = { ...settings, lineCharacters: Number.MAX_SAFE_INTEGER };
      this.#known = { roles, settings, lenient: { roles: cast, settings: unlimited } };
    }
    return { ...this.#known.lenient, rules };
  }

  #factsOfRow({ kind, turns, override }: Pick<KeyRow, 'kind' | 'turns' | 'override'>): LineFacts {
    return this.factsOf({ kind, turns: readTurns(this.#db, turns), override: readOverride(this.#db, override) });
  }

  rekeyLine(lineId: number): void {
    const row = this.#db
      .prepare<Pick<KeyRow, 'kind' | 'turns' | 'override'>>(`SELECT ${KIND}, turns, override FROM lines WHERE id = ?`)
      .get(lineId);
    if (!row) return;
    const facts = this.#factsOfRow(row);
    const problem = facts.problem && JSON.stringify(facts.problem);
    this.#db
      .prepare('UPDATE lines SET render_key = ?, characters = ?, problem = ? WHERE id = ?')
      .run(facts.renderKey, facts.characters, problem, lineId);
  }

  rekey(roles?: readonly string[]): number {
    if (roles?.length === 0) return 0;
    const rows = this.#db.prepare<KeyRow>(
      `SELECT id, ${KIND}, turns, override, render_key, characters, problem FROM lines
       WHERE id > ? AND deleted_at IS NULL
         AND (? IS NULL OR EXISTS (SELECT 1 FROM json_each(lines.roles) WHERE value IN (SELECT value FROM json_each(?))))
       ORDER BY id LIMIT ${CHUNK_SIZE}`,
    );
    const update = this.#db.prepare('UPDATE lines SET render_key = ?, characters = ?, problem = ? WHERE id = ?');
    const names = roles ? JSON.stringify(roles) : null;
    return this.#db.transaction(() => {
      let changed = 0;
      let last = 0;
      for (let chunk = rows.all(last, names, names); chunk.length > 0; chunk = rows.all(last, names, names)) {
        for (const row of chunk) {
          last = row.id;
          const facts = this.#factsOfRow(row);
          const problem = facts.problem ? JSON.stringify(facts.problem) : null;
          const same = facts.renderKey === row.render_key && facts.characters === row.characters;
          if (same && problem === row.problem) continue;
          update.run(facts.renderKey, facts.characters, problem, row.id);
          changed += 1;
        }
      }
      return changed;
    });
  }
}

function uncastRole(voice: string): string[] {
  return voice.startsWith(UNCAST_PREFIX) ? [voice.slice(UNCAST_PREFIX.length)] : [];
}
