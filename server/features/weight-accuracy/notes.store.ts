import { sql } from 'kysely';
import type { DayRange } from '../../domain/measures/weight-accuracy.rules';
import { visibleLocations } from '../../domain/places';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';

export interface StoredNote {
  id: number;
  locationId: number;
  day: LocalDate;
  referenceId: number | null;
  content: string;
}

export interface StoredReference {
  id: number;
  description: string;
  /** Of one that every organisation has. */
  key: string | null;
}

const columns = sql`n.id, n.location_id as "locationId", n.local_date as day, n.reference_id as "referenceId", n.content`;
const ofVisible = sql`checkweight_note n join location l on l.organisation_id = n.organisation_id and l.id = n.location_id`;

/** Those of the range by location and day, of some locations or of all. */
export async function listNotes(
  db: Db,
  scope: Scope,
  { range: { begin, end }, locationIds }: { range: DayRange; locationIds?: readonly number[] },
): Promise<StoredNote[]> {
  const { rows } = await sql<StoredNote>`
    select ${columns} from ${ofVisible}
    where ${visibleLocations(scope)} and n.organisation_id = ${scope.organisationId} and n.local_date between ${begin}::date and ${end}::date
      ${locationIds === undefined ? sql`` : sql`and n.location_id = any(${[...locationIds]}::bigint[])`}
    order by n.location_id, n.local_date`.execute(db);
  return rows;
}

export async function listReferences(db: Db | Trx, { organisationId }: Scope): Promise<StoredReference[]> {
  return db
    .selectFrom('checkweight_note_reference')
    .select(['id', 'description', 'key'])
    .where('organisation_id', '=', organisationId)
    .orderBy('id')
    .execute();
}

/** Locked until the transaction ends. */
export async function lockNote(trx: Trx, scope: Scope, id: number): Promise<StoredNote | undefined> {
  const { rows } = await sql<StoredNote>`
    select ${columns} from ${ofVisible}
    where n.organisation_id = ${scope.organisationId} and n.id = ${id} and ${visibleLocations(scope)}
    for update of n`.execute(trx);
  return rows[0];
}

type NoteText = Omit<StoredNote, 'id'>;

/** @returns null where the day has one already */
export async function insertNote(
  trx: Trx,
  { organisationId }: Scope,
  { locationId, day, referenceId, content }: NoteText,
): Promise<number | null> {
  const made = await trx
    .insertInto('checkweight_note')
    .values({
      organisation_id: organisationId,
      location_id: locationId,
      local_date: day,
      reference_id: referenceId,
      content,
    })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'location_id', 'local_date']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return made?.id ?? null;
}

export async function updateNote(
  trx: Trx,
  { organisationId }: Scope,
  { id, referenceId, content }: Pick<StoredNote, 'id' | 'referenceId' | 'content'>,
): Promise<void> {
  await trx
    .updateTable('checkweight_note')
    .set({ reference_id: referenceId, content })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute();
}

export async function deleteNote(trx: Trx, { organisationId }: Scope, id: number): Promise<void> {
  await trx.deleteFrom('checkweight_note').where('organisation_id', '=', organisationId).where('id', '=', id).execute();
}

/** The reasons that every organisation begins with: what they are called while nobody reads them in another language. */
export const builtInReferences = {
  binEmptied: 'Bin was emptied before it was weighed',
  scaleOutOfOrder: 'Scale was out of order',
  forgotten: 'Forgotten',
  otherKitchen: 'Waste of another kitchen in the bin',
  recountConfirmed: 'Recount confirmed',
} as const;

export async function addNoteReferences(trx: Trx, organisationId: number): Promise<void> {
  await trx
    .insertInto('checkweight_note_reference')
    .values(
      Object.entries(builtInReferences).map(([key, description]) => ({
        organisation_id: organisationId,
        description,
        key,
      })),
    )
    .execute();
}
