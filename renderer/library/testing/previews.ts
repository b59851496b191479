import type { ImportPreview, ImportRole } from '../../../shared/ipc/project-requests.ts';

export const importRole = (name: string, change: Partial<ImportRole> = {}): ImportRole => ({
  name,
  lines: 1,
  characters: 20,
  isRole: true,
  isFixed: false,
  voice: null,
  voiceId: null,
  like: null,
  likeEvidence: null,
  sample: '',
  evidence: null,
  ...change,
});

export const NARRATOR_ROLE = importRole('NARRATOR', { isFixed: true });

/** The preview of a script with two roles. */
export const importPreview = (change: Partial<ImportPreview> = {}): ImportPreview => ({
  importId: 'import-1',
  file: 'play.txt',
  name: 'play',
  kind: 'script',
  choices: { kind: 'script', roles: null, merges: [] },
  productionKind: 'audiobook',
  proposedKind: { kind: 'audiobook', evidence: [] },
  productionNotes: [],
  chapters: [{ title: 'First Act', lines: 3, opening: 'Did you hear what I was playing' }],
  roles: [importRole('ALGERNON'), importRole('LANE'), NARRATOR_ROLE],
  lines: 3,
  characters: 60,
  seconds: 12,
  price: null,
  sendingMs: null,
  warnings: [],
  notices: [],
  sections: [],
  sheets: [],
  leftOut: [],
  asides: { notes: 0, captions: 0, tables: 0 },
  asideWords: {},
  speech: null,
  castChanges: [],
  ...change,
});
