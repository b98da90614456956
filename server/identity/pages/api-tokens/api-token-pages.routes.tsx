import { ApiTokensPage, type ApiTokensPageProps } from '../../../../views/identity/api-tokens/api-tokens-page';
import { may } from '../../../platform/actor';
import type { Failure } from '../../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { covers } from '../../../platform/permissions.rules';
import { nameOfRole, offeredRoles } from '../../../platform/role-names';
import {
  expiryChoices,
  tenantTokenForm,
  tickedRoles,
  tenantTokenParams,
} from '../../core/api-tokens/api-token.contract';
import { makeTenantToken, removeTenantToken } from '../../core/api-tokens/api-token.service';
import { listTenantRoles } from '../../core/roles/role.store';
import type { IdentityParts } from '../../parts';
import { problemOf, settingsOf } from '../account/account-page';
import { madeView, tokenPage, tokensQuery } from '../account/token-page';
import { administrationPage } from '../administration/administration-page';

const path = '/api-tokens';
const [reads, writes, deletes] = [
  'fe.secure.read.tenantApiTokens',
  'fe.secure.write.tenantApiTokens',
  'fe.secure.delete.tenantApiTokens',
] as const;

/** Roles that hold no more than whoever asks. */
async function givable({ db, actor, t }: Context): Promise<{ id: string; name: string }[]> {
  const roles = await listTenantRoles(db, actor.organisation.id);
  return offeredRoles(
    roles.filter(({ permissions }) => permissions.every((key) => covers(actor.permissions, key))),
  ).map((role) => ({ id: role.id, name: nameOfRole(t, role) }));
}

/** What programs come into the organization by, for who looks after it. */
export function apiTokenPages({ config }: Pick<IdentityParts, 'config'>): Route[] {
  function makingOf({ actor }: Context): ApiTokensPageProps['making'] {
    // What acts for the whole organization is made by nobody who sees a part of it.
    if (!may(actor, writes) || actor.restriction !== null) return 'readOnly';
    return config.identity.apiTokens ? 'open' : 'closed';
  }

  async function tokensPage(
    context: Context,
    {
      page = 1,
      status,
      ...shown
    }: Pick<ApiTokensPageProps, 'made' | 'refused' | 'done' | 'problem'> & { page?: number; status?: number } = {},
  ): Promise<Reply> {
    const { t, actor } = context;
    const listed = await tokenPage(
      context,
      { tenantNumber: actor.organisation.id, userId: null },
      { base: path, page },
    );
    const view = (
      <ApiTokensPage
        t={t}
        settings={settingsOf(context)}
        base={path}
        page={listed}
        expiries={expiryChoices}
        roles={await givable(context)}
        making={makingOf(context)}
        removable={may(actor, deletes) && actor.restriction === null}
        {...shown}
      />
    );
    return administrationPage(view, context, { at: 'apiTokens', title: t('apiTokens.title'), status });
  }

  const refused = (failure: Failure, typed: Record<string, string>, context: Context) => {
    const { problem, fields, status } = problemOf(failure, context);
    return tokensPage(context, {
      problem,
      refused: {
        typed,
        chosenRoles: tickedRoles(typed),
        fields: 'roleIds' in fields ? { ...fields, roleIds: context.t('apiTokens.roleNeeded') } : fields,
      },
      status,
    });
  };

  return [
    definePage({
      method: 'get',
      path,
      access: reads,
      query: tokensQuery,
      handle: ({ query: { page, done } }, context) =>
        tokensPage(context, { page, done: done && context.t('apiTokens.deleted') }),
    }),
    definePage({
      method: 'post',
      path,
      access: writes,
      notInClientView: true,
      freshProof: path,
      body: tenantTokenForm,
      again: refused,
      async handle({ body: { expiry, ...wish } }, context) {
        const {
          acting,
          actor: { sessionId },
        } = context;
        return tokensPage(context, {
          made: madeView(await makeTenantToken(acting, { ...wish, expiresInMinutes: expiry, sessionId }, config)),
        });
      },
    }),
    definePage({
      method: 'post',
      path: `${path}/:tenantTokenId/remove`,
      access: deletes,
      notInClientView: true,
      params: tenantTokenParams,
      async handle({ params }, { acting }) {
        await removeTenantToken(acting, { id: params.tenantTokenId });
        return reply.redirect(`${path}?done=deleted`);
      },
    }),
    definePage({
      method: 'get',
      path: `${path}/:tenantTokenId/remove`,
      access: reads,
      walk: [],
      params: tenantTokenParams,
      handle: () => reply.redirect(path),
    }),
  ];
}
