// The library: projects, bin, imports and the choice of a service on first start.

export const library = {
  title: 'Library',
  queue: 'Render queue',
  open: 'Open…',
  importScript: 'Import script…',
  newProject: 'New project',
  makeSample: 'Create the sample project',
  dropHint:
    'Drop manuscripts or scripts anywhere in this window to preview the import, or an image on a project to set its cover.',
  cancel: 'Cancel',
  /** Which projects are shown, in which order and layout. */
  shelf: { label: 'Shelf', projects: 'Projects', archived: 'Archived', bin: 'Bin' },
  search: { label: 'Search projects', placeholder: 'Search' },
  sort: { label: 'Order', opened: 'Last opened', name: 'Name', unfinished: 'Least complete', lines: 'Longest' },
  layout: { grid: 'Show as covers', list: 'Show as a list' },
  /** Actions for a project that can’t be opened. */
  trouble: {
    locate: 'Locate…',
    forget: 'Remove from list',
    backups: 'Restore a backup…',
    reveal: 'Show in folder',
    putAway: 'Dismiss',
  },
  /** Before a project joins the render queue. */
  enqueue: {
    title: 'Add “{project}” to the render queue',
    planning: 'Counting the lines to render…',
    nothing: 'All lines are up to date, so there is nothing to render.',
    lines:
      '{lines, plural, one {# line} other {# lines}} with {characters, plural, one {# character} other {# characters}} will be rendered when it’s the project’s turn.',
    price: 'Price: {amount, number, ::.00} {currency}.',
    none: 'No lines can be rendered at the moment.',
    add: 'Add to render queue',
  },
  /** Empty states. */
  empty: {
    notFound: {
      title: 'No results for “{words}”',
      detail: 'Search covers names and folders.',
      showAll: 'Show all',
    },
    archived: {
      title: 'No archived projects',
      detail:
        'To archive a project, use its menu. Archived projects are hidden from the library but stay in their folders.',
    },
    allArchived: {
      title: 'All projects are archived',
      detail: 'You can find them under “Archived”.',
      show: 'Show the archive',
    },
    none: {
      title: 'No projects yet',
      detail:
        'Drop a manuscript or script on this window to preview the import. Or create the sample project to try everything.',
    },
  },
  /** A project in the list: its figures, its state, its menu. */
  project: {
    list: 'Recent projects',
    empty: 'empty',
    chapters: '{chapters, plural, one {# chapter} other {# chapters}}',
    lines: '{lines, plural, one {# line} other {# lines}}',
    contents: '{chapters, plural, one {# chapter} other {# chapters}} · {lines, plural, one {# line} other {# lines}}',
    fresh: '{percent, number}% fresh',
    state: {
      open: 'open',
      missing: 'not found',
      'not-a-project': 'database missing',
      damaged: 'damaged',
      'in-use': 'in use elsewhere',
      moved: 'copied or moved: runs on hold',
      unreadable: 'can’t be read',
      newer: 'made by a newer Lectern',
    },
    menu: {
      label: 'More about {project}',
      locate: 'Locate…',
      belongs: 'Confirm location',
      enqueue: 'Add to render queue…',
      rename: 'Rename…',
      duplicate: 'Duplicate…',
      backups: 'Backups…',
      chooseCover: 'Choose a cover…',
      removeCover: 'Remove the cover',
      reveal: 'Show in folder',
      archive: 'Archive',
      unarchive: 'Unarchive',
      forget: 'Remove from list',
      toBin: 'Move to bin',
    },
  },
  /** Notices about projects. */
  done: {
    enqueued: '“{project}” was added to the render queue.',
    binned: '“{project}” was moved to the bin.',
    archived: '“{project}” was archived. Its folder hasn’t moved.',
    unarchived: '“{project}” was unarchived.',
    forgotten: '“{project}” was removed from the list. Its folder is kept.',
    renamed: '“{before}” was renamed to “{project}”.',
    otherProject: 'That folder is a different project, “{project}”. Nothing was changed.',
    located: '“{project}” was found. Open it to confirm that it belongs there.',
    placed: 'The new location of “{project}” is confirmed. Its runs can resume.',
    cover: '“{project}” now has a cover.',
    coverRemoved: 'The cover for “{project}” was removed.',
    restored: '“{project}” was restored. Its previous state was backed up.',
    restoredDamaged: '“{project}” was restored. The damaged file is kept in its folder.',
  },
  bin: {
    list: 'Projects in the bin',
    size: '{projects, plural, one {# project} other {# projects}}, {size} on disk.',
    empty: 'Empty the bin…',
    deleteListed: 'Delete {projects, plural, one {# listed project} other {# listed projects}}…',
    from: 'from {folder}',
    takeBack: 'Restore',
    takeBackLabel: 'Restore {project}',
    delete: 'Delete…',
    deleteLabel: 'Permanently delete {project}',
    back: '“{project}” was restored.',
    backElsewhere: '“{project}” was restored as {folder}, because its old name is taken.',
    none: {
      title: 'The bin is empty',
      detail: 'You can restore projects from the bin until you delete them permanently.',
    },
    /** Final confirmation before projects are deleted. */
    deleting: {
      title: 'Delete permanently',
      one: 'This deletes “{project}” with its script, takes and backups ({size} in all) and can’t be undone.',
      several:
        'This deletes {projects, plural, one {# project with its} other {# projects with their}} script, takes and backups ({size} in all) and can’t be undone.',
      keep: 'Keep',
      doneOne: '“{project}” was deleted. {size} freed.',
      doneSeveral: '{projects, plural, one {# project was} other {# projects were}} deleted. {size} freed.',
    },
  },
  drop: {
    over: 'Drop a manuscript or script to preview the import',
  },
  clipboard: {
    /** File name of pasted text. */
    name: 'Clipboard',
    empty: 'The clipboard has no text.',
  },
  /** While a file is read. */
  reading: {
    title: 'Reading “{file}”',
    progress: 'Progress',
    unpacking: 'Unpacking…',
    reading: 'Reading…',
    pages: 'Reading pages…',
    arranging: 'Finding chapters and roles…',
    pagesOf: 'Page {done, number} of {total, number}',
    partsOf: 'Part {done, number} of {total, number}',
    cancel: 'Cancel',
  },
  firstStart: {
    title: 'Welcome to Lectern',
    lead: 'A script goes in; a folder of finished, checked audio comes out. Choose your voices.',
    local: 'The local service',
    localHint:
      'Speech generated on this computer: no account, no network, no cost. Start with a sample scene that renders in under a minute, or with your own script.',
    starting: 'Starting the local service…',
    makingSample: 'Creating the sample project…',
    withSample: 'Start with the sample',
    withScript: 'Start with a script…',
    engines: 'Better voices, free',
    enginesHint:
      'Add neural voices to the local service: from a pack that Lectern downloads, or from programs on this computer such as Kokoro-FastAPI, LocalAI or Piper’s web server.',
    getPack: 'Download a voice pack…',
    setUpEngines: 'Set up engines…',
    account: 'Your own account',
    accountHint:
      'Use an online speech service. Enter its address, your user ID and your key. Lectern checks them right away.',
    connect: 'Connect',
    enterAccount: 'Enter an account…',
    connected: '{account} is connected: {voices, plural, one {# voice} other {# voices}}.',
    later: 'You can change all of this later in Settings.',
    withoutService: 'Continue without a service',
  },
  newDialog: {
    title: 'New project',
    name: 'Name',
    nameHint: 'The project is created in your projects folder. You can type or paste text right away.',
    make: 'Create project',
  },
  rename: {
    title: 'Rename project',
    name: 'Name',
    nameHint: 'The folder keeps its name, so links to it still work.',
    rename: 'Rename',
  },
  duplicate: {
    title: 'Duplicate project',
    name: 'Name of the copy',
    /** The name that is suggested. */
    suggested: '{project} copy',
    hint: 'Copies the script, cast, takes and audio. Lines in flight stay in “{project}”, and the copy sends nothing until you start a run.',
    duplicate: 'Duplicate',
    cancel: 'Cancel copying',
    progress: 'Copying',
    copied: '{done} of {all} copied',
    looking: 'Scanning the project…',
    done: '“{project}” was created.{lines, plural, =0 {} one { # line in flight stays in the original.} other { # lines in flight stay in the original.}}{files, plural, =0 {} one { # audio file was missing.} other { # audio files were missing.}}',
    open: 'Open it',
  },
  /** The snapshots dialog. */
  snapshots: {
    title: 'Snapshots',
    hint: 'A snapshot contains the script, cast, pronunciation, settings, book details and verdicts. Restoring one keeps all takes, including later ones. Lectern also takes snapshots before a new version of the manuscript and before cast changes, and keeps the latest 20 of these.',
    name: 'Name',
    nameExample: 'Before the second edit',
    take: 'Take snapshot',
    column: { name: 'Snapshot', made: 'Taken', lines: 'Lines', rendered: 'Rendered' },
    now: 'Now',
    automatic: {
      'new-version': 'Before the new version',
      cast: 'Before the cast change',
      castOf: 'Before the cast change of {role}',
      restore: 'Before restoring a snapshot',
    },
    restore: 'Restore',
    restoreLabel: 'Restore snapshot: {name}',
    restored: 'Restored the snapshot “{name}”',
    delete: 'Delete',
    deleteLabel: 'Delete snapshot: {name}',
    deleted: 'Deleted the snapshot “{name}”',
    none: 'No snapshots yet.',
    close: 'Close',
  },
  backups: {
    title: 'Backups for {project}',
    hint: 'Lectern backs up open projects daily and keeps five backups in the project folder. They contain the script, cast and take list, but no audio.',
    size: 'The whole project takes {size} on disk.',
    made: '“{project}” was backed up.',
    noRoom: 'No backup was made: not enough disk space.',
    unreadable: 'A project that can’t be read can’t be backed up.',
    backUp: 'Back up now',
    done: 'Done',
    column: { made: 'Created', lines: 'Lines', fresh: 'Fresh', takes: 'Takes', size: 'Size' },
    now: 'Now',
    nowUnreadable: 'can’t be read',
    state: { newer: 'made by a newer Lectern', damaged: 'can’t be read' },
    restore: 'Restore…',
    /** `backup` is its date and time, or its file name. */
    restoreLabel: 'Restore the backup from {backup}',
    none: 'No backups yet. The first is made ten seconds after you open the project. You can also back up now.',
    confirm: {
      sound: 'The current state is backed up first, so you can return to it.',
      damaged: 'The damaged file is kept in the project folder.',
      lost: '{takes, plural, one {# newer take isn’t in this backup. Its line would have to be rendered and paid for again.} other {# newer takes aren’t in this backup. Their lines would have to be rendered and paid for again.}}',
      cancel: 'Not now',
      restore: 'Restore the backup from {moment}',
      restoreUndated: 'Restore',
    },
  },
  /** Preview of an import. */
  import: {
    title: 'Import script',
    titleOfSeveral: 'Import script ({later, plural, one {# other} other {# others}} to follow)',
    readAgain: 'Reset',
    kind: { label: 'Text type', script: 'A script with roles', prose: 'Prose' },
    /** The kind of project, and the production notes of a podcast. */
    production: {
      label: 'What are you making?',
      /** What each kind sets. */
      effect: {
        audiobook: 'Headings are spoken, and pauses are as long as in an audiobook.',
        podcast:
          'Headings and production notes aren’t spoken, pauses are short, and the planned target is a podcast episode.',
        drama: 'Headings aren’t spoken, and pauses between turns are short.',
        other: 'Headings are spoken, and pauses are as long as in an audiobook.',
      },
      notes: {
        label: 'Production notes',
        silent: '{silent, plural, =0 {all spoken} one {# not spoken} other {# not spoken}}',
        hint: 'They stay in the script as directions. Tick the ones that the narrator should speak.',
        speakAll: 'Speak all',
        speakNone: 'Speak none',
      },
    },
    attribute: {
      label: 'Find speakers',
      about: 'Assigns quotations to their speakers where the text makes clear who speaks. The narrator reads the rest.',
    },
    name: 'Project name',
    skip: 'Skip',
    create: 'Create project',
    warnings: 'Warnings',
    notices: 'Notices',
    /** The beginning of a section or chapter, as it will be read. */
    text: {
      show: 'Text of {title}',
      hint: 'Show the beginning as it will be read',
      label: 'Beginning of {title}',
      reading: 'Reading…',
      empty: 'This part has no text.',
      silent: '(not spoken)',
      more: 'The text continues.',
    },
    /** Sections of a document; ticked ones are imported. */
    sections: {
      label: 'Sections',
      read: '{read, number} of {all, number} read',
      all: 'Read all',
      none: 'Read none',
      only: 'Only these',
      onlyHint: 'Read these sections and no others',
      filter: 'Filter sections',
      nothing: 'No sections match “{query}”',
      guessed: 'As suggested',
      begins: 'Section {number}: “{sample}”',
      untitled: 'Section {number}, without a title',
      about: '{kind} · {characters} characters',
      kind: {
        'title-page': 'title page',
        copyright: 'copyright',
        dedication: 'dedication',
        contents: 'contents',
        'cast-list': 'cast list',
        foreword: 'foreword',
        chapter: 'chapter',
        notes: 'notes',
        bibliography: 'bibliography',
        index: 'index',
        'about-author': 'about the author',
        other: 'other',
      },
    },
    /** Of a spreadsheet. */
    sheets: {
      label: 'Columns',
      table: 'First rows of {name}',
      hasTitles: 'First row has titles',
      noWords: 'Choose the column with the text.',
      use: 'Column {column} is',
      uses: {
        role: 'Role',
        text: 'Text',
        chapter: 'Chapter',
        scene: 'Scene',
        direction: 'Direction',
        ignored: 'Left out',
      },
    },
    /** Several files dropped at the same time. */
    parts: {
      several: '{files, plural, one {# file} other {# files}} selected.',
      join: 'Join as one book',
      joined: '{files, plural, one {# file} other {# files}}, joined into one book in order of file name.',
      apart: 'Separate projects',
      tooMany: 'Only the first {files, plural, one {# file} other {# files}} were read.',
    },
    /** Voice of a role in the preview. */
    voice: {
      label: 'Voice for {role}',
      hear: 'Hear {role} with {voice}',
      stop: 'Stop {role}',
    },
    /** Notes, captions and tables outside the main text. */
    asides: {
      words: '{words, plural, one {# word} other {# words}}: “{sample}”',
      notes: '{count, plural, one {# note} other {# notes}}',
      captions: '{count, plural, one {# caption} other {# captions}}',
      tables: '{count, plural, one {# table} other {# tables}}',
      place: {
        'left-out': 'Left out',
        'in-place': 'Read in place',
        'at-end': 'Read at the end of their section',
      },
    },
    /** Document parts that aren’t imported. */
    leftOut: {
      label: 'Left out',
      words: '{notice} {words, plural, one {# word} other {# words}}: “{sample}”',
      pictures: '{count, plural, one {# picture is} other {# pictures are}} left out.',
      links:
        '{count, plural, one {# link is left out; its text is kept.} other {# links are left out; their text is kept.}}',
      macros: '{count, plural, one {# macro is} other {# macros are}} left out and not run.',
      remote:
        '{count, plural, one {# item} other {# items}} from the internet {count, plural, one {is} other {are}} left out and not downloaded.',
      comments: '{count, plural, one {# comment is} other {# comments are}} left out.',
      deletions: '{count, plural, one {# deleted passage is} other {# deleted passages are}} left out.',
      damaged: '{count, plural, one {# part is} other {# parts are}} damaged or missing and can’t be read.',
      credits:
        '{count, plural, one {# subtitle credits its makers and is} other {# subtitles credit their makers and are}} not spoken.',
      inconsistent:
        '{count, plural, one {# part doesn’t} other {# parts don’t}} match the size or checksum in the archive. Check that the text is complete.',
      'joined-cells':
        '{count, plural, one {# row has} other {# rows have}} more cells than the table has columns. The text of {count, plural, one {this row} other {these rows}} was rejoined. Check it.',
      'page-numbers': '{count, plural, one {# page number is} other {# page numbers are}} left out.',
      'running-heads':
        '{count, plural, one {# running head or footer is} other {# running heads and footers are}} left out.',
      'note-references': '{count, plural, one {# note reference is} other {# note references are}} left out.',
      navigation: '{count, plural, one {# navigation list is} other {# navigation lists are}} left out.',
      boilerplate:
        '{count, plural, one {# part} other {# parts}} of the website around the text (such as headers, share buttons and tags) {count, plural, one {is} other {are}} left out.',
      'reader-comments':
        '{count, plural, one {# section} other {# sections}} of reader comments {count, plural, one {is} other {are}} left out.',
      formulas: '{count, plural, one {# formula is} other {# formulas are}} left out.',
      hidden: '{count, plural, one {# hidden passage is} other {# hidden passages are}} left out.',
      'pages-without-text':
        '{count, plural, one {# page is an image} other {# pages are images}} without text and can’t be read.',
    },
    chapters: 'Chapters',
    /** Text before the first heading. */
    opening: 'Opening',
    lines: '{lines, plural, one {# line} other {# lines}}',
    /** Captions below figures. */
    figure: {
      lines: '{lines, plural, one {line} other {lines}}',
      characters: 'characters',
      chapters: '{chapters, plural, one {chapter} other {chapters}}',
      roles: '{roles, plural, one {role} other {roles}}',
      audio: 'of audio (estimate)',
      price: 'to render everything',
      sending: 'to send on this plan',
    },
    time: {
      seconds: '{seconds, number} s',
      minutes: '{minutes, number} min',
      hoursAndMinutes: '{hours, number} h {minutes, number} min',
      hours: '{hours, number} h',
      atOnce: 'immediately',
    },
    money: '{amount, number, ::.00} {currency}',
    wholeMoney: '{amount, number, ::precision-integer} {currency}',
    roles: {
      label: 'Roles',
      /** Two spellings of one name. */
      merged: '{name} is {role}',
      apart: 'Unmerge',
      apartLabel: 'Unmerge: {name}',
      same: '{name} is the same as',
      suggested: 'is {role}? ({evidence})',
      /** Why two names may belong to the same role. */
      evidence: {
        spelling: 'similar spelling',
        nickname: 'short form',
        contained: 'part of the name',
        surname: 'same surname',
      },
      cast: 'Changes to the cast',
      choose: 'same as…',
      unticked: {
        script: 'Repeated names in normal case are ticked. Tick any others that are roles.',
        prose: 'Possible roles aren’t ticked, because few names in a book are roles.',
      },
    },
  },
  /** Updating the open project with a new version of its script. */
  version: {
    compare: 'Update “{project}”…',
    compareHint: 'Preview what this file changes in the open project. Lines that remain keep their takes.',
    title: 'Update “{project}”',
    comparing: 'Comparing the two versions…',
    same: 'The script is already up to date.',
    summary:
      '{changed, plural, =0 {No chapters change} one {# chapter changes} other {# chapters change}}, {same, plural, =0 {none stay as they are} one {# stays as it is} other {# stay as they are}}.',
    effect:
      '{stale, plural, =0 {No lines become stale} one {# line becomes stale} other {# lines become stale}}{removed, plural, =0 {} one {, # rendered line is removed} other {, # rendered lines are removed}}. {kept, plural, =0 {No takes are kept} one {# take is kept} other {# takes are kept}}{approved, plural, =0 {} one {; # approved take is affected} other {; # approved takes are affected}}.',
    editsUnknown:
      'This project has no record of your edits since the import, so the new version replaces every changed paragraph.',
    /** Paragraphs that the producer has edited since the import. */
    edits: {
      label: 'Your edits',
      intro:
        '{edits, plural, one {You’ve edited # paragraph that the new version would replace. Your text is kept unless you choose the new text.} other {You’ve edited # paragraphs that the new version would replace. Your text is kept unless you choose the new text.}}',
      choice: 'Your edit in {title}',
      yours: 'Your text',
      newVersion: 'New version',
      mine: 'Keep mine',
      new: 'Use new text',
      allMine: 'Keep all mine',
      allNew: 'Use all new text',
      kept: 'Your edit is kept.',
      replaced: 'Your edit is replaced.',
      effect:
        'Your text keeps {takes, plural, one {# take} other {# takes}}{approved, plural, =0 {} one {, # of them approved} other {, # of them approved}}. With the new text, {lines, plural, one {# line needs} other {# lines need}} to be rendered again or {lines, plural, one {is} other {are}} removed.',
    },
    chapters: 'Changed chapters',
    unchanged: '{count, plural, one {# unchanged paragraph} other {# unchanged paragraphs}}',
    missing: 'not in this version',
    notesRemoved:
      '{notes, plural, one {# note is on a line that is} other {# notes are on lines that are}} removed from the script. Undo restores {notes, plural, one {it} other {them}}.',
    renamed: '{from} is renamed to {into} and keeps its voice.',
    opening: 'Before the first chapter',
    untitled: 'Untitled chapter',
    change: { same: 'Moved', changed: 'Changed', added: 'Added', removed: 'Removed' },
    moved: '{change}, moved',
    changes: '{changes, plural, one {# change} other {# changes}}',
    take: 'Update {title}',
    show: '{changes, plural, one {# change} other {# changes}} in {title}',
    before: 'Before',
    after: 'After',
    more: '{changes, plural, one {# more change} other {# more changes}}',
    back: 'Back',
    update: 'Update the script',
    updated: 'Updated {chapters, plural, one {# chapter} other {# chapters}}',
  },
} as const;
