// Production: what a run would send, how far it is, what it costs, and what waits for a decision.

export const production = {
  /** Money; `amount` is a figure, `currency` three letters. */
  amount: '{amount} {currency}',
  /** What stores say of synthetic voices, before a run. */
  stances: 'What stores say of synthetic voices',
  title: { local: 'Production', board: 'Departures' },
  view: { label: 'View of production', departures: 'Departures', costs: 'Costs' },
  looking: 'Working out what leaves when…',
  about: {
    finished: '{lines, plural, one {# line rendered} other {# lines rendered}}: every line is fresh.',
    runningLocally: 'Rendering on this computer.',
    ordered: '{lines, plural, one {# line ordered} other {# lines ordered}}',
    planLocal: 'Rendered on this computer, at no cost.',
    plan: 'What would be sent, and when. Nothing has left yet.',
  },
  actions: {
    export: 'Export…',
    review: 'Review the takes',
    retry: '{lines, plural, one {Retry # failed line} other {Retry # failed lines}}',
    stop: 'Stop',
    /** `lines`: those that are not sent yet. */
    cancel: '{lines, plural, =0 {Cancel the run} one {Cancel # unsent line} other {Cancel # unsent lines}}',
    pause: 'Pause',
    resume: 'Resume',
    render: 'Render',
    renderLines: '{lines, plural, one {Render # line} other {Render # lines}}',
    script: 'Go to the script',
    raiseCap: 'Raise the cap',
  },
  extent: { label: 'What to render', script: 'Whole script', chapter: 'This chapter' },
  canceled:
    '{lines, plural, =0 {Run canceled: every line was sent.} one {# unsent line canceled.} other {# unsent lines canceled.}}',
  remarks: {
    reused:
      '{lines, plural, one {# line fresh already: nothing is sent for it} other {# lines fresh already: nothing is sent for them}}',
    inFlight: '{lines, plural, one {# line with the service} other {# lines with the service}}',
    inDoubt: '{lines, plural, one {# line} other {# lines}} in doubt: decide on the right',
    lost: '{lines, plural, one {# line} other {# lines}} lost: decide on the right',
    blocked:
      '{lines, plural, one {# line can’t be rendered as it stands} other {# lines can’t be rendered as they stand}}',
    /** `which`: the lines, as “Act II 12–40”. */
    overCap:
      '{lines, plural, one {# line left out: it would pass the cap ({which})} other {# lines left out: they would pass the cap ({which})}}',
    warnings:
      '{dialogs, plural, one {# dialog may be read aloud differently than you expect} other {# dialogs may be read aloud differently than you expect}}',
  },
  replaceApproved:
    '{lines, plural, one {Render # line whose approved take is stale} other {Render # lines whose approved takes are stale}}',
  renderMissing: {
    hint: 'They were rendered, and their audio file is missing or damaged. If you have the files, put them back instead.',
    ask: '{lines, plural, one {Also render # line with missing audio, and pay again} other {Also render # lines with missing audio, and pay again}}',
    chosen:
      '{lines, plural, one {# line with missing audio rendered, and paid for, again} other {# lines with missing audio rendered, and paid for, again}}',
  },
  noLines: { title: 'No lines yet', detail: 'Write or import a script: each paragraph becomes a line to render.' },
  nothing: {
    title: 'Nothing to render',
    fresh: 'Every line is fresh. Listen to the takes, or export them.',
    overCap: 'The cap on characters leaves nothing to send: raise it on the right.',
    inFlight:
      'The service has what is left. Where its audio could not be fetched, “Retry failed lines” asks for it again, at no cost.',
    missingAudio: 'Some lines were rendered, and their audio is missing. Put the files back, or render them again.',
    waiting:
      'What is left waits for you: lines that can’t be rendered as they stand, or a decision on what is in doubt or lost.',
  },
  /** Below large figures. */
  figures: {
    lines: '{lines, plural, one {line} other {lines}}',
    characters: 'characters',
    ofCharacters: 'of {characters, plural, one {# character} other {# characters}}',
    batches: '{batches, plural, one {batch} other {batches}}',
    batchesInFlight: '{batches, plural, one {batch} other {batches}}, {inFlight, number} in flight',
    untilLast: 'until the last leaves',
    allDone: 'all done',
    finished: 'finished',
    refused: 'refused',
    extraTakes: 'extra takes',
    price: 'price',
    room: 'characters left under the cap',
    estimate: 'estimated time',
  },
  progress: {
    label: 'Progress',
    rendered: '{rendered, number} of {lines, plural, one {# line} other {# lines}} rendered',
    failed: '{lines, number} failed',
    paused: 'Paused',
    stopping: 'Stopping…',
    estimating: 'Estimating time left…',
    left: '{time} left',
  },
  estimate: { seconds: 'about {seconds} s', minutes: 'about {minutes} min', hours: 'about {hours} h {minutes} min' },
  notices: {
    paused:
      'Paused: {lines, plural, one {# line waits} other {# lines wait}}. Lines already sent still come back; nothing more is sent until you resume.',
    stopping: 'Canceled: waiting for lines already sent.',
    waiting: '{why} Resuming at {time}.',
    stopped: 'The run stopped before its time. {why}',
    /** `which`: the lines, as “Act II 12–40”. */
    capped:
      '{why} {lines, plural, one {# line is left out} other {# lines are left out}}: {which}. Raise the cap, then resume.',
  },
  /** Why nothing leaves at present. */
  wait: {
    budget: 'This minute’s budget is used up.',
    'rate-limited': 'The service asked to wait (429): nothing is lost, the lines go out again.',
    unreachable: 'The service does not answer at the moment. What it has is asked for again.',
    doubt: 'The service gave no clear answer, so the next batch waits a little.',
    /** `message`: what the service or the network said, in a sentence. */
    because: '{why} {message}',
  },
  board: {
    run: 'Batches of the run',
    plan: 'Batches that would leave',
    columns: {
      batch: 'Batch',
      leaves: 'Leaves',
      lines: 'Lines',
      characters: 'Characters',
      progress: 'Progress',
      state: 'State',
      back: 'Back',
    },
    webhook: 'Webhook {outcome}',
    replyLost: 'reply lost',
    notComing: 'not coming',
    failed: '{lines, number} failed',
    state: {
      queued: 'queued',
      'waits-for-budget': 'waits for budget',
      sending: 'sending',
      pending: 'pending',
      'in-progress': 'in progress',
      done: 'done',
      failed: 'failed',
      'in-doubt': 'in doubt',
      lost: 'lost',
      'sent-again': 'sent again',
      refused: 'refused',
      cancelled: 'canceled',
    },
    /** Parts of a list that says what the cells of a batch show. */
    cells: {
      done: '{lines} done',
      inFlight: '{lines} in flight',
      failed: '{lines} failed',
      inDoubt: '{lines} in doubt',
      lost: '{lines} lost',
      waiting: '{lines} waiting',
      canceled: '{lines} canceled',
    },
  },
  webhook: {
    summary: 'Webhook: {choice}',
    label: 'Webhook of this run',
    off: 'off for this run',
    none: 'none',
    unnamed: 'an address of its own',
    choose: {
      none: 'None',
      own: 'The connection’s',
      off: 'Off for this run',
      thisRun: 'For this run',
      other: 'Another for this run',
    },
    address: 'Address of the webhook',
    addressPlaceholder: 'https://…',
    addressFault: 'A whole address, with http or https',
    explained:
      'The service calls this address when a line and when a batch is done. Lectern itself does not need it: it reads the results by itself.',
  },
  confirm: {
    title: '{lines, plural, one {Render # line?} other {Render # lines?}}',
    size: '{characters, plural, one {# character} other {# characters}} in {batches, plural, one {# batch} other {# batches}}.',
    sizeAndPrice:
      '{characters, plural, one {# character} other {# characters}} in {batches, plural, one {# batch} other {# batches}}, for {price}.',
    above: 'That is more than the {price} from which on you want to be asked.',
    replaced:
      '{lines, plural, one {# line has an approved take that is stale: the new one takes its place.} other {# lines have approved takes that are stale: the new ones take their place.}} The old takes are kept.',
    room: '{characters, number} characters remain under the cap after it.',
    cancel: 'Cancel',
    render: 'Render',
    renderFor: 'Render for {price}',
  },
  minute: {
    title: 'This minute',
    unlimited: 'not limited',
    characters: 'Characters',
    charactersUsed: 'Characters used this minute',
    requests: 'Requests',
    requestsUsed: 'Requests used this minute',
  },
  plans: { title: 'On the plans', atOnce: 'at once', allSent: 'all sent {time}', current: '(in use)' },
  doubts: {
    heading: { 'in-doubt': 'In doubt', lost: 'Lost', both: 'In doubt or lost' },
    label: { 'in-doubt': 'Batch {batch}, in doubt', lost: 'Batch {batch}, lost' },
    /** `which`: the lines, as “Act II 251–300”. */
    text: {
      'in-doubt':
        '<b>Batch {batch}</b>, {which} ({characters, plural, one {# character} other {# characters}}) was sent at {time} and no clear reply came. It may have been accepted. Sending it again may be charged twice.',
      lost: '<b>Batch {batch}</b>, {which} ({characters, plural, one {# character} other {# characters}}) was sent at {time} and accepted, and {lines, plural, one {# line of it will not come back. Sending it again is charged again.} other {# lines of it will not come back. Sending them again is charged again.}}',
    },
    sendAgain: 'Send again',
    leaveOut: 'Leave out',
    leftOut:
      '{which}: {lines, plural, one {# line left out} other {# lines left out}}, to be rendered whenever you order it.',
  },
  failures: {
    title: 'Failed · {lines, number}',
    more: '{lines, plural, one {and # line more} other {and # lines more}}',
  },
  ledger: {
    title: 'Ledger',
    thisRun: 'This run',
    characters: '{characters, plural, one {# character} other {# characters}}',
    retakes: 'Retakes',
    inDoubt: 'In doubt',
    lost: 'Lost',
    auditions: 'Auditions',
    total: 'In all',
    all: 'All costs',
  },
  caps: {
    characters: {
      label: 'Cap',
      hint: 'Characters that this project may ever send. A run stops before it would pass them.',
      none: 'no cap',
    },
    money: {
      label: 'Most it may cost, in {currency}',
      hint: 'A run stops before the project would cost more, at the price of the connection.',
      otherCurrency:
        'The limit is in {limit}, but the connection counts in {currency}. Nothing is sent until you set it again.',
      none: 'no limit',
    },
    confirm: {
      label: 'Ask before a run above, in {currency}',
      hint: 'A run that would cost more is confirmed first.',
      none: 'never',
    },
  },
  webhooks: {
    title: 'Webhooks · {answered, number} of {batches, number} answered',
    batch: 'Batch {batch}',
    more: 'and {batches, number} before',
  },
  log: {
    title: 'Log',
    entry: {
      started: 'Run started{counted, select, yes { ({lines, plural, one {# line} other {# lines}})} other {}}.',
      'batch-sent':
        '{known, select, yes {Batch {batch}} other {A batch}} left{counted, select, yes { ({lines, plural, one {# line} other {# lines}})} other {}}.',
      'batch-accepted':
        '{known, select, yes {Batch {batch}} other {A batch}} was accepted{counted, select, yes { ({lines, plural, one {# line} other {# lines}})} other {}}.',
      'batch-in-doubt':
        '{known, select, yes {Batch {batch}} other {A batch}} is in doubt{counted, select, yes { ({lines, plural, one {# line} other {# lines}})} other {}}: {explained, select, yes {{message}} other {no reply came}}',
      'sent-again':
        '{known, select, yes {Batch {batch}} other {A batch}} is sent again{counted, select, yes { ({lines, plural, one {# line} other {# lines}})} other {}}, as the connection’s setting says: it may be charged twice.',
      'lines-lost':
        '{lines, plural, one {# line of {known, select, yes {batch {batch}} other {an earlier batch}} is lost.} other {# lines of {known, select, yes {batch {batch}} other {an earlier batch}} are lost.}}{explained, select, yes { {message}} other {}}',
      'lines-unfinished':
        '{lines, plural, one {# line of {known, select, yes {batch {batch}} other {an earlier batch}} stays with the service.} other {# lines of {known, select, yes {batch {batch}} other {an earlier batch}} stay with the service.}}{explained, select, yes { {message}} other {}}',
      'line-failed': '{line} failed: {explained, select, yes {{message}} other {the service gave no reason.}}',
      'unnamed-failed': 'A line failed: {explained, select, yes {{message}} other {the service gave no reason.}}',
      waiting: '{explained, select, yes {{message}} other {Waiting.}}',
      stopped: 'Stopped: {explained, select, yes {{message}} other {the run could not go on.}}',
      paused: 'Paused: nothing more is sent.',
      resumed: 'Resumed.',
      finished: 'Run finished.',
      cancelled: 'Unsent lines canceled.',
    },
  },
  costs: {
    title: 'Costs',
    about: 'What the service took for this project, or may have taken.',
    none: {
      title: 'Nothing was spent yet',
      detail: 'What each line, role, chapter and run costs is found here once lines have been sent.',
      plan: 'See what a run would cost',
    },
    groupBy: 'Add up by',
    by: { line: 'Lines', role: 'Roles', chapter: 'Chapters', run: 'Runs' },
    report: {
      line: 'Costs by line',
      role: 'Costs by role',
      chapter: 'Costs by chapter',
      run: 'Costs by run',
    },
    excel: 'For Excel',
    excelHint: 'Begins the file with a byte order mark, without which Excel does not take it for UTF-8',
    save: 'Save as CSV…',
    saved: {
      line: 'The costs by line are in {path}.',
      role: 'The costs by role are in {path}.',
      chapter: 'The costs by chapter are in {path}.',
      run: 'The costs by run are in {path}.',
    },
    total: {
      characters: 'characters',
      cost: 'cost',
      retakes: 'of retakes',
      failed: 'failed',
      inDoubt: 'in doubt',
      lost: 'lost',
      auditions: 'of auditions',
    },
    unpriced: '{characters, number} characters left while the connection had no price: they are not in the cost.',
    name: { line: 'Line', role: 'Role', chapter: 'Chapter', run: 'Run' },
    began: 'Began',
    words: 'Words',
    columns: {
      characters: 'Characters',
      rendered: 'Rendered',
      underWay: 'With service',
      failed: 'Failed',
      inDoubt: 'In doubt',
      lost: 'Lost',
      auditions: 'Auditions',
      retakes: 'Retakes',
      amounts: 'Cost',
    },
    /** What stands where a row is about nothing that is there. */
    nameless: {
      line: 'Not in the script',
      chapter: 'Not in the script',
      role: 'No role',
      run: 'Auditions',
    },
  },
} as const;
