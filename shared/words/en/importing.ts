// Import notices, warnings and errors, keyed by the kinds in shared/model/import-notes.ts. Shared by the UI and the
// command line.

export const importing = {
  /** A notice, followed by the number of omitted words and a sample. */
  withWords: '{notice} {words, plural, one {# word} other {# words}}: “{sample}”',
  /** The kind of project, why it is suggested, and where production notes are. */
  production: {
    kind: { audiobook: 'Audiobook', podcast: 'Podcast', drama: 'Audio drama', other: 'Other' },
    suggested: 'Suggested: {kind}, because of {signs}.',
    unsuggested: 'Nothing in the text suggests a particular kind.',
    sign: {
      'podcast-word': '“{sample}”{count, plural, one {} other { (#×)}}',
      'podcast-roles': '{count, plural, one {the role {sample}} other {the roles {sample}}}',
      'podcast-phrases': '“{sample}”{count, plural, one {} other { (#×)}}',
      'ad-breaks': '“{sample}”{count, plural, one {} other { (#×)}}',
      'show-notes': '“{sample}”{count, plural, one {} other { (#×)}}',
      episode: '“{sample}”{count, plural, one {} other { (#×)}}',
      'programme-parts': '“{sample}”{count, plural, one {} other { (#×)}}',
      times: 'times such as {sample} ({count, number}×)',
      screenplay: 'the screenplay format ({sample})',
      'drama-word': '“{sample}”{count, plural, one {} other { (#×)}}',
      scenes: 'scene headings such as “{sample}” ({count, number}×)',
      'sound-cues': 'cues such as “{sample}” ({count, number}×)',
      acts: 'acts and scenes such as “{sample}” ({count, number}×)',
      roles: '{count, plural, one {the role {sample}} other {# roles ({sample})}}',
      ebook: 'the e-book format ({sample})',
      chapters: '{count, plural, one {the chapter “{sample}”} other {# chapters (“{sample}”)}}',
      prose: 'continuous prose',
      lessons: '“{sample}”{count, plural, one {} other { (#×)}}',
      subtitles: 'the subtitle format ({sample})',
      'game-script': 'the game script format ({sample})',
    },
    /** Settings that depend on the kind, in the middle of a sentence. */
    setting: {
      speakHeadings: 'spoken headings',
      pauses: 'pauses',
      targets: 'planned export targets',
      credits: 'credits',
    },
    /** Where a production note is, after its words. */
    place: {
      start: 'at the start',
      startOfChapter: 'at the start of “{chapter}”',
      after: 'after “{after}”',
      inChapter: 'in “{chapter}”, after “{after}”',
    },
  },
  /** Why a name is a role: what the file states, or other evidence. */
  evidence: {
    stated: {
      'fdx-character': 'a Final Draft character',
      'fountain-character': 'a Fountain character',
      'role-column': 'in the table’s role column',
      'webvtt-voice': 'in a WebVTT voice tag',
      'speaker-element': 'marked as a speaker on the page',
      'role-mark': 'marked as a role with @',
      'renpy-character': 'a Ren’Py character',
    },
    /** The position of the name, after “a name” or “a name in capitals”. */
    form: {
      colon: 'before a colon',
      bold: 'in bold before the words',
      angle: 'in angle brackets',
      square: 'in square brackets',
      corner: 'before corner brackets',
      dash: 'before a dash or similar sign',
      stop: 'before a full stop',
      gap: 'in a column of its own',
      above: 'above the words',
      stopped: 'above the words, with a full stop',
      round: 'in round brackets',
      small: 'in lower case before a colon',
      sentence: 'before a full stop',
      cue: 'above the words, with a direction',
    },
    name: 'a name {capitals, select, yes {in capitals } other {}}{form}, {times, plural, one {once} other {# times}} (score {score, number, ::.00})',
    /** Why a paragraph is a heading. */
    sign: {
      words: 'reads like a heading',
      listed: 'listed in the contents',
      numbers: 'starts with the next number in a series',
      ornaments: 'surrounded by ornaments',
      'set-off': 'preceded by several blank rows',
      look: 'in larger type, in bold or at the top of a page',
    },
    heading: '{sign}, {times, plural, one {once} other {# times}} (score {score, number, ::.00})',
    quotations:
      '{quotations, plural, one {# quotation} other {# quotations}}, based on the context (score {score, number, ::.00})',
  },
  /** A notice, followed by the position of the first item that the notice counts. */
  first: {
    page: '{notice} ({count, plural, one {} other {first: }}page {page, number})',
    row: '{notice} ({count, plural, one {} other {first: }}row {row, number})',
    part: '{notice} ({count, plural, one {} other {first: }}{part})',
  },
  notice: {
    encoding: 'The text is not UTF-8: it was read as {encoding}; check accented letters and quotation marks.',
    'mixed-encodings':
      'The text mixes UTF-8 and Windows-1252: {characters, plural, one {# character, in row {row, number}, was} other {# characters, the first in row {row, number}, were}} read as Windows-1252; check accented letters and quotation marks.',
    'twice-encoded':
      'The text was encoded twice (“Ã©” for “é”): {characters, plural, one {# character, in row {row, number}, was} other {# characters, the first in row {row, number}, were}} repaired; check accented letters and quotation marks.',
    'damaged-characters':
      'The text is UTF-8, but {characters, plural, one {# damaged character was} other {# damaged characters were}} replaced by �.',
    licence:
      'Left out the licence text around the book: {before, plural, one {# row} other {# rows}} before it and {after, number} after it ({characters, plural, one {# character} other {# characters}}).',
    'title-page': 'Left out the title page ({rows, plural, one {# row} other {# rows}}).',
    contents: 'Left out the table of contents ({rows, plural, one {# row} other {# rows}}).',
    colophon: 'Left out the colophon ({rows, plural, one {# row} other {# rows}}).',
    'script-head':
      'The script’s header ({rows, plural, one {# row} other {# rows}}: title, date, people and so on) won’t be spoken.',
    closing: 'Left out the closing words “{words}”.',
    illustrations: 'Left out {marks, plural, one {# illustration mark} other {# illustration marks}}.',
    notes:
      'Left out {notes, plural, one {# note} other {# notes}} and {marks, plural, one {# note mark} other {# note marks}}.',
    sidenotes: 'Left out {notes, plural, one {# sidenote} other {# sidenotes}}.',
    'page-marks': 'Left out {marks, plural, one {# page number} other {# page numbers}} in brackets.',
    'running-heads': 'Left out running heads and page numbers ({rows, plural, one {# row} other {# rows}}).',
    times: 'Left out {rows, plural, one {# row that contains only a time} other {# rows that contain only a time}}.',
    'transcriber-notes': 'Left out the transcriber’s notes ({rows, plural, one {# row} other {# rows}}).',
    emphases: 'Left out the marks around {passages, plural, one {# emphasised passage} other {# emphasised passages}}.',
    'scene-breaks':
      'Turned {breaks, plural, one {# scene break into a longer pause} other {# scene breaks into longer pauses}}.',
    links:
      'Left out {links, plural, one {the address of # link; its words are spoken.} other {the addresses of # links; their words are spoken.}}',
    pictures: 'Left out {pictures, plural, one {# picture} other {# pictures}}.',
    tags: 'Left out {tags, plural, one {# tag ({names}); its words are spoken.} other {# tags ({names}); their words are spoken.}}',
    comments: 'Left out {comments, plural, one {# comment} other {# comments}}.',
    braces:
      '“{words}”{others, plural, =0 {} one { and # more in braces or double brackets} other { and # more in braces or double brackets}} will be read aloud without the brackets. Put directions in round brackets to keep them silent.',
    cues: 'Found cues that won’t be read aloud: {music, number} for music, {effects, number} for effects, {ambience, number} for ambience (first: “{first}”). You can attach a sound file to each.',
    'silent-speeches':
      '“{words}”{others, plural, =0 { has} one { and # more speech have} other { and # more speeches have}} no text to speak and will be silent. Add text, or a pause such as [pause 1s].',
    'speakers-unsupported':
      'Lectern can find speakers in English, German, French, Spanish, Italian, Portuguese and Russian. This text is in another language, so the narrator reads every quotation until you choose who speaks.',
    'long-title':
      'The title is {characters, number} characters long. The book details contain the first {limit, number}; the script contains the full title.',
    'long-names':
      'The role name “{words}”{others, plural, =0 { was} one { and # other were} other { and # others were}} shortened to {limit, number} characters. Names with the same beginning are numbered.',
    'spoken-brackets':
      '“{words}”{others, plural, =0 {} other { and # more in square brackets}} will be read aloud. Put directions in round brackets to keep them silent.',
  },
  /** Encodings, by language or alphabet. */
  encoding: {
    'windows-1252': 'Western European (Windows-1252)',
    macintosh: 'Western European (Mac OS Roman)',
    shift_jis: 'Japanese (Shift_JIS)',
    'euc-jp': 'Japanese (EUC-JP)',
    'iso-2022-jp': 'Japanese (ISO-2022-JP)',
    gb18030: 'Chinese (GB 18030)',
    big5: 'Chinese (Big5)',
    'euc-kr': 'Korean (EUC-KR)',
    'windows-1251': 'Cyrillic (Windows-1251)',
    'koi8-r': 'Cyrillic (KOI8-R)',
    'iso-8859-5': 'Cyrillic (ISO-8859-5)',
    'windows-1250': 'Central European (Windows-1250)',
    'iso-8859-2': 'Central European (ISO-8859-2)',
    'windows-1253': 'Greek (Windows-1253)',
    'iso-8859-7': 'Greek (ISO-8859-7)',
    'windows-1254': 'Turkish (Windows-1254)',
    'windows-1255': 'Hebrew (Windows-1255)',
    'windows-1256': 'Arabic (Windows-1256)',
  },
  warning: {
    'odd-characters':
      'The text contains {characters, plural, one {# unusual character} other {# unusual characters}} that no voice can speak ({codes}).',
    'three-roles':
      '{paragraphs, plural, one {# paragraph has more than two roles and can’t be rendered as written.} other {# paragraphs have more than two roles and can’t be rendered as written.}}',
    'prefix-in-words':
      'In {dialogs, plural, one {# dialog} other {# dialogs}}, a turn prefix also appears in the text and may be read as the start of another turn.',
    'alike-names': '“{one}” and “{other}” look alike but are spelled differently, so they will be two roles.',
    cut: '{paragraphs, plural, one {# paragraph exceeds the line limit ({limit, number} characters) and will be split between sentences.} other {# paragraphs exceed the line limit ({limit, number} characters) and will be split between sentences.}}',
    'too-long':
      '{paragraphs, plural, one {# paragraph is too long to send and can’t be split.} other {# paragraphs are too long to send and can’t be split.}}',
  },
  /** Types of files that can’t be imported, for use after “is”. */
  fileType: {
    pdf: 'a PDF document',
    epub: 'an EPUB book',
    docx: 'a Word document (.docx)',
    xlsx: 'an Excel workbook (.xlsx)',
    opendocument: 'an OpenDocument text (.odt)',
    rtf: 'an RTF document',
    html: 'a web page (HTML)',
    'word-97': 'an old Word document (.doc)',
    'excel-97': 'an old or binary Excel workbook (.xls or .xlsb)',
    'powerpoint-97': 'an old PowerPoint presentation (.ppt)',
    powerpoint: 'a PowerPoint presentation',
    office: 'a Publisher, Visio or other Office document',
    'ole-document': 'a document from an old Office program',
    wordperfect: 'a WordPerfect document',
    'opendocument-sheet': 'an OpenDocument spreadsheet (.ods)',
    'opendocument-presentation': 'an OpenDocument presentation (.odp)',
    pages: 'a Pages document',
    numbers: 'a Numbers spreadsheet',
    keynote: 'a Keynote presentation',
    'google-doc': 'a shortcut to a Google document',
    'google-sheet': 'a shortcut to a Google spreadsheet',
    'google-slides': 'a shortcut to a Google presentation',
    scrivener: 'a Scrivener project',
    'final-draft-7': 'an old Final Draft script (.fdr)',
    layout: 'a layout or PostScript document',
    kindle: 'a Kindle book',
    'microsoft-reader': 'a Microsoft Reader book (.lit)',
    fictionbook: 'a FictionBook (.fb2)',
    djvu: 'a DjVu document',
    comic: 'a comic book archive',
    wav: 'a WAV recording',
    mp3: 'an MP3 recording',
    ogg: 'an Ogg recording',
    flac: 'a FLAC recording',
    aiff: 'an AIFF recording',
    m4a: 'an AAC recording (.m4a)',
    'other-recording': 'a recording or an audio project',
    video: 'a video',
    png: 'a PNG picture',
    jpeg: 'a JPEG picture',
    gif: 'a GIF picture',
    webp: 'a WebP picture',
    heic: 'an HEIC picture',
    tiff: 'a TIFF picture',
    bitmap: 'a bitmap picture',
    svg: 'an SVG picture',
    photoshop: 'a Photoshop picture',
    zip: 'a ZIP archive',
    gzip: 'a gzip archive',
    sevenzip: 'a 7-Zip archive',
    rar: 'a RAR archive',
    'other-archive': 'an archive',
    json: 'a JSON file',
    sqlite: 'an SQLite database',
    program: 'a program',
    'disk-image': 'a disk image',
    font: 'a font',
    email: 'an email',
    shortcut: 'a shortcut',
    'lectern-project': 'a Lectern project',
  },
  /** What to do with such a file. */
  wayOut: {
    word: 'Lectern can’t open it. In Word, save it as .docx.',
    excel: 'Lectern can’t open it. In Excel, save it as .xlsx or .csv.',
    powerpoint: 'Lectern can’t open it. In PowerPoint, save it as Outline/RTF (.rtf) or as PDF.',
    spreadsheet: 'Lectern can’t open it. In LibreOffice, save it as .xlsx or .csv.',
    presentation: 'Lectern can’t open it. In LibreOffice, export it as PDF.',
    pages: 'Lectern can’t open it. In Pages, export it as Word (.docx) or EPUB.',
    numbers: 'Lectern can’t open it. In Numbers, export it as Excel (.xlsx) or CSV.',
    keynote: 'Lectern can’t open it. In Keynote, export it as PDF.',
    'google-docs': 'It has no text of its own. In Google Docs, download the document as Word (.docx).',
    'google-sheets': 'It has no text of its own. In Google Sheets, download the spreadsheet as Excel (.xlsx) or CSV.',
    'google-slides': 'It has no text of its own. In Google Slides, download the presentation as PDF.',
    scrivener: 'Lectern can’t open it. In Scrivener, compile it for Word (.docx).',
    'final-draft': 'Lectern can’t open it. In Final Draft 8 or later, save it as .fdx.',
    layout: 'Lectern can’t open it. In the app that created it, export it as PDF.',
    ebook:
      'Lectern can’t open it. Convert it to EPUB, for example with Calibre. If it is copy-protected, ask the publisher for an unprotected EPUB or Word file.',
    recording: 'Lectern imports text and doesn’t transcribe speech. Choose the manuscript or script.',
    picture:
      'Lectern doesn’t read text in pictures. Run text recognition (OCR) on it and save the text as .docx or .txt.',
    archive: 'Unpack it and import the manuscript in it.',
    data: 'Lectern can’t tell which text in it to read. Save the text as .docx, .csv or .txt.',
    email:
      'If the manuscript is attached, save the attachment and import that. Otherwise, copy the text into a .docx or .txt file.',
    shortcut: 'It has no text of its own. Choose the file that it points to.',
    project: 'Open it as a project instead of importing it.',
    rename: 'Change the extension of its name to .html and import it again.',
    'as-document': 'Give its name the right extension and import it again.',
    'other-file': 'It has no manuscript. Choose the manuscript or script.',
  },
  /** Why a file can't be imported, on the command line. */
  fault: {
    'wrong-file': '“{file}” is {what}. {wayOut}',
    'unread-extension':
      "“{file}” has a type ({extension}) that can''t be imported; choose plain text ({texts}) or a document ({documents}).",
    'not-text': '“{file}” is not a text file; choose a script saved as plain text.',
    'unclear-encoding': 'The encoding of “{file}” is unclear; save it as UTF-8 and import it again.',
    'no-words': '“{file}” is empty; choose a script that contains text.',
    'matter-only':
      '“{file}” has only a licence, a title page or a table of contents; choose a script with text to speak.',
    'document-damaged': '“{file}” is damaged and can’t be read; save it again in the program that made it.',
    'document-protected':
      '“{file}” is protected by a password; open it in the app that created it and save a copy without the password.',
    'document-drm':
      '“{file}” is copy-protected (DRM); ask the publisher or author for an unprotected EPUB, PDF or Word file.',
    'document-no-text': '“{file}” contains scanned pages without text; run text recognition (OCR) first.',
    'document-too-complex': '“{file}” takes too much time or memory to read; save it as plain text and import that.',
    'document-too-large': '“{file}” is too large once unpacked; split it into several.',
    'document-empty': '“{file}” has no text; choose a manuscript that contains text.',
    'file-not-found': 'File “{file}” not found; check the name.',
    'file-is-folder': "“{file}” is a folder; choose the script''s file.",
    'file-not-regular': "“{file}” is not a regular file; choose the script''s file.",
    'file-forbidden': "“{file}” can''t be read: permission denied; check its permissions.",
    'file-unreadable':
      "“{file}” can''t be read ({code, select, unknown {unknown error} other {{code}}}); check the drive and the name.",
    'file-too-large': '“{file}” is larger than {mebibytes, number} MiB; split it into several scripts.',
    'file-too-many-rows': '“{file}” has more than {rows, number} rows of text; split it into several scripts.',
  },
} as const;
