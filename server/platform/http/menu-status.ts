import { z } from 'zod';
import type { MenuMark } from '../../../views/layout/navigation';
import { scopeOf, type Actor } from '../actor';
import type { MenuId, MenuStatus } from '../feature';
import { covers } from '../permissions';
import type { AnyContext } from './context';

const named = z.coerce.number().int().positive();

/** What somebody sees and may in the organisation that the address names, else in their own; null where they reach none such. */
async function lookingAt(actor: Actor, { db, url, resources }: AnyContext) {
  const asked = named.safeParse(new URL(url, 'http://tare.invalid').searchParams.get('organisationId'));
  if (!asked.success || asked.data === actor.organisation.id)
    return { scope: scopeOf(actor), permissions: actor.permissions };
  return resources.reach.ofActor(db, actor, asked.data);
}

/** What the menus tell a person on this page. Nothing is asked of the database for who may know none of it. */
export async function menuMarks(
  statuses: readonly MenuStatus[],
  context: AnyContext,
): Promise<Partial<Record<MenuId, MenuMark>>> {
  const { actor, db, t, locale } = context;
  const possible = actor ? statuses.filter(({ access }) => covers(actor.permissions, access)) : [];
  const seen = actor && possible.length > 0 ? await lookingAt(actor, context) : null;
  if (!seen) return {};
  const marks = await Promise.all(
    possible
      .filter(({ access }) => covers(seen.permissions, access))
      .map(async ({ menu, read }) => [menu, await read(db, seen.scope, { t, locale })] as const),
  );
  return Object.fromEntries(marks.flatMap(([menu, mark]) => (mark ? [[menu, mark]] : [])));
}
