import type { Context } from '../../../platform/http/define-route';
import { isOfSso } from '../../core/sessions/session.store';
import { signOut } from './sign-in.service';

/**
 * Ends the session of this browser, by whatever way out.
 * @returns whether its person had come in by their organization, or always does; null where nobody was signed in
 */
export async function leaveBrowser({
  visitor,
  door,
  db,
}: Pick<Context<'public'>, 'visitor' | 'door' | 'db'>): Promise<{ bySso: boolean | null }> {
  const { sessionId } = door;
  const bySso = sessionId === null ? null : await isOfSso(db, sessionId);
  if (sessionId !== null) await signOut(visitor, sessionId);
  await door.leave();
  return { bySso };
}
