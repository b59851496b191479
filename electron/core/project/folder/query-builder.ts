// kysely as a typed writer of SQL: it compiles, node:sqlite runs.
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Tables } from './schema.ts';

/** Builds queries over the project's tables. Its `execute` reaches no database; give the query to `Database`. */
export const sqlFor = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});
