// The project file's tables as rows, for typed queries. The SQL itself stands in migrations/.
// Times are milliseconds since the epoch, durations seconds, sizes bytes; `Json` columns hold documents as text.
import type { Generated } from 'kysely';
import type { ParagraphKind } from '../../../../shared/model/script.ts';
import type { OutputFormat } from '../../../../shared/service/vocabulary.ts';

type Json = string;
type Flag = 0 | 1;

interface ProjectTable {
  only_row: Generated<1>;
  id: string;
  name: string;
  created_at: number;
  origin: string;
  user_id: string;
  settings: Json;
  place: Json;
  last_export: Json | null;
  /** 0 from the first write until the project is closed properly: the file needs its write-ahead log then. */
  closed: Flag;
}

interface KeptAsideTable {
  id: Generated<number>;
  what: string;
  content: string;
  kept_at: number;
}

interface ParagraphTable {
  id: Generated<number>;
  ord: number;
  chapter_id: number | null;
  kind: ParagraphKind;
  source: string;
  gap: string;
  level: 1 | 2 | null;
  pause_seconds: number | null;
  problem: Json | null;
  deleted_at: number | null;
}

interface FormerTextTable {
  text_hash: string;
  paragraph_id: number;
  left_at: number;
}

interface LineTable {
  id: Generated<number>;
  paragraph_id: number;
  part: number;
  turns: Json;
  /** A JSON array of the names of the roles that speak, in order of appearance. */
  roles: Json;
  pause_before: number | null;
  pause_after: number | null;
  override: Json | null;
  render_key: string | null;
  characters: number;
  problem: Json | null;
  deleted_at: number | null;
}

interface RoleTable {
  name: string;
  ord: number;
  voice: string | null;
  parameters: Json;
  turn_prefix: string | null;
}

interface PronunciationRuleTable {
  ord: number;
  from_text: string;
  to_text: string;
  whole_word: Flag;
  match_case: Flag;
  role: string | null;
  language: string | null;
}

interface TakeTable {
  id: Generated<number>;
  line_id: number;
  render_key: string;
  request: Json;
  audio_hash: string;
  format: OutputFormat;
  sample_rate: number;
  size: number;
  duration: number;
  created_at: number;
  source: Json;
  verdict: Generated<'approved' | 'rejected' | null>;
  note: Generated<string>;
  trim_start: Generated<number>;
  trim_end: Generated<number>;
  gain_db: Generated<number>;
  audio_problem: Generated<'missing' | 'damaged' | null>;
  job_id: number | null;
}

interface PickTable {
  line_id: number;
  render_key: string;
  take_id: number;
  kept: Generated<Flag>;
}

interface RunTable {
  id: Generated<number>;
  created_at: number;
  options: Json;
  state: 'open' | 'done' | 'cancelled';
  finished_at: number | null;
}

interface RunLineTable {
  run_id: number;
  line_id: number;
  position: number;
}

interface BatchTable {
  id: Generated<number>;
  run_id: number;
  state: 'sending' | 'accepted' | 'refused' | 'not-sent' | 'in-doubt' | 'done' | 'resubmitted';
  origin: string;
  user_id: string;
  self_link: string | null;
  characters: number;
  sent_at: number;
  replied_at: number | null;
  http_status: number | null;
  error: Json | null;
  /** For 1,000 characters, when it was sent; null: not known then. */
  price: number | null;
  currency: string | null;
  webhook_host: string | null;
  webhook_called_at: number | null;
  webhook_status: number | null;
  webhook_reads: Generated<number>;
}

/** What became of a job. */
export type JobState = 'sent' | 'accepted' | 'done' | 'failed' | 'in-doubt' | 'lost' | 'refused' | 'resubmitted';

interface JobTable {
  id: Generated<number>;
  batch_id: number;
  run_id: number;
  line_id: number;
  custom_id: string;
  position: number;
  render_key: string;
  seed_pinned: Generated<Flag>;
  request: Json;
  characters: number;
  state: JobState;
  child_id: string | null;
  child_link: string | null;
  reason: Json | null;
  attempts: Generated<number>;
  created_at: number;
  finished_at: number | null;
  spoken: Json | null;
  webhook_called_at: number | null;
  webhook_status: number | null;
}

interface AuditionTable {
  id: Generated<number>;
  line_id: number | null;
  role: string | null;
  origin: string;
  user_id: string;
  characters: number;
  price: number | null;
  currency: string | null;
  begun_at: number;
}

interface AudioAnalysisTable {
  id: Generated<number>;
  audio_hash: string;
  version: number;
  loudness: number | null;
  true_peak: number | null;
  clipped_samples: number;
  speech_level: number | null;
  head_silence: number;
  tail_silence: number;
  longest_pause: number;
  start_level: number | null;
  end_level: number | null;
}

interface AudioWaveformTable {
  id: Generated<number>;
  audio_hash: string;
  peaks_per_second: number;
  overview: Uint8Array;
  peaks: Uint8Array;
}

/** All tables of the project file. */
export interface Tables {
  project: ProjectTable;
  kept_aside: KeptAsideTable;
  paragraphs: ParagraphTable;
  former_texts: FormerTextTable;
  lines: LineTable;
  roles: RoleTable;
  pronunciation_rules: PronunciationRuleTable;
  takes: TakeTable;
  picks: PickTable;
  runs: RunTable;
  run_lines: RunLineTable;
  batches: BatchTable;
  jobs: JobTable;
  auditions: AuditionTable;
  audio_analyses: AudioAnalysisTable;
  audio_waveforms: AudioWaveformTable;
}
