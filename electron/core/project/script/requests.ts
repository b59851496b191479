import { applyPatch, invertPatch, isPatched, type ParameterPatch } from '@lectern/tts-protocol';
import type { DocumentSide, EditorDocument, ExtendedDocument } from '../../../../shared/ipc/script-requests.ts';
import { NARRATOR, type StoredOverride } from '../../../../shared/model/cast.ts';
import { LOCAL_ORIGIN } from '../../../../shared/model/connection.ts';
import { priceOfConnection } from '../../../../shared/model/spending.ts';
import { supportsBatches } from '../../../../shared/rules/cast/default-cast.ts';
import { lineEndingChanges } from '../../../../shared/rules/characters.ts';
import { dialogEdits } from '../../../../shared/rules/dialogs.ts';
import type { VoiceConnection } from '../../api/voice-connection.ts';
import type { Audition } from '../../audition/audition.ts';
import { refuseOtherService } from '../../audition/audition-voice.ts';
import { auditionRequest, bookedAudition } from '../../audition/booked-audition.ts';
import type { ChannelsOf, HandlersOf } from '../../bridge/handler-types.ts';
import { refuse, requireFound } from '../../bridge/request-error.ts';
import type { Clock } from '../../ports.ts';
import { isHeading, readAsOf } from '../../rules/line-request.ts';
import type { ProjectSession } from '../../session/project-session.ts';
import type { Projects } from '../../session/projects.ts';
import { type Inverse, refuseOutdated, repeatable, type UndoLog } from '../../undo/undo-log.ts';
import { voiceEntry } from '../cast/voice-names.ts';
import { chapterTitles, hasFrontMatter } from '../lines/chapters.ts';
import { customPauseOf, setPause } from '../lines/set-pauses.ts';
import type { DocumentStretchResult, LoadedDocument } from './document-replies.ts';
import { paragraphById } from './document-rows.ts';
import type { Placing } from './move-paragraphs.ts';
import { rowText } from './script-document.ts';
import { paragraphsOfChapter } from './stored-paragraphs.ts';

export interface ScriptParts {
  readonly projects: Pick<Projects, 'requireSession'>;
  readonly connections: Pick<VoiceConnection, 'current' | 'knownVoices' | 'requireLink' | 'voices'>;
  readonly audition: Pick<Audition, 'start' | 'stop'>;
  readonly undo: Pick<UndoLog, 'add'>;
  readonly clock: Pick<Clock, 'now'>;
}

export function scriptHandlers(
  parts: ScriptParts,
): HandlersOf<ChannelsOf<'script' | 'line' | 'role' | 'voices' | 'audition'>> {
  return { ...documentHandlers(parts), ...castHandlers(parts), ...auditionHandlers(parts) };
}

function documentHandlers({ projects, undo }: ScriptParts): HandlersOf<ChannelsOf<'script'>> {
  return {
    'script.open'({ chapterId, documentId, through }) {
      const session = projects.requireSession();
      const { documents } = session.project.script;
      if (documentId !== undefined && documents.isOpen(Number(documentId))) {
        return toEditorDocument(session, withoutCarriageReturns(session, documents.load(Number(documentId))));
      }
      const isThere = chapterId === null || chapterTitles(session.project.db).has(chapterId);
      if (!isThere) refuse({ kind: 'not-found', what: 'chapter' });
      return toEditorDocument(session, withoutCarriageReturns(session, documents.open(chapterId, through)));
    },
    'script.extend'({ documentId, side }) {
      const session = projects.requireSession();
      const id = Number(documentId);
      openNeighbourPlainly(session, id, side);
      const stretched = session.project.script.documents.extend(id, side);
      if (typeof stretched === 'string') return { stretched: null, full: stretched === 'full' };
      return { stretched: toStretchedDocument(session, stretched), full: false };
    },
    'script.narrow'({ documentId, side, chapterId }) {
      const session = projects.requireSession();
      const { documents } = session.project.script;
      const isThere = documents.load(Number(documentId)).chapterIds.includes(chapterId);
      if (!isThere) refuse({ kind: 'not-found', what: 'chapter' });
      return toStretchedDocument(session, documents.narrow(Number(documentId), side, chapterId));
    },
    'script.edit'({ documentId, revision, changes }) {
      const session = projects.requireSession();
      const id = Number(documentId);
      const edited = session.edit(id, revision, changes);
      const { at, count, paragraphs } = edited.replaced;
      return {
        revision: edited.revision,
        at,
        count,
        paragraphs: paragraphs.map(toParagraphInfo),
        lines: session.views.briefs({ lineIds: paragraphs.flatMap(({ lineIds }) => lineIds) }),
        chaptersChanged: edited.chaptersChanged,
        chapterIds: [...edited.chapterIds],
      };
    },
    'script.briefs': ({ lineIds }) => projects.requireSession().views.briefs({ lineIds }),
    'script.chapterBriefs': ({ chapterId }) => projects.requireSession().views.briefs({ chapterId }),
    'script.find': ({ limit, ...query }) => projects.requireSession().reader.query('find', { query, limit }),
    'script.dialogEdits'({ documentId, from, to, action }) {
      const { project } = projects.requireSession();
      const { text } = project.script.documents.load(Number(documentId));
      const { changes, ...lines } = dialogEdits(text, project.settings(), action, { from, to });
      return { ...lines, changes: [...changes] };
    },
    'script.moveChapter'({ chapterId, before }) {
      const session = projects.requireSession();
      const move = () => applyChapterMove(session, chapterId, before);
      const previousNeighbour = move();
      if (previousNeighbour === before) return { step: null };
      const revert = (former: number | null) => void applyChapterMove(session, chapterId, former);
      return { step: undo.add(repeatable(previousNeighbour, revert, move), { project: session }) };
    },
    'script.moveParagraphs'({ paragraphIds, chapterId, side }) {
      const session = projects.requireSession();
      const { db, script } = session.project;
      const isThere = chapterId === null ? hasFrontMatter(db) : chapterTitles(db).has(chapterId);
      if (!isThere) refuse({ kind: 'not-found', what: 'chapter' });
      for (const id of paragraphIds) requireFound(paragraphById(db, id), 'line');
      const former = script.moveParagraphs(new Set(paragraphIds), chapterId, side);
      if (former === null) return { step: null };
      session.linesChanged(null);
      return { step: undo.add(inverseOfMove(session, former), { project: session }) };
    },
  };
}

/** Returns the undo step for a move, which in turn returns the redo step. */
function inverseOfMove(session: ProjectSession, former: Placing): Inverse {
  return () => {
    const now = session.project.script.restorePlacing(former);
    refuseOutdated(now === null, 'script');
    session.linesChanged(null);
    return now && inverseOfMove(session, now);
  };
}

function applyChapterMove(session: ProjectSession, chapterId: number, before: number | null): number | null {
  const chapters = chapterTitles(session.project.db);
  const areThere = chapters.has(chapterId) && (before === null || chapters.has(before));
  if (!areThere) refuse({ kind: 'not-found', what: 'chapter' });
  const previousNeighbour = session.project.script.moveChapter(chapterId, before);
  session.linesChanged(null);
  return previousNeighbour;
}

function castHandlers({ projects, connections, undo }: ScriptParts): HandlersOf<ChannelsOf<'line' | 'voices'>> {
  return {
    'line.detail': ({ lineId }) => projects.requireSession().views.detail(lineId, connections.knownVoices),
    'line.setOverride'({ lineId, change }) {
      const session = projects.requireSession();
      const { lines } = session.project;
      const now = () => {
        requireFound(session.places.of(lineId), 'line');
        return splitOverride(lines.written(lineId).override);
      };
      const put = (patch: ParameterPatch) => {
        const { voice, parameters } = now();
        lines.setOverride(lineId, { ...voice, ...applyPatch(parameters, patch) });
        session.linesChanged([lineId]);
        return invertPatch(parameters, patch);
      };
      const revert = (former: ParameterPatch) => {
        refuseOutdated(!isPatched(now().parameters, change), 'override');
        put(former);
      };
      const set = () => put(change);
      return { step: undo.add(repeatable(set(), revert, set), { project: session }) };
    },
    'line.setPause'({ lineId, seconds }) {
      const session = projects.requireSession();
      const { db } = session.project;
      const put = (wanted: number | null) => {
        requireFound(session.places.of(lineId), 'line');
        const former = setPause(db, lineId, wanted);
        session.linesChanged([lineId]);
        return former;
      };
      const revert = (former: number | null) => {
        refuseOutdated(customPauseOf(db, lineId) !== seconds, 'pause');
        put(former);
      };
      const set = () => put(seconds);
      return { step: undo.add(repeatable(set(), revert, set), { project: session }) };
    },
    'line.setReadAs'({ lineId, spoken }) {
      const session = projects.requireSession();
      const { lines } = session.project;
      const now = () => {
        requireFound(session.places.of(lineId), 'line');
        const line = lines.written(lineId);
        return isHeading(line.kind) ? line : refuse({ kind: 'not-found', what: 'line' });
      };
      const put = (wanted: string | null) => {
        now();
        const former = lines.setReadAs(lineId, wanted);
        session.linesChanged([lineId]);
        return former;
      };
      const revert = (former: string | null) => {
        refuseOutdated(readAsOf(now()) !== spoken, 'override');
        put(former);
      };
      const set = () => put(spoken);
      return { step: undo.add(repeatable(set(), revert, set), { project: session }) };
    },
    'voices.list': async () => (await connections.voices()).filter(supportsBatches).map(voiceEntry),
  };
}

function auditionHandlers({ projects, connections, audition, clock }: ScriptParts): HandlersOf<ChannelsOf<'audition'>> {
  return {
    async 'audition.start'({ text, role, lineId }) {
      const session = projects.requireSession();
      const { project, places } = session;
      const link = await connections.requireLink();
      if (lineId !== null) requireFound(places.of(lineId), 'line');
      refuseOtherService(project, link);
      const withParameters = link.identity.origin === LOCAL_ORIGIN;
      const request = auditionRequest(project, { text, role: role ?? NARRATOR, lineId, withParameters });
      if (!request.ok) return refuse({ kind: 'invalid', field: 'audition', reason: request.problem.kind });
      const { characters } = request;
      const price = priceOfConnection(connections.current);
      const { auditionId, contentType } = await bookedAudition(
        {
          session,
          connection: link.identity,
          price,
          lineId,
          role: role ?? NARRATOR,
          characters,
          now: clock.now(),
        },
        () => audition.start(link.client, request.parameters),
      );
      return { auditionId, contentType, characters };
    },
    'audition.stop'() {
      audition.stop();
      return null;
    },
  };
}

/** Editors can't show carriage returns, so an ordinary edit removes them. */
function withoutCarriageReturns(session: ProjectSession, loaded: LoadedDocument): LoadedDocument {
  const { documentId, revision, text } = loaded;
  if (session.readOnly || !text.includes('\r')) return loaded;
  const changes = lineEndingChanges(text);
  session.edit(documentId, revision, changes);
  return session.project.script.documents.load(documentId);
}

function openNeighbourPlainly(session: ProjectSession, documentId: number, side: DocumentSide): void {
  const { documents } = session.project.script;
  const chapterId = documents.neighbour(documentId, side);
  if (chapterId === undefined || session.readOnly) return;
  const hasReturns = paragraphsOfChapter(session.project.db, chapterId).some((row) => rowText(row).includes('\r'));
  if (hasReturns) withoutCarriageReturns(session, documents.open(chapterId));
}

function splitOverride(override: StoredOverride | null) {
  const { voice, readAs: _, ...parameters } = override ?? {};
  return { voice: voice === undefined ? {} : { voice }, parameters };
}

function toEditorDocument(session: ProjectSession, loaded: LoadedDocument): EditorDocument {
  const lineIds = loaded.paragraphs.flatMap((paragraph) => paragraph.lineIds);
  return {
    documentId: String(loaded.documentId),
    revision: loaded.revision,
    text: loaded.text,
    chapterIds: [...loaded.chapterIds],
    paragraphs: loaded.paragraphs.map(toParagraphInfo),
    lines: session.views.briefs({ lineIds }),
  };
}

function toStretchedDocument(session: ProjectSession, stretched: DocumentStretchResult): ExtendedDocument {
  const { replaced, documentId, revision, chapterIds, taken } = stretched;
  const { at, count, paragraphs, text, from, to } = replaced;
  return {
    documentId: String(documentId),
    revision,
    at,
    count,
    paragraphs: paragraphs.map(toParagraphInfo),
    text,
    from,
    to,
    lines: session.views.briefs({ lineIds: paragraphs.flatMap(({ lineIds }) => lineIds) }),
    chapterIds: [...chapterIds],
    taken: taken.map((each) => ({ documentId: String(each.documentId), from: each.from })),
  };
}

const toParagraphInfo = ({ id, length, kind, lineIds, problem }: LoadedDocument['paragraphs'][number]) => ({
  id,
  length,
  kind,
  lineIds: [...lineIds],
  problem: problem?.kind ?? null,
});
