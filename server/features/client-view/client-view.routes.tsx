import { z } from 'zod';
import { ClientViewPage } from '../../../views/client-view/client-view-page';
import { listReachable } from '../../domain/places';
import { internalOrganisation } from '../../platform/actor';
import { fail, type Failure } from '../../platform/errors';
import { defineCall, definePage, reply, type Context, type Reply, type Route } from '../../platform/http/define-route';
import { sentence } from '../../platform/i18n/messages';
import { lineOfText } from '../../platform/text-input';
import { exitPath, path } from './client-view-address.rules';
import { access, condition, endClientView, grantClientView, startClientView } from './client-view.service';

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const reason = lineOfText(300).min(1, 'errors.required');

/** The address of the start page; what is not understood there asks for nothing. */
const startQuery = z.object({
  organisationId: id.optional().catch(undefined),
  search: lineOfText(100).optional().catch(undefined),
  /** Where an ended client view leads. */
  clientViewSessionEnded: z.literal('true').optional().catch(undefined),
});
type StartQuery = z.infer<typeof startQuery>;

/** As the form sends it; `search` leads back to the same list. */
const startForm = z.strictObject({
  organisationId: id,
  userId: id.optional(),
  reason,
  search: z.string().max(100).optional(),
});

const startCall = z.strictObject({ userId: z.int().positive(), reason });

const sessionParams = z.strictObject({ clientViewSessionId: z.uuid() });

const clientViewSession = z.strictObject({
  clientViewSessionId: z.uuid().nullable(),
  endsAt: z.iso.datetime().nullable(),
});

/** What the published client's `impersonate` asks for; expires after a minute. */
const grantedClientView = z.strictObject({ actorToken: z.string(), impersonatedUserId: z.uuid() });

/** More are found by their names. */
const mostShown = 50;

interface Again {
  typed?: Record<string, string>;
  failure?: Failure;
}

async function startPage(
  context: Context,
  { organisationId, search = '', clientViewSessionEnded }: StartQuery,
  { typed = {}, failure }: Again = {},
): Promise<Reply> {
  const {
    t,
    db,
    actor,
    resources: { clientViews },
  } = context;
  const organisations = (await listReachable(db, actor, { permission: access })).filter(
    (one) => one.organisationId !== internalOrganisation,
  );
  const chosen = organisations.find((one) => one.organisationId === organisationId) ?? null;
  const found =
    chosen && (await clientViews.listViewable(db, { organisationId: chosen.organisationId, search, limit: mostShown }));
  const { fields = [], params } = failure?.options ?? {};
  return reply.page(
    <ClientViewPage
      t={t}
      organisations={organisations}
      chosen={chosen}
      search={search}
      found={found}
      typed={typed}
      ended={clientViewSessionEnded !== undefined}
      problems={Object.fromEntries(fields.map((one) => [one.field, sentence(t, one.code, one.params)]))}
      refusal={failure && fields.length === 0 ? sentence(t, failure.code, params) : null}
    />,
    { title: t('clientView.title'), secure: true, ...(failure ? { status: 422 } : {}) },
  );
}

async function exit(context: Context): Promise<void> {
  const {
    actor: { clientView },
    acting,
    resources,
    door,
  } = context;
  if (!clientView) return;
  await endClientView(acting, resources.clientViews, clientView);
  await door.enter(clientView.begunIn);
}

export const clientViewRoutes: Route[] = [
  definePage({
    method: 'get',
    path,
    access,
    condition,
    notInClientView: true,
    query: startQuery,
    handle: ({ query }, context) => startPage(context, query),
  }),

  definePage({
    method: 'post',
    path,
    access,
    condition,
    body: startForm,
    async handle({ body: { organisationId, userId, reason } }, context) {
      if (userId === undefined)
        throw fail.unprocessable('clientView.nobodyChosen', {
          fields: [{ field: 'userId', code: 'clientView.nobodyChosen' }],
        });
      const {
        actor,
        visitor,
        door,
        resources: { clientViews },
      } = context;
      await door.enter(
        await startClientView(await context.actingIn(organisationId), { actor, visitor, clientViews, userId, reason }),
      );
      return reply.redirect('/home');
    },
    again: (failure, typed, context) => startPage(context, startQuery.parse(typed), { typed, failure }),
  }),

  definePage({
    method: 'post',
    path: exitPath,
    access: 'signed-in',
    async handle(_input, context) {
      await exit(context);
      return reply.redirect('/home');
    },
  }),

  defineCall({
    method: 'get',
    path: '/client-view-session',
    access: 'signed-in',
    summary: 'The client view that this browser is in; null outside of one.',
    answer: clientViewSession,
    handle: (_input, { actor: { clientView } }) =>
      reply.json({ clientViewSessionId: clientView?.id ?? null, endsAt: clientView?.endsAt.toISOString() ?? null }),
  }),

  defineCall({
    method: 'post',
    path: '/client-view-session',
    access,
    condition,
    anyOrganisation: true,
    body: startCall,
    answer: clientViewSession.pick({ clientViewSessionId: true }),
    summary:
      'Begins to look with the eyes of a person of the organization, for an hour; the cookie then stands for that person.',
    async handle({ body }, { acting, actor, visitor, door, resources: { clientViews } }) {
      const clientViewSessionId = await startClientView(acting, { actor, visitor, clientViews, ...body });
      await door.enter(clientViewSessionId);
      return reply.json({ clientViewSessionId });
    },
  }),

  defineCall({
    method: 'post',
    path: '/client-view-session/actor-token',
    access,
    condition,
    anyOrganisation: true,
    body: startCall,
    answer: grantedClientView,
    summary:
      'Grants a client view that this session may begin within a minute by POST /identity/resources/impersonation/v1.',
    handle: async ({ body }, { acting, actor, resources: { clientViews, signer } }) =>
      reply.json(await grantClientView(acting, { actor, clientViews, signer, ...body })),
  }),

  defineCall({
    method: 'delete',
    path: '/client-view-session/:clientViewSessionId',
    access: 'signed-in',
    params: sessionParams,
    answerType: 'none',
    summary: 'Leaves the client view that this browser is in; the cookie then stands for whoever began it.',
    handle({ params }, context) {
      if (context.actor.clientView?.id !== params.clientViewSessionId) throw fail.notFound('clientView.notYours');
      return reply.empty(exit(context));
    },
  }),
];
