// The names and colours of a line's states.
import type { LineStatus } from '../../../shared/model/line-status.ts';

interface StatusWords {
  readonly label: string;
  /** What it means, in a sentence. */
  readonly meaning: string;
  /** A CSS value. */
  readonly colour: string;
  /** How the dot is drawn: states that share a colour differ in form, so that colour is never the only sign. */
  readonly form: 'disc' | 'ring' | 'half' | 'square' | 'cross';
}

export const STATUS: Readonly<Record<LineStatus, StatusWords>> = {
  fresh: { label: 'fresh', meaning: 'Rendered as it stands.', colour: 'var(--fresh)', form: 'disc' },
  kept: { label: 'kept', meaning: 'An older take was kept for it.', colour: 'var(--fresh)', form: 'ring' },
  stale: {
    label: 'stale',
    meaning: 'Its audio was made from an older text, voice or rule.',
    colour: 'var(--stale)',
    form: 'half',
  },
  'in-flight': { label: 'in flight', meaning: 'The service has it.', colour: 'var(--flight)', form: 'disc' },
  'in-doubt': {
    label: 'in doubt',
    meaning: 'It was sent and no reply came: you decide what happens.',
    colour: 'var(--doubt)',
    form: 'square',
  },
  lost: {
    label: 'lost',
    meaning: 'The service accepted it and no longer has it: you decide whether it is sent again.',
    colour: 'var(--doubt)',
    form: 'cross',
  },
  failed: { label: 'failed', meaning: 'The service could not render it.', colour: 'var(--fail)', form: 'cross' },
  'missing-audio': {
    label: 'audio missing',
    meaning: 'It was rendered, and its audio file is missing or damaged.',
    colour: 'var(--fail)',
    form: 'ring',
  },
  'too-long': {
    label: 'too long',
    meaning: 'It does not fit into one job: split it.',
    colour: 'var(--fail)',
    form: 'square',
  },
  blocked: {
    label: 'blocked',
    meaning: 'It can’t be rendered as it stands.',
    colour: 'var(--fail)',
    form: 'half',
  },
  unrendered: { label: 'not rendered', meaning: 'It has no take to use yet.', colour: 'var(--none)', form: 'ring' },
};

/** What a state means, for where its name alone is seen. */
export const statusHint = (status: LineStatus): string => `${STATUS[status].label}: ${STATUS[status].meaning}`;

/** The same of stale lines, where it is decided about all of them. */
export const STALE_LINES = 'The audio of a stale line was made from an older text, voice or rule.';

/** The parts of a progress bar, in the order in which they are drawn. What is left is not rendered yet. */
export const PROGRESS_PARTS: readonly {
  readonly label: string;
  readonly statuses: readonly LineStatus[];
  readonly colour: string;
}[] = [
  { label: 'fresh', statuses: ['fresh', 'kept'], colour: 'var(--fresh)' },
  { label: 'stale', statuses: ['stale'], colour: 'var(--stale)' },
  { label: 'in flight', statuses: ['in-flight'], colour: 'var(--flight)' },
  { label: 'in doubt', statuses: ['in-doubt'], colour: 'var(--doubt)' },
  { label: 'lost', statuses: ['lost'], colour: 'var(--doubt)' },
  { label: 'failed', statuses: ['failed'], colour: 'var(--fail)' },
  { label: 'audio missing', statuses: ['missing-audio'], colour: 'var(--fail)' },
  { label: 'can’t be rendered', statuses: ['too-long', 'blocked'], colour: 'var(--dim)' },
];
