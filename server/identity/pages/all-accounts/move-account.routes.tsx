import { MoveAccountPage } from '../../../../views/identity/all-accounts/move-account-page';
import { Failure } from '../../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { sentence } from '../../../platform/i18n/messages';
import { selectMoveEffects } from '../../core/tenants/branch.store';
import { moveSubTenant, selectTarget } from '../../core/tenants/sub-tenant.service';
import { reachingOf } from '../../protocols/tenants/reaching';
import { problemOf, type Problem } from '../account/account-page';
import { administrationPage } from '../administration/administration-page';
import { findAccounts, mostFound } from './accounts-tree';
import { accountParams, moveForm, moveQuery } from './all-accounts-forms.contract';
import { accountIn, accountOf, accountsPath as base, writeAccounts, type AccountShown } from './all-accounts-page';

const at = `${base}/:accountId/move` as const;

interface Asked {
  search?: string | undefined;
  to?: string | undefined;
  refused?: Problem;
}

/** What a move would change; why it cannot be, where it cannot. */
async function proposed({ db, now, t }: Context, { account, family, own }: AccountShown, to: string) {
  try {
    const target = await selectTarget(db, family, { number: account.number, to });
    const there = target.id === (account.parentId ?? own.id);
    const effects = { top: family.top, number: account.number, to: target.number, now };
    return {
      id: target.id,
      name: target.name,
      refusal: there ? t('allAccounts.alreadyThere') : null,
      effects: await selectMoveEffects(db, effects),
    };
  } catch (error) {
    if (error instanceof Failure) return { refusal: sentence(t, error.code, error.options.params) };
    throw error;
  }
}

async function page(context: Context, id: string, { search, to, refused }: Asked): Promise<Reply> {
  const { t, db } = context;
  const shown = await accountOf(context, id);
  const { account, own, family } = shown;
  const looked = search === undefined || search === '' ? null : search;
  const found = looked === null ? null : await findAccounts({ db, family }, looked);
  const view = (
    <MoveAccountPage
      t={t}
      base={base}
      account={{ id: account.id, name: account.name }}
      own={own}
      search={looked}
      found={found && { ...found, found: found.found.filter((one) => one.id !== account.id), most: mostFound }}
      proposed={to === undefined ? null : await proposed(context, shown, to)}
      problem={refused && (refused.problem ?? Object.values(refused.fields)[0])}
      open={shown.mayThere(writeAccounts)}
    />
  );
  const title = t('allAccounts.moveTitle', { name: account.name });
  return administrationPage(view, context, { at: 'allAccounts', title, status: refused?.status });
}

/** Puts an account below another one: where to, what that changes, and then does it. */
export const movePages: Route[] = [
  definePage({
    method: 'get',
    path: at,
    access: writeAccounts,
    params: accountParams,
    query: moveQuery,
    handle: ({ params, query }, context) => page(context, params.accountId, query),
  }),
  definePage({
    method: 'post',
    path: at,
    access: writeAccounts,
    notInClientView: true,
    freshProof: base,
    params: accountParams,
    body: moveForm,
    async handle({ params: { accountId: id }, body: { to } }, context) {
      await moveSubTenant(context.acting, { ...(await reachingOf(context)), id, to });
      return reply.redirect(`${base}/${id}?done=moved`);
    },
    again: (failure, typed, context) =>
      page(context, accountIn(context), { to: typed.to, refused: problemOf(failure, context) }),
  }),
];
