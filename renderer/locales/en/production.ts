// Production: the planned run, its progress and cost, and lines that need a decision.

export const production = {
  /** Money; `currency` is a three-letter code. */
  amount: '{amount} {currency}',
  stances: 'Store policies on synthetic voices',
  title: { local: 'Production', board: 'Batches' },
  view: { label: 'Production view', batches: 'Batches', costs: 'Costs', renderQueue: 'Render queue' },
  looking: 'Planning the run…',
  about: {
    finished: '{lines, plural, one {# line rendered} other {# lines rendered}}. All lines are up to date.',
    runningLocally: 'Rendering on this computer.',
    ordered: '{lines, plural, one {# line in this run} other {# lines in this run}}',
    planLocal: 'Renders on this computer, at no cost.',
    plan: 'What will be sent, and when. Nothing has been sent yet.',
  },
  actions: {
    export: 'Export…',
    review: 'Review takes',
    retry: '{lines, plural, one {Retry # failed line} other {Retry # failed lines}}',
    stop: 'Stop',
    /** `lines` is the number of unsent lines. */
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
    '{lines, plural, =0 {Run cancelled. All lines had been sent.} one {# unsent line cancelled.} other {# unsent lines cancelled.}}',
  remarks: {
    reused:
      '{lines, plural, one {# line is up to date and won’t be sent} other {# lines are up to date and won’t be sent}}',
    inFlight: '{lines, plural, one {# line is already in flight} other {# lines are already in flight}}',
    inDoubt:
      '{lines, plural, one {# line is in doubt: decide on the right} other {# lines are in doubt: decide on the right}}',
    lost: '{lines, plural, one {# line was lost: decide on the right} other {# lines were lost: decide on the right}}',
    blocked: '{lines, plural, one {# line can’t be rendered as written} other {# lines can’t be rendered as written}}',
    /** `which`: the lines, as “Act II 12–40”. */
    overCap:
      '{lines, plural, one {# line over the cap will be skipped ({which})} other {# lines over the cap will be skipped ({which})}}',
    warnings:
      '{dialogs, plural, one {# dialog may not sound as you expect} other {# dialogs may not sound as you expect}}',
  },
  replaceApproved:
    '{lines, plural, one {Render # line whose approved take is stale} other {Render # lines whose approved takes are stale}}',
  renderMissing: {
    hint: 'Their audio files are missing or damaged. If you have the files, put them back instead.',
    ask: '{lines, plural, one {Also re-render # line with missing audio (charged again)} other {Also re-render # lines with missing audio (charged again)}}',
    chosen:
      '{lines, plural, one {# line with missing audio will be re-rendered and charged again} other {# lines with missing audio will be re-rendered and charged again}}',
  },
  noLines: { title: 'No lines yet', detail: 'Write or import a script. Each paragraph becomes a line you can render.' },
  nothing: {
    title: 'Nothing to render',
    fresh: 'All lines are up to date. Review the takes, or export them.',
    overCap: 'No remaining line fits under the character cap. Raise the cap on the right.',
    inFlight:
      'The remaining lines have been sent. If a download failed, “Retry failed lines” fetches the audio again at no cost.',
    missingAudio: 'The audio files of some rendered lines are missing. Put the files back, or render the lines again.',
    waiting:
      'The remaining lines need your attention. Fix lines that can’t be rendered, and decide whether to resend lines that are in doubt or lost.',
  },
  /** Below large figures. */
  figures: {
    lines: '{lines, plural, one {line} other {lines}}',
    characters: 'characters',
    ofCharacters: 'of {characters, plural, one {# character} other {# characters}}',
    batches: '{batches, plural, one {batch} other {batches}}',
    batchesInFlight: '{batches, plural, one {batch} other {batches}}, {inFlight, number} in flight',
    untilLast: 'until the last batch is sent',
    allDone: 'all done',
    after: 'after {time}',
    finished: 'finished',
    stopped: 'stopped',
    refused: 'refused',
    extraTakes: 'extra takes',
    price: 'price',
    room: 'characters left under cap',
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
  estimate: {
    few: 'a few seconds',
    seconds: 'about {seconds} s',
    minutes: 'about {minutes} min',
    hours: 'about {hours} h {minutes} min',
  },
  notices: {
    paused:
      'Paused with {lines, plural, one {# line} other {# lines}} waiting. Lines already sent will finish, but nothing more will be sent until you resume.',
    cancelled: 'Stopped · {rendered, number} of {lines, plural, one {# line} other {# lines}} rendered.',
    stopping: 'Run cancelled. Waiting for lines already sent.',
    behind:
      '{lines, plural, one {# line of another project is} other {# lines of other projects are}} ahead in the render queue. Single lines and retakes don’t wait.',
    waiting: '{why} Resuming at {time}.',
    stopped: 'The run stopped early. {why}',
    /** `which`: the lines, as “Act II 12–40”. */
    capped:
      '{why} {lines, plural, one {# line is skipped} other {# lines are skipped}}: {which}. Raise the cap, then resume.',
  },
  /** Why sending is paused for now. */
  wait: {
    budget: 'This minute’s limit has been reached.',
    'rate-limited': 'The service asked Lectern to wait (429). Nothing is lost, and the lines will be resent.',
    unreachable: 'The service isn’t responding. Lectern keeps checking on lines already sent.',
    doubt: 'The service didn’t reply clearly, so the next batch will be sent a little later.',
    /** `message` is a sentence from the service or the network. */
    because: '{why} {message}',
  },
  board: {
    run: 'Batches of the run',
    plan: 'Planned batches',
    columns: {
      batch: 'Batch',
      leaves: 'Sent',
      lines: 'Lines',
      characters: 'Characters',
      progress: 'Progress',
      state: 'State',
      back: 'Returned',
    },
    webhook: 'Webhook {outcome}',
    replyLost: 'reply lost',
    notComing: 'not expected',
    failed: '{lines, number} failed',
    state: {
      queued: 'queued',
      'waits-for-budget': 'waiting for minute limit',
      sending: 'sending',
      pending: 'pending',
      'in-progress': 'in progress',
      done: 'done',
      failed: 'failed',
      'in-doubt': 'in doubt',
      lost: 'lost',
      'sent-again': 'resent',
      refused: 'refused',
      cancelled: 'cancelled',
    },
    /** Text equivalents of the cells of a batch, joined in a list. */
    cells: {
      done: '{lines} done',
      inFlight: '{lines} in flight',
      failed: '{lines} failed',
      inDoubt: '{lines} in doubt',
      lost: '{lines} lost',
      waiting: '{lines} waiting',
      canceled: '{lines} cancelled',
    },
  },
  webhook: {
    summary: 'Webhook: {choice}',
    label: 'Webhook of this run',
    off: 'off for this run',
    none: 'none',
    unnamed: 'custom address',
    choose: {
      none: 'None',
      own: 'Connection default',
      off: 'Off for this run',
      thisRun: 'For this run',
      other: 'A different one for this run',
    },
    address: 'Webhook address',
    addressPlaceholder: 'https://…',
    addressFault: 'Enter a full address with http:// or https://',
    explained:
      'The service notifies this address when a line or batch is done. A webhook is optional: Lectern fetches results itself.',
  },
  confirm: {
    title: '{lines, plural, one {Render # line?} other {Render # lines?}}',
    size: '{characters, plural, one {# character} other {# characters}} in {batches, plural, one {# batch} other {# batches}}.',
    sizeAndPrice:
      '{characters, plural, one {# character} other {# characters}} in {batches, plural, one {# batch} other {# batches}}, for {price}.',
    above: 'You asked to confirm runs above {price}.',
    replaced:
      '{lines, plural, one {# line has a stale approved take, so a new take will be used instead.} other {# lines have stale approved takes, so new takes will be used instead.}} The old takes are kept.',
    banned:
      'By continuing, you confirm that synthetic narration of this book has been authorised by {stores}. Lectern remembers this for the project.',
    room: '{characters, number} characters will remain under the cap.',
    resumeTitle: 'Resume the run?',
    resume: 'Confirm and resume',
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
  plans: { title: 'By plan', atOnce: 'immediately', allSent: 'all sent {time}', current: '(in use)' },
  doubts: {
    heading: { 'in-doubt': 'In doubt', lost: 'Lost', both: 'In doubt or lost' },
    label: { 'in-doubt': 'Batch {batch}, in doubt', lost: 'Batch {batch}, lost' },
    /** `which`: the lines, as “Act II 251–300”. */
    text: {
      'in-doubt':
        '<b>Batch {batch}</b>, {which} ({characters, plural, one {# character} other {# characters}}), was sent at {time}, but no clear reply came. The service may have accepted it. If you resend it, you may be charged twice.',
      lost: '<b>Batch {batch}</b>, {which} ({characters, plural, one {# character} other {# characters}}), was sent at {time} and accepted, but {lines, plural, one {# of its lines won’t come back. You’ll be charged again if you resend it.} other {# of its lines won’t come back. You’ll be charged again if you resend them.}}',
    },
    sendAgain: 'Resend',
    leaveOut: 'Skip',
    leftOut:
      '{which}: {lines, plural, one {# line skipped. You can render it later.} other {# lines skipped. You can render them later.}}',
  },
  failures: {
    title: 'Failed · {lines, number}',
    more: '{lines, plural, one {and # more line} other {and # more lines}}',
  },
  ledger: {
    title: 'Ledger',
    thisRun: 'This run',
    characters: '{characters, plural, one {# character} other {# characters}}',
    retakes: 'Retakes',
    inDoubt: 'In doubt',
    lost: 'Lost',
    auditions: 'Auditions',
    total: 'Total',
    all: 'All costs',
  },
  caps: {
    characters: {
      label: 'Cap',
      hint: 'Maximum number of characters this project can send in total. Runs stop before exceeding it.',
      none: 'no cap',
    },
    money: {
      label: 'Cost limit, in {currency}',
      hint: 'Runs stop before the project’s cost exceeds this limit, at the connection’s price.',
      otherCurrency:
        'The limit is in {limit}, but the connection uses {currency}. Nothing will be sent until you set the limit again.',
      none: 'no limit',
    },
    confirm: {
      label: 'Confirm runs above, in {currency}',
      hint: 'Lectern asks you before any run that costs more.',
      none: 'never',
    },
  },
  webhooks: {
    title: 'Webhooks · {answered, number} of {batches, number} answered',
    batch: 'Batch {batch}',
    more: 'and {batches, number} earlier',
  },
  log: {
    title: 'Log',
    entry: {
      started: 'Run started{counted, select, yes { ({lines, plural, one {# line} other {# lines}})} other {}}.',
      'batch-sent':
        '{known, select, yes {Batch {batch}} other {A batch}} sent{counted, select, yes { ({lines, plural, one {# line} other {# lines}})} other {}}.',
      'batch-accepted':
        '{known, select, yes {Batch {batch}} other {A batch}} accepted{counted, select, yes { ({lines, plural, one {# line} other {# lines}})} other {}}.',
      'batch-in-doubt':
        '{known, select, yes {Batch {batch}} other {A batch}} is in doubt{counted, select, yes { ({lines, plural, one {# line} other {# lines}})} other {}}: {explained, select, yes {{message}} other {no reply}}',
      'sent-again':
        '{known, select, yes {Batch {batch}} other {A batch}} resent{counted, select, yes { ({lines, plural, one {# line} other {# lines}})} other {}}, as set for the connection. You may be charged twice.',
      'lines-lost':
        '{lines, plural, one {# line from {known, select, yes {batch {batch}} other {an earlier batch}} was lost.} other {# lines from {known, select, yes {batch {batch}} other {an earlier batch}} were lost.}}{explained, select, yes { {message}} other {}}',
      'lines-unfinished':
        '{lines, plural, one {# line from {known, select, yes {batch {batch}} other {an earlier batch}} is still in flight.} other {# lines from {known, select, yes {batch {batch}} other {an earlier batch}} are still in flight.}}{explained, select, yes { {message}} other {}}',
      'line-failed': '{line} failed: {explained, select, yes {{message}} other {the service gave no reason.}}',
      'unnamed-failed': 'A line failed: {explained, select, yes {{message}} other {the service gave no reason.}}',
      waiting: '{explained, select, yes {{message}} other {Waiting.}}',
      stopped: 'Stopped: {explained, select, yes {{message}} other {the run couldn’t continue.}}',
      paused: 'Paused. Nothing more will be sent.',
      resumed: 'Resumed.',
      finished: 'Run finished.',
      cancelled: 'Unsent lines cancelled.',
    },
  },
  costs: {
    title: 'Costs',
    about: 'What this project has cost, including lines that may have been charged.',
    none: {
      title: 'No costs yet',
      detail: 'Costs by line, role, chapter and run appear here after you render lines.',
      plan: 'See what a run would cost',
    },
    groupBy: 'Group by',
    by: { line: 'Lines', role: 'Roles', chapter: 'Chapters', run: 'Runs' },
    report: {
      line: 'Costs by line',
      role: 'Costs by role',
      chapter: 'Costs by chapter',
      run: 'Costs by run',
    },
    excel: 'For Excel',
    excelHint: 'Adds the byte order mark that Excel needs to read the file as UTF-8',
    save: 'Save as CSV…',
    saved: {
      line: 'Costs by line saved to {path}.',
      role: 'Costs by role saved to {path}.',
      chapter: 'Costs by chapter saved to {path}.',
      run: 'Costs by run saved to {path}.',
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
    unpriced: '{characters, number} characters were sent while no price was set, so the cost doesn’t include them.',
    name: { line: 'Line', role: 'Role', chapter: 'Chapter', run: 'Run' },
    began: 'Started',
    words: 'Text',
    columns: {
      characters: 'Characters',
      rendered: 'Rendered',
      underWay: 'In flight',
      failed: 'Failed',
      inDoubt: 'In doubt',
      lost: 'Lost',
      auditions: 'Auditions',
      retakes: 'Retakes',
      amounts: 'Cost',
    },
    run: 'Run {run}',
    opening: 'Before the first heading',
    untitled: 'Untitled chapter',
    /** Names of the saved files, without extension. */
    file: {
      line: '{project} costs by line',
      role: '{project} costs by role',
      chapter: '{project} costs by chapter',
      run: '{project} costs by run',
    },
    /** Rows for lines, chapters or roles that no longer exist, and for auditions. */
    nameless: {
      line: 'Not in the script',
      chapter: 'Not in the script',
      role: 'No role',
      run: 'Auditions',
    },
  },
} as const;
