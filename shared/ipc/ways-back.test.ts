// Every request that changes something has a way back, or asks first, or does no harm: each is in this record. A new request
// does not compile here until its way is decided. Those that ask are in docs/undo.md too, with why they can't be taken back.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Channel, CONTRACT } from './contract.ts';

/**
 * `reads`: changes nothing that is kept. `undo`: its reply has the step that `edit.undo` takes back.
 * `asks`: it can't be taken back, and the producer is told first. `harmless`: it destroys and replaces nothing, or what
 * it was told is seen and set again in the same place.
 */
type Way = 'reads' | 'undo' | 'asks' | 'harmless';

const WAYS: Readonly<Record<Channel, Way>> = {
  'library.recent': 'reads',
  'library.looks': 'reads',
  'library.size': 'reads',
  'library.forget': 'undo',
  'library.archive': 'undo',
  'library.rename': 'undo',
  'library.confirmPlace': 'asks',
  'library.duplicate': 'harmless',
  'library.cancelDuplicate': 'harmless',
  'library.setCover': 'undo',
  'library.removeCover': 'undo',
  'library.toBin': 'undo',
  'library.bin': 'reads',
  'library.takeFromBin': 'harmless',
  'library.deleteForGood': 'asks',
  'library.backups': 'reads',
  'library.backUpNow': 'harmless',
  'library.restoreBackup': 'undo',
  'project.current': 'reads',
  'project.openRecent': 'harmless',
  'project.restoreBackup': 'asks',
  'project.resetSettings': 'asks',
  'project.openToRead': 'harmless',
  'project.reopen': 'harmless',
  'project.acceptMissingLog': 'asks',
  'project.create': 'harmless',
  'project.createSample': 'harmless',
  'project.previewImport': 'reads',
  'project.cancelImport': 'harmless',
  'project.joinImports': 'reads',
  'project.importPreview': 'reads',
  'project.auditionImport': 'harmless',
  'project.createFromImport': 'harmless',
  'speakers.list': 'reads',
  'model.settings': 'reads',
  'model.save': 'harmless',
  'model.setConsent': 'harmless',
  'model.forget': 'asks',
  'model.names': 'reads',
  'model.try': 'asks',
  'model.plan': 'reads',
  'model.ask': 'asks',
  'model.cancel': 'harmless',
  'engines.list': 'reads',
  'engines.look': 'reads',
  'engines.ask': 'reads',
  'engines.try': 'harmless',
  'engines.save': 'harmless',
  'engines.remove': 'undo',
  'packs.state': 'reads',
  'packs.receive': 'harmless',
  'packs.receivePart': 'harmless',
  'packs.receiveEnd': 'harmless',
  'packs.install': 'asks',
  'packs.cancel': 'harmless',
  'packs.remove': 'asks',
  'dialog.addPack': 'harmless',
  'project.close': 'harmless',
  'project.confirmPlace': 'undo',
  'project.adoptConnection': 'undo',
  'project.updateSettings': 'undo',
  'project.chapters': 'reads',
  'project.roles': 'reads',
  'book.read': 'reads',
  'book.change': 'undo',
  'book.setCredits': 'undo',
  'export.state': 'reads',
  'export.start': 'harmless',
  'export.finish': 'harmless',
  'export.finishedOutlook': 'reads',
  'export.cancel': 'harmless',
  'export.usedVoices': 'reads',
  'export.previewNames': 'reads',
  'export.outlook': 'reads',
  'export.presets': 'reads',
  'export.savePreset': 'undo',
  'export.changePreset': 'undo',
  'export.deletePreset': 'undo',
  'export.setDefaultPreset': 'harmless',
  'script.open': 'reads',
  'revision.compare': 'reads',
  'revision.take': 'undo',
  'script.edit': 'undo',
  'script.briefs': 'reads',
  'script.chapterBriefs': 'reads',
  'script.find': 'reads',
  'script.dialogEdits': 'reads',
  'script.moveChapter': 'undo',
  'line.detail': 'reads',
  'line.setOverride': 'undo',
  'line.setPause': 'undo',
  'role.setTurnPrefix': 'undo',
  'role.setVoice': 'undo',
  'voices.list': 'reads',
  'cast.roles': 'reads',
  'cast.voices': 'reads',
  'cast.outlook': 'reads',
  'cast.sample': 'reads',
  'cast.mergeOutlook': 'reads',
  'cast.overrides': 'reads',
  'cast.lineAt': 'reads',
  'cast.audition': 'harmless',
  'cast.compareOutlook': 'reads',
  'cast.compareVoice': 'harmless',
  'cast.copyOutlook': 'reads',
  'cast.copy': 'undo',
  'dialog.castFolder': 'reads',
  'cast.rename': 'undo',
  'cast.merge': 'undo',
  'cast.putOverrides': 'undo',
  'cast.change': 'undo',
  'cast.setFavourite': 'harmless',
  'audition.start': 'harmless',
  'audition.stop': 'harmless',
  'production.plan': 'reads',
  'production.start': 'asks',
  'production.snapshot': 'reads',
  'production.pause': 'harmless',
  'production.resume': 'harmless',
  'production.cancel': 'undo',
  'production.retryFailed': 'asks',
  'production.failed': 'reads',
  'production.doubts': 'reads',
  'production.decideDoubt': 'undo',
  'production.ledger': 'reads',
  'production.spending': 'reads',
  'production.spendingTable': 'reads',
  'production.log': 'reads',
  'production.budget': 'reads',
  'playback.chapter': 'reads',
  'playback.lines': 'reads',
  'playback.speak': 'harmless',
  'review.list': 'reads',
  'review.rows': 'reads',
  'review.takes': 'reads',
  'review.textChange': 'reads',
  'review.notesTable': 'reads',
  'review.peaks': 'reads',
  'take.setVerdict': 'undo',
  'take.rejectAndRetake': 'undo',
  'take.retake': 'undo',
  'take.setVerdicts': 'undo',
  'take.setNote': 'undo',
  'take.setTrim': 'undo',
  'take.setGain': 'undo',
  'take.resetTreatment': 'undo',
  'take.pick': 'undo',
  'pronunciation.rules': 'reads',
  'pronunciation.change': 'undo',
  'pronunciation.preview': 'reads',
  'pronunciation.audition': 'harmless',
  'pronunciation.readTable': 'reads',
  'pronunciation.table': 'reads',
  'clone.list': 'reads',
  'clone.readSample': 'harmless',
  'clone.forgetSample': 'harmless',
  'clone.create': 'harmless',
  'clone.cancel': 'harmless',
  'clone.delete': 'asks',
  'clone.dropDoubt': 'asks',
  'clone.sample': 'reads',
  'clone.consents': 'reads',
  'connection.list': 'reads',
  'connection.status': 'reads',
  'connection.useLocal': 'harmless',
  'connection.add': 'harmless',
  'connection.cancelCheck': 'harmless',
  'connection.update': 'harmless',
  'connection.enterKey': 'harmless',
  'connection.confirmKey': 'asks',
  'connection.use': 'harmless',
  'connection.remove': 'undo',
  'connection.local': 'reads',
  'connection.test': 'reads',
  'undo.undo': 'undo',
  'undo.redo': 'undo',
  'app.info': 'reads',
  'app.setTheme': 'harmless',
  'app.setLanguage': 'harmless',
  'app.finishOnboarding': 'harmless',
  'app.setUnsaved': 'harmless',
  'app.enableCommands': 'harmless',
  'app.allowMicrophone': 'harmless',
  'dialog.openProject': 'harmless',
  'dialog.importScript': 'reads',
  'shell.importClipboard': 'reads',
  'dialog.exportFolder': 'harmless',
  'dialog.saveText': 'asks',
  'dialog.locateProject': 'harmless',
  'dialog.chooseCover': 'undo',
  'shell.reveal': 'reads',
  'shell.revealProject': 'reads',
  'report.make': 'reads',
  'files.overview': 'reads',
  'files.clean': 'asks',
  'dialog.projectsFolder': 'harmless',
  'preferences.get': 'reads',
  'preferences.change': 'harmless',
};

/** Undone in another way than by the step of their reply: by the editor's own history, and by each other. */
const WITHOUT_STEP: ReadonlySet<string> = new Set<Channel>(['script.edit', 'undo.undo', 'undo.redo']);

/** The requests that the page lists in its table, each with why it can't be taken back. */
function listedInDocs(): string[] {
  const page = readFileSync(new URL('../../docs/undo.md', import.meta.url), 'utf8');
  return [...page.matchAll(/^\| `([a-z]+\.[A-Za-z]+)` \| .+ \|$/gm)].map(([, channel = '']) => channel);
}

const channelsOf = (wanted: Way) => Object.entries(WAYS).flatMap(([channel, way]) => (way === wanted ? [channel] : []));

/** Whether a reply says by which step the change is taken back. */
const hasStep = (reply: z.ZodType): boolean => {
  const value = reply instanceof z.ZodNullable ? reply.unwrap() : reply;
  return value instanceof z.ZodObject && 'step' in value.shape;
};

describe('what is asked of Lectern', () => {
  it('is answered with the step that takes it back, where it can be taken back', () => {
    const undone = Object.entries(WAYS).filter(([channel, way]) => way === 'undo' && !WITHOUT_STEP.has(channel));
    const withStep = Object.entries(CONTRACT).filter(([, { output }]) => hasStep(output));
    expect(withStep.map(([channel]) => channel).toSorted()).toEqual(undone.map(([channel]) => channel).toSorted());
  });

  it('asks first where it can’t be taken back, and the docs say why', () => {
    expect(listedInDocs().toSorted()).toEqual(channelsOf('asks').toSorted());
  });

  it('is all in the record', () => {
    expect(Object.keys(WAYS).toSorted()).toEqual(Object.keys(CONTRACT).toSorted());
  });
});
