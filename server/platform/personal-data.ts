import type { Db } from './db/database';

/** Rows that a part of the house keeps of one person, as they are handed out to that person: by a name of their own, no secrets among them. */
export type PersonalSections = Record<string, readonly object[]>;

/** A person with the organizations that they belong to: of no other one is anything read. */
export interface PersonOf {
  userId: number;
  organisationIds: readonly number[];
}

/** What a part keeps of a person. Bounded: what grows without end is summed up. */
export type PersonalData = (db: Db, person: PersonOf) => Promise<PersonalSections>;

/** One JSON object with a list for each section, read one source after the other as it is sent. */
export async function* personalJson(
  sources: readonly PersonalData[],
  { db, person, madeAt }: { db: Db; person: PersonOf; madeAt: Date },
): AsyncGenerator<string> {
  yield `{\n${line('madeAt', madeAt)}`;
  for (const source of sources)
    for (const [section, rows] of Object.entries(await source(db, person))) yield `,\n${line(section, rows)}`;
  yield '\n}\n';
}

const line = (key: string, value: unknown) => `${JSON.stringify(key)}: ${JSON.stringify(value, null, 2)}`;
