import { newPerson, type Person } from './people';
import type { TestApp } from './test-app';

let counter = 0;

/** A number of its own for each test, as E.164. */
export const nextPhone = () => `+12125${String((counter += 1)).padStart(6, '0')}`;

export interface Reachable extends Person {
  phone: string;
}

/** Keeps a number of somebody's; `verified: false`: they have not shown it to be theirs. */
export async function keepPhone(
  { db, clock }: TestApp,
  { userId }: Pick<Person, 'userId'>,
  phone: string,
  { verified = true } = {},
): Promise<void> {
  const now = clock.now();
  await db
    .insertInto('identity.phone_number')
    .values({ user_id: userId, phone, verified_at: verified ? now : null, created_at: now, updated_at: now })
    .execute();
}

/** Somebody whose number is known. */
export async function reachable(app: TestApp, wish: Parameters<typeof newPerson>[1]): Promise<Reachable> {
  const [someone, phone] = [await newPerson(app, wish), nextPhone()];
  await keepPhone(app, someone, phone);
  return { ...someone, phone };
}

/** Texts of what was sent to a number or an address by now, the newest first. */
export async function sentTo(app: TestApp, target: string): Promise<string[]> {
  await app.runJobs();
  const rows = await app.db
    .selectFrom('outbox')
    .select('payload')
    .where('target', '=', target)
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(({ payload }) => (payload as { text: string }).text);
}

/** The six digits of the newest of them; empty where nothing was sent. */
export const codeTo = async (app: TestApp, target: string): Promise<string> =>
  /\b\d{6}\b/.exec((await sentTo(app, target))[0] ?? '')?.[0] ?? '';

/** Another code of six digits. */
export const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
