import { SavedViewsPage } from '../../../views/saved-views/saved-views-page';
import { definePage, reply, type Context, type Reply, type Route } from '../../platform/http/define-route';
import { refusalIn, refusedStatus, type RefusedForm } from '../../platform/http/refused-form';
import { withParameters } from '../../platform/table/table-query';
import { savedViewParams, savedViewsQuery, saveForm } from './saved-views.contract';
import { viewAddressOf } from './saved-views.rules';
import { keeperOf, removeView, saveView } from './saved-views.service';
import { listSavedViews } from './saved-views.store';

const path = '/saved-views';
const access = 'signed-in' as const;

interface Shown {
  address?: string | undefined;
  done?: 'saved' | 'removed' | undefined;
}

async function savedViewsPage(
  context: Context<typeof access>,
  { address, done }: Shown,
  refused?: RefusedForm,
): Promise<Reply> {
  const { t, db, acting } = context;
  return reply.page(
    <SavedViewsPage
      t={t}
      saving={address === undefined ? null : viewAddressOf(address)}
      views={await listSavedViews(db, keeperOf(acting))}
      done={done ?? null}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title: t('savedViews.title'), status: refused ? refusedStatus(refused.failure) : 200 },
  );
}

export const savedViewRoutes: Route[] = [
  definePage({
    method: 'get',
    path,
    access,
    query: savedViewsQuery,
    handle: ({ query }, context) => savedViewsPage(context, query),
  }),

  definePage({
    method: 'post',
    path,
    access,
    notInClientView: true,
    body: saveForm,
    async handle({ body }, { acting }) {
      await saveView(acting, body);
      return reply.redirect(withParameters(path, { address: body.address, done: 'saved' }));
    },
    again: (failure, typed, context) => savedViewsPage(context, { address: typed.address }, { failure, typed }),
  }),

  definePage({
    method: 'post',
    path: `${path}/:id/delete`,
    access,
    notInClientView: true,
    params: savedViewParams,
    async handle({ params }, { acting }) {
      await removeView(acting, params.id);
      return reply.redirect(withParameters(path, { done: 'removed' }));
    },
  }),
];
