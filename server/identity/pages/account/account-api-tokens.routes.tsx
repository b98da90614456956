import { OwnApiTokensScreen, type OwnApiTokensProps } from '../../../../views/identity/account/api-tokens-screen';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { expiryChoices, userTokenForm, userTokenParams } from '../../core/api-tokens/api-token.contract';
import { makeUserToken, removeUserToken } from '../../core/api-tokens/api-token.service';
import type { IdentityParts } from '../../parts';
import { formsOf, own, problemOf, screen, settingsOf } from './account-page';
import { madeView, tokenPage, tokensQuery } from './token-page';

const path = '/account/api-tokens';

/** What programs come in by in somebody's own name. */
export function accountApiTokenRoutes({ config }: Pick<IdentityParts, 'config'>): Route[] {
  async function tokensPage(
    context: Context,
    {
      page = 1,
      status,
      ...shown
    }: Pick<OwnApiTokensProps, 'made' | 'refused' | 'done' | 'problem'> & { page?: number; status?: number } = {},
  ): Promise<Reply> {
    const {
      t,
      actor: { userId, organisation },
    } = context;
    const listed = await tokenPage(context, { tenantNumber: organisation.id, userId }, { base: path, page });
    return screen(
      <OwnApiTokensScreen
        t={t}
        settings={settingsOf(context)}
        base={path}
        page={listed}
        expiries={expiryChoices}
        enabled={config.identity.apiTokens}
        {...shown}
      />,
      context,
      { at: 'apiTokens', status },
    );
  }

  return [
    definePage({
      method: 'get',
      path,
      ...own,
      query: tokensQuery,
      handle: ({ query: { page, done } }, context) =>
        tokensPage(context, { page, done: done && context.t('apiTokens.deleted') }),
    }),
    definePage({
      method: 'post',
      path,
      ...own,
      freshProof: path,
      body: userTokenForm,
      async handle({ body: { expiry, ...wish } }, context) {
        const {
          acting,
          actor: { sessionId },
        } = context;
        return tokensPage(context, {
          made: madeView(await makeUserToken(acting, { ...wish, expiresInMinutes: expiry, sessionId }, config)),
        });
      },
      again(failure, typed, context) {
        const { problem, fields, status } = problemOf(failure, context);
        return tokensPage(context, { problem, refused: { typed, chosenRoles: [], fields }, status });
      },
    }),
    definePage({
      method: 'post',
      path: `${path}/:userTokenId/remove`,
      ...own,
      params: userTokenParams,
      async handle({ params }, { acting }) {
        await removeUserToken(acting, { id: params.userTokenId });
        return reply.redirect(`${path}?done=deleted`);
      },
    }),
    ...formsOf(path, [`${path}/:userTokenId/remove`]),
  ];
}
