// The render queue: projects that render one after another.

export const queue = {
  title: 'Render queue',
  loading: 'Loading the render queue…',
  list: 'Projects in the render queue',
  empty: {
    title: 'No projects in the queue',
    detail:
      'Add projects in the library: choose “Add to render queue” in a project’s menu. They render one after another, even while you work on another project.',
  },
  held: 'The queue is paused. Waiting projects start when you resume it.',
  heldEntry: 'Waiting for the queue to resume',
  overBudget: 'The queue has reached its budget. Raise the budget to resume.',
  continue: 'Resume queue',
  hold: 'Pause queue',
  clearDone: 'Clear finished projects',
  renderAnyway: 'Accept price',
  moveHint: 'Alt+Up and Alt+Down move the project in the queue.',
  /** An error: `title` is its heading and `detail` a sentence. */
  because: '{title}: {detail}',
  stoppedNotice: 'Stopped rendering “{project}”.',
  removedNotice: '“{project}” removed from the queue.',
  priority: { label: 'Priority of “{project}”', high: 'High', normal: 'Normal', low: 'Low' },
  action: {
    pause: 'Pause “{project}”',
    resume: 'Resume “{project}”',
    stop: 'Stop “{project}” and cancel its unsent lines',
    remove: 'Remove “{project}” from the queue',
    open: 'Go to “{project}”',
  },
  budget: {
    title: 'Budget for the whole queue',
    hint: 'The queue stops before it exceeds this budget. Each project’s own caps still apply.',
    spent: '{characters, plural, one {# character sent} other {# characters sent}} since the budget was set.',
    characters: 'Character budget',
    money: 'Cost budget ({currency})',
    none: 'No limit',
  },
} as const;
