import { AllAccountsPage } from '../../../../views/identity/all-accounts/all-accounts-page';
import { NewAccountPage } from '../../../../views/identity/all-accounts/new-account-page';
import { may } from '../../../platform/actor';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { createSubTenant } from '../../core/tenants/sub-tenant.service';
import { selectOwn } from '../../core/tenants/tenant.store';
import type { IdentityParts } from '../../parts';
import { reachingOf } from '../../protocols/tenants/reaching';
import { problemOf, type Problem } from '../account/account-page';
import { administrationPage } from '../administration/administration-page';
import { accountRoutes } from './account.routes';
import { activeOf, branchBelow, findAccounts, mostFound } from './accounts-tree';
import { newAccountForm, newAccountQuery, treeQuery } from './all-accounts-forms.contract';
import { accountsPath as base, readAccounts as read, writeAccounts as write } from './all-accounts-page';
import { movePages } from './move-account.routes';
import { peoplePages } from './people-of-account.routes';

/** Whoever creates an account below may do so in their whole organization, which looks after others. */
async function creatorOf(context: Context) {
  const { family } = await reachingOf(context);
  const own = await selectOwn(context.db, family);
  return { family, own, creates: family.below && own.isReseller };
}

async function newPage(
  context: Context,
  { parent, ...shown }: { parent?: string | undefined; refused?: { typed: Record<string, string> } & Problem } = {},
): Promise<Reply> {
  const { db, t } = context;
  const { family, own, creates } = await creatorOf(context);
  const above = (parent === undefined ? null : await activeOf({ db, family }, parent)) ?? own;
  return administrationPage(
    <NewAccountPage t={t} base={base} own={own.name} above={above} open={creates} {...shown} />,
    context,
    { at: 'allAccounts', title: t('allAccounts.create'), status: shown.refused?.status },
  );
}

/** Accounts below an organization, for who looks after them. */
export const allAccountsPages = (
  parts: Pick<IdentityParts, 'openTenant' | 'holdsData' | 'countPlaces' | 'rateLimits'>,
): Route[] => [
  definePage({
    method: 'get',
    path: base,
    access: read,
    query: treeQuery,
    async handle({ query: { open, search, done } }, context) {
      const { db, t, actor } = context;
      const { family, own, creates } = await creatorOf(context);
      const reading = { db, family };
      const looked = search !== undefined && search !== '' && family.below ? search : null;
      const view = (
        <AllAccountsPage
          t={t}
          base={base}
          own={own.name}
          ended={!family.below}
          creates={creates && may(actor, write)}
          reseller={own.isReseller}
          search={looked}
          found={looked === null ? null : { ...(await findAccounts(reading, looked)), most: mostFound }}
          tree={
            looked === null && family.below
              ? await branchBelow(reading, { id: own.id, number: family.top }, { base, open })
              : null
          }
          done={done && t(`allAccounts.done.${done}`)}
        />
      );
      return administrationPage(view, context, { at: 'allAccounts', title: t('allAccounts.title') });
    },
  }),
  definePage({
    method: 'get',
    path: `${base}/new`,
    access: write,
    query: newAccountQuery,
    handle: ({ query: { parent } }, context) => newPage(context, { parent }),
  }),
  definePage({
    method: 'post',
    path: `${base}/new`,
    access: write,
    notInClientView: true,
    freshProof: `${base}/new`,
    body: newAccountForm,
    async handle({ body: { name, alias, website, parent, resells } }, context) {
      const { acting, actor, visitor } = context;
      const { family } = await reachingOf(context);
      const { tenantId } = await createSubTenant(acting, {
        family,
        wish: {
          name,
          alias,
          parentTenantId: parent,
          isReseller: resells === 'on',
          ...(website === '' ? {} : { website }),
        },
        organisation: actor.organisation,
        audit: visitor.audit,
        ports: parts,
      });
      return reply.redirect(`${base}/${tenantId}?done=created`);
    },
    again: (failure, typed, context) =>
      newPage(context, { parent: typed.parent, refused: { typed, ...problemOf(failure, context) } }),
  }),
  ...accountRoutes(parts),
  ...movePages,
  ...peoplePages,
];
