// Why runs stop, keyed by the kinds in `shared/model/problems/run-stop.ts`. Shared by the UI, the command line and
// notifications.

export const runs = {
  stop: {
    'disk-short':
      'The disk with {folder} has {free} left, and the next batch may need {needed}. Free some space, then resume.',
    'refuses-all': '{why}',
    'refuses-webhook':
      'The service doesn’t accept the webhook’s address: {why} Change it in the connection’s settings, or continue without it.',
    'refuses-lines':
      'The service refused {lines, plural, one {# line} other {# lines}} and accepted none. Its last reply: {why}',
    unreachable: '{why} The service could not be reached for {minutes, plural, one {# minute} other {# minutes}}.',
    doubts: '{batches, plural, one {# batch} other {# batches}} in a row got no clear reply. Most recently: {why}',
    defect: 'Something went wrong inside Lectern ({id} in its log). No saved work is lost.',
  },
  cap: {
    characters: 'Sending more would exceed the project’s character cap.',
    money: 'Sending more would exceed the project’s cost limit.',
    currency:
      'The project’s cost limit and the connection’s price are in different currencies, so they can’t be compared.',
    run: 'Sending more would exceed this run’s character cap.',
    queue: 'Sending more would exceed the budget of the render queue.',
  },
  useless: {
    jobs: 'The service’s replies about a batch don’t list its jobs.',
    'job-names': 'The service’s replies don’t say which line each job is for.',
  },
  /** Why it is unknown whether the service has a batch. */
  doubt: {
    interrupted: 'Lectern was closed while it was sending the batch.',
    'unreadable-request': 'The project no longer has a readable record of what was sent.',
  },
  /** Why a line has no take. */
  failure: {
    unexplained: 'The service gave no reason.',
    'never-fits':
      'It has {characters, plural, one {# character} other {# characters}}, but the limit is {limitCharacters, number} per minute.',
    'not-sent': 'The run stopped before this line was sent.',
    'over-cap': 'Not sent, because it would have exceeded a spending cap.',
    stalled: 'The service has made no progress on this line for {minutes, plural, one {# minute} other {# minutes}}.',
  },
} as const;
