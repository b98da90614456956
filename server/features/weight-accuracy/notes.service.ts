import type { DayRange } from '../../domain/measures/weight-accuracy.rules';
import { seesLocation } from '../../domain/places';
import type { ActingPersonally } from '../../platform/acting';
import type { Scope } from '../../platform/actor';
import { defineActions } from '../../platform/audit';
import type { Db, Trx } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import type { Translate } from '../../platform/i18n/messages';
import {
  builtInReferences,
  deleteNote,
  insertNote,
  listNotes,
  listReferences,
  lockNote,
  updateNote,
  type StoredNote,
  type StoredReference,
} from './notes.store';
import type { ChangedNote, CheckweightNote, NewNote, NoteQuery, NoteReference } from './weight-accuracy.contract';

const actions = defineActions('checkweightNote', { create: {}, change: {}, delete: {} });

type BuiltIn = keyof typeof builtInReferences;
const isBuiltIn = (key: string | null): key is BuiltIn => key !== null && key in builtInReferences;

/** A reason in the reader's language; one that an organisation has written itself, as it was written. */
const named = ({ key, description }: StoredReference, t: Translate) =>
  isBuiltIn(key) ? t(`weightAccuracy.references.${key}`) : description;

export async function readReferences(db: Db, scope: Scope, t: Translate): Promise<NoteReference[]> {
  return (await listReferences(db, scope)).map((one) => ({
    checkweightNoteReferenceId: one.id,
    checkweightDescription: named(one, t),
  }));
}

/** The note of a day without one. */
export const noNote = ({ locationId, day }: Pick<StoredNote, 'locationId' | 'day'>): CheckweightNote => ({
  checkweightNoteId: '',
  checkweightNoteReference: null,
  checkweightNoteReferenceId: null,
  locationId,
  date: day,
  content: '',
});

interface Reading {
  range: DayRange;
  locationIds?: readonly number[];
  references: readonly NoteReference[];
}

export async function readNotes(db: Db, scope: Scope, { references, ...query }: Reading): Promise<CheckweightNote[]> {
  const names = new Map(references.map((one) => [one.checkweightNoteReferenceId, one.checkweightDescription]));
  return (await listNotes(db, scope, query)).map((note) => ({
    checkweightNoteId: String(note.id),
    checkweightNoteReference: note.referenceId === null ? null : (names.get(note.referenceId) ?? null),
    checkweightNoteReferenceId: note.referenceId,
    locationId: note.locationId,
    date: note.day,
    content: note.content,
  }));
}

/**
 * @returns the new note's id
 * @throws 404 weightAccuracy.unknownLocation, 409 weightAccuracy.noteIsThere, 422 weightAccuracy.unknownReference
 */
export function createNote(acting: ActingPersonally, body: NewNote): Promise<string> {
  const { scope } = acting;
  const note = {
    locationId: body.locationId,
    day: body.date,
    referenceId: body.checkweightNoteReferenceId,
    content: body.content,
  };
  return acting.db.transaction().execute(async (trx) => {
    if (!(await seesLocation(trx, scope, note.locationId))) throw fail.notFound('weightAccuracy.unknownLocation');
    await checkReference(trx, scope, note.referenceId);
    const id = await insertNote(trx, scope, note);
    if (id === null) throw fail.conflict('weightAccuracy.noteIsThere');
    await acting.audit(trx, { action: actions.create, entity: 'checkweightNote', entityId: id, after: note });
    await acting.touch(trx);
    return String(id);
  });
}

/** @throws 404 weightAccuracy.unknownNote, 409 weightAccuracy.noteWasChanged, 422 weightAccuracy.noteOfAnotherDay, unknownReference */
export async function changeNote(acting: ActingPersonally, body: ChangedNote): Promise<void> {
  const { scope } = acting;
  const { checkweightNoteReferenceId: referenceId, content, seen } = body;
  await acting.db.transaction().execute(async (trx) => {
    const before = await foundNote(trx, scope, body.checkweightNoteId);
    if (before.locationId !== body.locationId || before.day !== body.date)
      throw fail.unprocessable('weightAccuracy.noteOfAnotherDay');
    if (seen) refuseChanged(before, { referenceId: seen.checkweightNoteReferenceId, content: seen.content });
    await checkReference(trx, scope, referenceId);
    await updateNote(trx, scope, { id: before.id, referenceId, content });
    await acting.audit(trx, {
      action: actions.change,
      entity: 'checkweightNote',
      entityId: before.id,
      before: textOf(before),
      after: { referenceId, content },
    });
    await acting.touch(trx);
  });
}

/** @throws 404 weightAccuracy.unknownNote, 409 weightAccuracy.noteWasChanged */
export async function removeNote(
  acting: ActingPersonally,
  { checkweightNoteId, seenContent, seenReferenceId }: NoteQuery,
): Promise<void> {
  const { scope } = acting;
  await acting.db.transaction().execute(async (trx) => {
    const before = await foundNote(trx, scope, checkweightNoteId);
    if (seenContent !== undefined || seenReferenceId !== undefined)
      refuseChanged(before, { referenceId: seenReferenceId ?? null, content: seenContent ?? '' });
    await deleteNote(trx, scope, before.id);
    await acting.audit(trx, {
      action: actions.delete,
      entity: 'checkweightNote',
      entityId: before.id,
      before: textOf(before),
    });
    await acting.touch(trx);
  });
}

const textOf = ({ referenceId, content }: StoredNote) => ({ referenceId, content });

async function foundNote(trx: Trx, scope: Scope, id: number): Promise<StoredNote> {
  const found = await lockNote(trx, scope, id);
  if (!found) throw fail.notFound('weightAccuracy.unknownNote');
  return found;
}

/** The later of two people is told, before anything of the earlier one is lost. */
function refuseChanged(before: StoredNote, seen: { referenceId: number | null; content: string }): void {
  if (before.referenceId !== seen.referenceId || before.content !== seen.content)
    throw fail.conflict('weightAccuracy.noteWasChanged');
}

async function checkReference(trx: Trx, scope: Scope, id: number | null): Promise<void> {
  if (id === null) return;
  const known = (await listReferences(trx, scope)).some((one) => one.id === id);
  if (!known)
    throw fail.unprocessable('weightAccuracy.unknownReference', {
      fields: [{ field: 'checkweightNoteReferenceId', code: 'weightAccuracy.unknownReference' }],
    });
}
