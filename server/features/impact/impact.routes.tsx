import { z } from 'zod';
import { CategoriesPage } from '../../../views/impact/categories-page';
import { may } from '../../platform/actor';
import {
  defineCall,
  definePage,
  reply,
  type Condition,
  type Context,
  type Reply,
  type Route,
} from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus, type RefusedForm } from '../../platform/http/refused-form';
import { pageParameter } from '../../platform/table/table-query';
import { localDateOf } from '../../platform/time';
import { foodCategories } from './factor-sets.rules';
import { categoriesForm, categoryChanges } from './impact.contract';
import { categorize, listCategorized } from './impact.service';

export const path = '/impact/items';
const reading = 'VIEW_IMPACT_UPDATE_REPORT' as const;
const editing = 'EDIT_IMPACT' as const;
const inPage = 50;

/** Categories are of the whole organization. */
const ofEverySite: Condition = {
  says: 'Only for people who see every site of the organization.',
  holds: ({ restriction }) => restriction === null,
};

type PageContext = Context<typeof reading>;

async function itemsPage(
  context: PageContext,
  { page, saved }: { page: number; saved: number | null },
  refused?: RefusedForm,
): Promise<Reply> {
  const { t, db, actor, acting, now, locale } = context;
  const timeZone = actor.organisation.timeZone;
  const items = await listCategorized(db, acting.scope, { locale, today: localDateOf(now, timeZone) });
  const last = Math.max(1, Math.ceil(items.length / inPage));
  const at = Math.min(page, last);
  return reply.page(
    <CategoriesPage
      t={t}
      settings={settingsOf({ locale, actor })}
      items={items.slice((at - 1) * inPage, at * inPage)}
      uncategorized={items.filter(({ category }) => category === null).length}
      total={items.length}
      page={at}
      inPage={inPage}
      mayEdit={may(actor, editing) && ofEverySite.holds(actor)}
      saved={saved}
      refused={refused ? refusalIn(t, refused).sentence : null}
    />,
    { title: t('impact.items.title'), ...(refused ? { status: refusedStatus(refused.failure) } : {}) },
  );
}

const item = z.strictObject({
  itemId: z.number(),
  name: z.string(),
  category: z.enum(foodCategories).nullable(),
  suggested: z.enum(foodCategories).nullable().describe('What the name speaks for, while there is no category.'),
  grams: z.number().describe('Of the last 13 weeks.'),
});

export const impactRoutes: Route[] = [
  definePage({
    method: 'get',
    path,
    access: reading,
    query: z.object({
      page: pageParameter,
      saved: z.coerce.number().int().min(0).max(2_000).optional().catch(undefined),
    }),
    handle: ({ query: { page, saved } }, context) => itemsPage(context, { page, saved: saved ?? null }),
  }),

  definePage({
    method: 'post',
    path,
    access: editing,
    condition: ofEverySite,
    body: categoriesForm,
    async handle({ body }, { acting }) {
      const changes = Object.entries(body).map(([name, category]) => ({ itemId: Number(name.slice(5)), category }));
      const saved = changes.length === 0 ? 0 : await categorize(acting, changes);
      return reply.redirect(`${path}?saved=${saved}`);
    },
    again: (failure, typed, context) => itemsPage(context, { page: 1, saved: null }, { failure, typed }),
  }),

  defineCall({
    method: 'get',
    path,
    access: reading,
    opens: { programs: true },
    summary: 'List items with their food categories, those without one first.',
    answer: z.strictObject({ items: z.array(item) }),
    async handle(_, { db, acting, now, locale, actor }) {
      const today = localDateOf(now, actor.organisation.timeZone);
      return reply.json({ items: await listCategorized(db, acting.scope, { locale, today }) });
    },
  }),

  defineCall({
    method: 'put',
    path,
    access: editing,
    condition: ofEverySite,
    summary: 'Set the food categories of items; null takes one away.',
    body: categoryChanges,
    answer: z.strictObject({ changed: z.number() }),
    handle: async ({ body: { items } }, { acting }) => reply.json({ changed: await categorize(acting, items) }),
  }),
];
