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
    unreachable: '{why} It could not be reached for {minutes, plural, one {# minute} other {# minutes}}.',
    doubts: '{batches, plural, one {# batch} other {# batches}} in a row got no clear reply. The last time: {why}',
    defect: 'Something went wrong inside Lectern ({id} in its log). Nothing that was kept is lost.',
  },
  cap: {
    characters: 'The project’s cap on characters would be passed.',
    money: 'The project’s cap on cost would be passed.',
    currency: 'The project’s cap is in another currency than the connection’s price, so they can’t be compared.',
    run: 'The cap on characters of this run would be passed.',
  },
  useless: {
    jobs: 'The service’s replies about a batch don’t list its jobs.',
    'job-names': 'The service’s replies don’t say which line each job is for.',
  },
  /** Why a line has no take. */
  failure: {
    unexplained: 'The service gave no reason.',
    'never-fits':
      'It has {characters, plural, one {# character} other {# characters}}, and the limit lets no more than {limitCharacters, number} through in a minute.',
    'not-sent': 'The run was stopped before its turn came.',
    'over-cap': 'Not sent: the cap on spending would have been passed.',
    stalled: 'The service has made no progress with it for {minutes, plural, one {# minute} other {# minutes}}.',
  },
} as const;
