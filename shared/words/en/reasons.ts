// Why lines are missing from an export, and notices about the export, keyed by the kinds in
// `shared/model/export/export.ts`. Shared by the UI and the command line.

export const reasons = {
  line: {
    'no-take': 'It has no take.',
    stale: 'Its take is out of date.',
    'not-approved': 'Its take is not approved.',
    'audio-missing': 'Its audio file is missing; put it back, or render the line again.',
    'audio-damaged': 'Its audio file is damaged; put it back, or render the line again.',
    'audio-changed': 'Its audio file is damaged ({path}); put it back, or render the line again.',
    'audio-unsafe': 'Its audio is a link or not a regular file; put the file itself there, or render the line again.',
    'sound-damaged': 'The sound file “{name}” of the cue “{cue}” is damaged; attach it again, or export without music.',
    'not-convertible': "Its audio can''t be exported: {detail}",
    'file-in-use': "“{file}” can''t be moved or replaced: it is open in another program or protected. Close it there.",
    'not-exported': 'It isn’t in any exported file.',
    'not-in-book': 'No line in its chapter appears in the EPUB.',
    'file-not-made': "Its file “{file}” couldn''t be created.",
    said: '{sentence}',
  },
  notice: {
    avoided:
      '{files, plural, one {# file was} other {# files were}} given another name, because the original name was taken.',
    binned:
      '{files, plural, one {# replaced or outdated file} other {# replaced or outdated files}} moved to {folder}.',
    'not-binned':
      '“{file}”{others, plural, =0 {} other { and # more}} couldn’t be moved to the bin, because another program is using {others, plural, =0 {it} other {them}}. The next export will try again.',
    'held-back': 'The gain for {count, plural, one {line} other {lines}} {lines} was reduced to avoid clipping.',
    renamed:
      '“{file}”{others, plural, =0 { was} other { and # more were}} renamed, because another file with the same name appeared during the export.',
    'chapters-left-out':
      '“{file}” has no chapter marks from chapter {from, number} (“{title}”) to {chapters, number}: its format can’t hold them. The audio is complete.',
    'words-estimated':
      'The times of the words are estimated in {count, plural, one {line} other {lines}} {lines}, because the audio couldn’t be compared with the text.',
    'lines-not-in-book':
      '{count, plural, one {Line} other {Lines}} {lines} can be heard, but {count, plural, one {isn’t} other {aren’t}} in the text of the EPUB.',
    'words-differ-in-book':
      'The words of the EPUB and the audio differ in {count, plural, one {line} other {lines}} {lines}. If the script has changed since the EPUB was imported, import the new EPUB as a new version, or choose it for the export.',
    'text-not-read':
      '{count, plural, one {# word} other {# words}} of the EPUB on {pages, plural, one {# page} other {# pages}} {count, plural, one {isn’t} other {aren’t}} in the audio: {lines}.',
    'epub-upgraded': 'The EPUB 2 became an EPUB 3.',
    'epub-made-new':
      'A new EPUB was made from the script, because the imported one is damaged or can’t become an EPUB 3.',
    watermarked:
      'The audio has the inaudible watermark {id}. It survives most conversions, but anyone can remove it with Lectern’s source code.',
    'not-registered':
      'The {files, plural, one {fingerprint of # file} other {fingerprints of # files}} couldn’t be saved in {folder} ({code}), so clips might not be recognised later. Make the folder writable or free up space, then export again.',
    said: '{sentence}',
  },
  /** A chapter list that was left out of a file. */
  chapterList: {
    nero: '“{file}” has {chapters, number} chapters, more than the 255 of a Nero chapter list, so they are only in the QuickTime chapter track. Players that read only Nero lists show no chapters.',
    cue: 'The {chapters, plural, one {# chapter} other {# chapters}} of “{file}” are only in its ID3 tag: they start too late for cue points, or their titles are too long. Editors that read only cue points show no chapters.',
  },
  chapterTitles:
    '“{file}” has shortened titles in its chapter list, because they were too long: {count, plural, one {chapter} other {chapters}} {numbers}.',
  /** Lines whose gain was limited. */
  heldBackLine: '{line} (by {decibels} dB)',
  /** Why an export failed or can’t start. */
  problem: {
    'not-a-folder': '{path} is not a folder. Choose another folder.',
    busy: 'Another export is writing to {path}. Wait until it has finished.',
    'newer-manifest': 'A newer version of Lectern exported to {path}. Update Lectern, or choose another folder.',
    'folder-gone': 'The export folder {path} no longer exists. Reconnect its drive, or choose another folder.',
    'folder-replaced':
      '{path} was replaced by another folder or a link during the export. Nothing was written there. Check where it leads, then export again.',
    'file-in-use':
      '“{path}” can’t be moved or replaced: it is open in another program or protected. Close it there, then export again.',
    'other-project': '{path} contains the export of another project, “{project}”. Choose another folder.',
    foreignList: 'The file {list} in {path} isn’t from Lectern. Choose another folder.',
    foreignListAppeared:
      'Another program created {list} in {path} during the export. Move that file away, then export again.',
    damagedList: 'The list of exported files in {path} ({list}) is damaged. Choose another folder.',
    damagedListKept:
      'The list of exported files in {path} was damaged and is now named {keptAs}. Lectern won’t replace the files it listed: export again to write all files under other names, or choose another folder.',
    insideProject:
      '{path} is in the folder of the project “{project}”, which can’t contain anything else. Choose another folder.',
    namesInProject:
      'The file names would put files in {path}, which is a project or is named like one. Change the names.',
  },
  readOnly: {
    permissions: 'You don’t have permission to write to {path}. Choose another folder, or change its permissions.',
    drive: '{path} is on a read-only drive. Choose another folder.',
  },
  diskFull: {
    full: 'The drive with {path} is full. Free some space, then export again.',
    quota: 'Your quota on the drive with {path} is used up. Free some space, then export again.',
    'file-too-large': 'The drive with {path} doesn’t support files of this size. Choose another folder.',
  },
  unwritable: {
    'no-storage': 'The system doesn’t store files in {path}. Choose another folder.',
    bin: '{path} isn’t a folder, but Lectern needs a folder with this name for replaced files. Rename the file, then export again.',
    vanished: '{path} disappeared while it was being written. Export again.',
    lock: '{path} can’t be locked ({code}). Delete it, then export again.',
    system: '{path} can’t be written ({code}). Check the drive.',
    link: '{path} is a link, which Lectern doesn’t follow in an export folder. Remove it, or choose another folder.',
    'not-a-file': '{path} is not a regular file. Remove it, or choose another folder.',
    'not-a-folder': '{path} is not a folder. Remove it, or choose another folder.',
    'hard-link':
      '{path} is also linked from another folder, so its content would change there too. Remove it, or choose another folder.',
    'too-large': '{path} is larger than any file Lectern writes there. Remove it, or choose another folder.',
    unexpected: '{path} isn’t from Lectern. Remove it, or choose another folder.',
    outside: '{path} is outside the export folder, and was left unchanged. Choose another folder.',
  },
  /** Errors in a file name template. The template's fields are in curly brackets. */
  template: {
    empty: 'The name template is empty. Add at least one field, such as {example}.',
    'lone-bracket': 'The name template has an unmatched curly bracket.',
    backslash: 'The name template has a backslash. Use / to create folders.',
    'nameless-part': 'The name template has a folder or file without a name. Put / only between names.',
    'leaves-folder': 'The name template can’t lead outside the export folder, so . and .. aren’t allowed as names.',
    'unknown-field': 'The name template has an unknown field, {field}. The fields are {fields}.',
    'too-deep': 'The name template has more than {most, plural, one {# nested folder} other {# nested folders}}.',
  },
  internal: 'An internal error occurred. The log has the details under {id}.',
} as const;
