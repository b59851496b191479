// The tables of a service on several machines. To change them, append a step. Never edit a released step, and keep each step
// compatible with the previous version of the service, which may still be running (`oldest`).

// - Times of type `bigint` are in milliseconds since the epoch, except in `rate_windows` and `rate_calls` (microseconds).
// - `open` is the number of a batch's unfinished jobs.
// - Jobs are inserted and updated much more often than they are read. So the table has as few indexes as possible, and none on
//   columns that change (so that updates are heap-only); pages have space for new row versions (`fillfactor`); and there is no
//   foreign key to the batch, which PostgreSQL would check for every job.
// - `entry` is the job's ID in pg-boss. `attempt` increases with every claim, and only results of the current attempt count.
// - `flows` and `clocks` hold the virtual times of fair queueing (fair-order.ts).
// - `revision` changes with a worker's lanes and voices.
// - `characters` is the number of code points in a job's text.
// - `usage` has a row per account and month (UTC, such as 2026-11). `accepted_characters` counts towards the quota, and is only
//   set for accounts that have one. The `removed_…` columns contain totals of jobs whose rows have been removed.
// - `rate_calls` has consecutive numbers and running sums of an account's calls, so that a decision reads one row per limit.
const INITIAL = `
CREATE TABLE lectern.batches (
  id text PRIMARY KEY,
  kind text NOT NULL,
  user_id text NOT NULL,
  created_at bigint NOT NULL,
  webhook_url text,
  webhook_host text,
  webhook_result text,
  open int NOT NULL,
  has_audio boolean NOT NULL DEFAULT false,
  finished_at bigint
);
CREATE INDEX batches_finished ON lectern.batches (finished_at) WHERE finished_at IS NOT NULL;

CREATE TABLE lectern.jobs (
  number bigint GENERATED ALWAYS AS IDENTITY,
  id text PRIMARY KEY,
  batch_id text NOT NULL,
  custom_id text,
  input text NOT NULL,
  characters int NOT NULL,
  seed bigint NOT NULL,
  lane text NOT NULL,
  priority int NOT NULL,
  virtual_start bigint NOT NULL,
  entry uuid NOT NULL,
  webhook_url text,
  webhook_host text,
  webhook_result text,
  status text NOT NULL DEFAULT 'pending',
  attempt int NOT NULL DEFAULT 0,
  worker text,
  file text,
  duration double precision,
  size bigint,
  error text,
  finished_at bigint
) WITH (fillfactor = 60);
CREATE INDEX jobs_by_batch ON lectern.jobs (batch_id, number);

CREATE TABLE lectern.deliveries (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  batch_id text NOT NULL REFERENCES lectern.batches (id) ON DELETE CASCADE,
  job_id text REFERENCES lectern.jobs (id) ON DELETE CASCADE,
  url text NOT NULL,
  host text NOT NULL,
  attempts int NOT NULL DEFAULT 0,
  due_at bigint NOT NULL,
  leased_until bigint NOT NULL DEFAULT 0
);
CREATE INDEX deliveries_due ON lectern.deliveries (due_at, number);
CREATE INDEX deliveries_by_batch ON lectern.deliveries (batch_id, host);
CREATE INDEX deliveries_by_job ON lectern.deliveries (job_id);

CREATE TABLE lectern.clones (
  id text PRIMARY KEY,
  user_id text NOT NULL,
  name text NOT NULL,
  gender text,
  created_at bigint NOT NULL,
  based_on text NOT NULL,
  timbre text NOT NULL,
  deleted_at bigint
);
CREATE INDEX clones_by_user ON lectern.clones (user_id, created_at);

CREATE TABLE lectern.accounts (
  user_id text PRIMARY KEY,
  name text NOT NULL,
  key_digest bytea NOT NULL UNIQUE,
  plan text NOT NULL,
  api_access boolean NOT NULL DEFAULT true,
  limits text,
  monthly_characters bigint,
  created_at bigint NOT NULL,
  revoked_at bigint
);

CREATE TABLE lectern.usage (
  user_id text NOT NULL,
  month text NOT NULL,
  accepted_characters bigint NOT NULL DEFAULT 0,
  streams bigint NOT NULL DEFAULT 0,
  stream_characters bigint NOT NULL DEFAULT 0,
  removed_jobs bigint NOT NULL DEFAULT 0,
  removed_failures bigint NOT NULL DEFAULT 0,
  removed_characters bigint NOT NULL DEFAULT 0,
  removed_seconds double precision NOT NULL DEFAULT 0,
  PRIMARY KEY (user_id, month)
);

CREATE TABLE lectern.settings (
  name text PRIMARY KEY,
  value text NOT NULL
);

CREATE TABLE lectern.workers (
  id text PRIMARY KEY,
  lanes text NOT NULL,
  voices text NOT NULL,
  revision text NOT NULL,
  seen_at timestamptz NOT NULL
);

CREATE TABLE lectern.flows (
  lane text NOT NULL,
  is_interactive boolean NOT NULL,
  user_id text NOT NULL,
  finish bigint NOT NULL,
  PRIMARY KEY (lane, is_interactive, user_id)
);

CREATE TABLE lectern.clocks (
  lane text NOT NULL,
  is_interactive boolean NOT NULL,
  virtual_time bigint NOT NULL,
  PRIMARY KEY (lane, is_interactive)
);

CREATE TABLE lectern.rate_windows (
  name text PRIMARY KEY,
  calls bigint NOT NULL DEFAULT 0,
  characters bigint NOT NULL DEFAULT 0,
  last_at bigint NOT NULL DEFAULT 0
);

CREATE TABLE lectern.rate_calls (
  name text NOT NULL,
  number bigint NOT NULL,
  sum bigint NOT NULL,
  characters bigint NOT NULL,
  at bigint NOT NULL,
  PRIMARY KEY (name, number)
);
CREATE INDEX rate_calls_by_sum ON lectern.rate_calls (name, sum);

-- Decides on calls and counts them, with their windows locked. Calls of the same window must be next to each other.
-- Times are in microseconds. Returns for each call 0, or the milliseconds after which the same call would fit.
CREATE FUNCTION lectern.take_calls(
  names text[], max_calls bigint[], max_characters bigint[], asked bigint[], counts boolean[]
) RETURNS double precision[] LANGUAGE plpgsql AS $body$
DECLARE
  minute CONSTANT bigint := 60000000;
  win lectern.rate_windows;
  oldest lectern.rate_calls;
  moment bigint;
  first_new bigint;
  live_calls bigint;
  live_characters bigint;
  free_at bigint;
  found_at bigint;
  waits double precision[] := '{}';
BEGIN
  FOR i IN 1 .. cardinality(names) LOOP
    IF i = 1 OR names[i] <> names[i - 1] THEN
      SELECT * INTO win FROM lectern.rate_windows WHERE name = names[i] FOR UPDATE;
      IF NOT FOUND THEN
        INSERT INTO lectern.rate_windows (name) VALUES (names[i]) ON CONFLICT DO NOTHING;
        SELECT * INTO win FROM lectern.rate_windows WHERE name = names[i] FOR UPDATE;
      END IF;
      moment := greatest(win.last_at, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint);
      first_new := win.calls + 1;
      live_calls := 0;
      live_characters := 0;
      SELECT * INTO oldest FROM lectern.rate_calls
        WHERE name = names[i] AND at > moment - minute ORDER BY number LIMIT 1;
      IF FOUND THEN
        live_calls := win.calls - oldest.number + 1;
        live_characters := win.characters - oldest.sum + oldest.characters;
      END IF;
    END IF;
    IF (max_calls[i] IS NULL OR live_calls + 1 <= max_calls[i])
      AND (max_characters[i] IS NULL OR live_characters + asked[i] <= max_characters[i]) THEN
      waits := waits || 0::double precision;
      IF counts[i] THEN
        win.calls := win.calls + 1;
        win.characters := win.characters + asked[i];
        live_calls := live_calls + 1;
        live_characters := live_characters + asked[i];
        INSERT INTO lectern.rate_calls (name, number, sum, characters, at)
          VALUES (names[i], win.calls, win.characters, asked[i], moment);
      END IF;
    ELSIF max_calls[i] < 1 OR max_characters[i] < asked[i] THEN
      waits := waits || (minute / 1000)::double precision;
    ELSE
      free_at := 0;
      IF max_calls[i] IS NOT NULL AND live_calls + 1 > max_calls[i] THEN
        SELECT at INTO found_at FROM lectern.rate_calls
          WHERE name = names[i] AND number >= win.calls + 1 - max_calls[i] ORDER BY number LIMIT 1;
        free_at := found_at + minute;
      END IF;
      IF max_characters[i] IS NOT NULL AND live_characters + asked[i] > max_characters[i] THEN
        SELECT at INTO found_at FROM lectern.rate_calls
          WHERE name = names[i] AND sum >= win.characters + asked[i] - max_characters[i] ORDER BY sum, number LIMIT 1;
        free_at := greatest(free_at, found_at + minute);
      END IF;
      waits := waits || greatest(1, (free_at - moment) / 1000.0)::double precision;
    END IF;
    IF win.calls >= first_new AND names[i + 1] IS DISTINCT FROM names[i] THEN
      UPDATE lectern.rate_windows SET calls = win.calls, characters = win.characters, last_at = moment
        WHERE name = names[i];
      DELETE FROM lectern.rate_calls WHERE name = names[i] AND number < coalesce(oldest.number, first_new);
    END IF;
  END LOOP;
  RETURN waits;
END
$body$;
`;

// The journal of a gateway (ports/upstream.ts). `account` identifies the account at the other service.
// - A batch is `sending` from before it is sent until its outcome is known, and then `accepted`, `in-doubt`, `refused` or
//   `withdrawn`. Finished batches are kept for a while, because they count towards the limits per minute.
// - A job has at most one row, so it can't be in two batches at the same time.
const UPSTREAM = `
CREATE TABLE lectern.upstream_batches (
  number bigint PRIMARY KEY,
  account text NOT NULL,
  state text NOT NULL DEFAULT 'sending',
  characters bigint NOT NULL,
  self_link text NOT NULL DEFAULT '',
  sent_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  replied_at timestamptz
);
CREATE INDEX upstream_batches_replied ON lectern.upstream_batches (account, replied_at);

CREATE TABLE lectern.upstream_jobs (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job_id text NOT NULL UNIQUE REFERENCES lectern.jobs (id) ON DELETE CASCADE,
  batch bigint NOT NULL REFERENCES lectern.upstream_batches (number) ON DELETE CASCADE,
  custom_id text NOT NULL UNIQUE,
  request text NOT NULL,
  fingerprint text NOT NULL,
  characters bigint NOT NULL,
  child_id text,
  child_link text
);
CREATE INDEX upstream_jobs_by_batch ON lectern.upstream_jobs (batch);
CREATE INDEX upstream_jobs_by_fingerprint ON lectern.upstream_jobs (fingerprint);
`;

export interface SchemaStep {
  readonly version: number;
  /**
   * The oldest version that still works after this step. Steps that only add something (“expand”) keep the previous value.
   * Obsolete columns and tables are removed in a later step (“contract”).
   */
  readonly oldest: number;
  readonly sql: string;
}

export const STEPS: readonly SchemaStep[] = [
  { version: 1, oldest: 1, sql: INITIAL },
  { version: 2, oldest: 1, sql: UPSTREAM },
];
