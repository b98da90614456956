import { z } from 'zod';
import { KeptMappingPage } from '../../../views/imports/kept-mapping-page';
import type { Failure } from '../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../platform/http/define-route';
import { failureShown } from './import.presentation';
import { importing as condition } from './importing';
import { keptParams, renameBody } from './kept-mapping.contract';
import { deleteMapping, getKept, renameMapping, viewOfKept } from './kept-mapping.service';

const access = 'VIEW_DATA_MANAGER';

type RequestContext = Context<typeof access>;

async function keptPage(
  context: RequestContext,
  { id, name, failure }: { id: number; name?: string; failure?: Failure },
): Promise<Reply> {
  const { t, db, actor, locale } = context;
  const found = await getKept(db, { organisationId: actor.organisation.id, id });
  return reply.page(
    <KeptMappingPage
      t={t}
      locale={locale}
      unit={actor.unit}
      timeZone={actor.organisation.timeZone}
      forms={actor.organisation.forms}
      view={viewOfKept(found)}
      mapping={JSON.stringify(found.mapping, null, 2)}
      name={name ?? found.name}
      failure={failure ? failureShown(t, failure) : null}
    />,
    { title: found.name, status: failure?.status },
  );
}

export const keptRoutes: Route[] = [
  definePage({
    method: 'get',
    path: '/imports/mappings/:id',
    access,
    condition,
    params: keptParams,
    handle: ({ params }, context) => keptPage(context, params),
  }),

  definePage({
    method: 'post',
    path: '/imports/mappings/:id/rename',
    access,
    condition,
    params: keptParams,
    body: z.object(renameBody.shape),
    async handle({ params, body }, context) {
      await renameMapping(context.acting, { id: params.id, name: body.name });
      return reply.redirect(`/imports/mappings/${params.id}`);
    },
    again: (failure, typed, context) => keptPage(context, { id: Number(typed.id), name: typed.name, failure }),
  }),

  definePage({
    method: 'post',
    path: '/imports/mappings/:id/delete',
    access,
    condition,
    params: keptParams,
    async handle({ params }, context) {
      await deleteMapping(context.acting, params.id);
      return reply.redirect('/imports/new');
    },
  }),
];
