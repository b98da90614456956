import { AccessPage, type AccessPageProps } from '../../../../views/identity/security/access-page';
import type { TypedForm } from '../../../../views/identity/security/security-frame';
import { may } from '../../../platform/actor';
import { fail, type Failure } from '../../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { passesList } from '../../policies/addresses/address-entry';
import { addressParams } from '../../policies/addresses/address.contract';
import { addAddresses, configureAddresses, removeAddress } from '../../policies/addresses/address.service';
import { listAddressRules, selectAddressPolicy } from '../../policies/addresses/address.store';
import { domainParams } from '../../policies/email-domains/email-domain.contract';
import { addDomain, configureDomains, removeDomain } from '../../policies/email-domains/email-domain.service';
import { listDomains, selectDomainPolicy } from '../../policies/email-domains/email-domain.store';
import { problemOf, settingsOf } from '../account/account-page';
import { administrationPage } from '../administration/administration-page';
import { accessQuery, addressForm, addressSwitchForm, domainForm, domainSwitchForm } from './security-forms.contract';

const path = '/account/restrictions';
const [read, write] = ['fe.secure.read.securityPolicy', 'fe.secure.write.securityPolicy'] as const;
const rows = 25;
const mostAtOnce = 100;

type Refused = NonNullable<AccessPageProps['refused']>;

async function accessPage(
  context: Context,
  { status, page = 1, ...shown }: Pick<AccessPageProps, 'done' | 'refused'> & { page?: number; status?: number } = {},
): Promise<Reply> {
  const { db, t, actor, visitor } = context;
  const tenantNumber = actor.organisation.id;
  const list = (offset: number) => listAddressRules(db, tenantNumber, { strategy: undefined, limit: rows, offset });
  const first = await list((page - 1) * rows);
  const at = Math.min(page, Math.max(1, Math.ceil(first.total / rows)));
  const { rules, total } = at === page ? first : await list((at - 1) * rows);
  const offset = (at - 1) * rows;
  const policy = await selectAddressPolicy(db, tenantNumber);
  const view = (
    <AccessPage
      t={t}
      settings={settingsOf(context)}
      base={path}
      addresses={{
        ...policy,
        ownAddress: visitor.ip,
        ownPasses: {
          ALLOW: await passesList(db, { tenantNumber, strategy: 'ALLOW', ip: visitor.ip }),
          BLOCK: await passesList(db, { tenantNumber, strategy: 'BLOCK', ip: visitor.ip }),
        },
        rules: rules.map(({ createdAt, ...rule }) => ({ ...rule, createdAt: createdAt.toISOString() })),
        total,
        from: rules.length === 0 ? 0 : offset + 1,
        to: offset + rules.length,
        previousHref: at > 1 ? `${path}?page=${at - 1}` : undefined,
        nextHref: offset + rules.length < total ? `${path}?page=${at + 1}` : undefined,
      }}
      domains={{ ...(await selectDomainPolicy(db, tenantNumber)), listed: await listDomains(db, tenantNumber) }}
      open={may(actor, write) && actor.restriction === null}
      {...shown}
    />
  );
  return administrationPage(view, context, { at: 'restrictions', title: t('security.access.title'), status });
}

const again = (form: Refused['form']) => (failure: Failure, typed: TypedForm, context: Context) => {
  const { problem, fields, status } = problemOf(failure, context);
  return accessPage(context, { refused: { form, typed, fields, problem }, status });
};

const changes = { access: write, notInClientView: true, freshProof: path } as const;
const saved = (done: string) => reply.redirect(`${path}?done=${done}`);

/** One a line, or with commas between. @throws Failure 422 for too many at once */
function addressesIn(text: string): string[] {
  const found = text.split(/[\s,;]+/).filter(Boolean);
  if (found.length > mostAtOnce)
    throw fail.unprocessable('identity.tooManyAddresses', {
      fields: [{ field: 'addresses', code: 'identity.tooManyAddresses', params: { max: mostAtOnce } }],
    });
  return found;
}

/** From where people may come in, and which addresses may be invited. */
export const accessPages: Route[] = [
  definePage({
    method: 'get',
    path,
    access: read,
    query: accessQuery,
    handle: ({ query: { done, page } }, context) =>
      accessPage(context, { page, done: done && context.t(`security.access.done.${done}`) }),
  }),
  definePage({
    method: 'post',
    path: `${path}/addresses/switch`,
    ...changes,
    body: addressSwitchForm,
    async handle({ body }, { acting, visitor: { ip } }) {
      await configureAddresses(acting, { ...body, ip });
      return saved('addresses');
    },
    again: again('addressSwitch'),
  }),
  definePage({
    method: 'post',
    path: `${path}/addresses`,
    ...changes,
    body: addressForm,
    async handle({ body: { addresses, list, description } }, { acting, t, visitor: { ip } }) {
      await addAddresses(acting, {
        addresses: addressesIn(addresses).map((one) => ({
          ip: one,
          strategy: list,
          isActive: true,
          description: description || t('security.access.unnamed'),
        })),
        ip,
      });
      return saved('addressAdded');
    },
    again: again('address'),
  }),
  definePage({
    method: 'post',
    path: `${path}/addresses/:addressRuleId/remove`,
    ...changes,
    params: addressParams,
    async handle({ params }, { acting, visitor: { ip } }) {
      await removeAddress(acting, { id: params.addressRuleId, ip });
      return saved('addressRemoved');
    },
    again: again('addressSwitch'),
  }),
  definePage({
    method: 'post',
    path: `${path}/domains/switch`,
    ...changes,
    body: domainSwitchForm,
    async handle({ body }, { acting }) {
      await configureDomains(acting, body);
      return saved('domains');
    },
    again: again('domainSwitch'),
  }),
  definePage({
    method: 'post',
    path: `${path}/domains`,
    ...changes,
    body: domainForm,
    async handle({ body: { domain, list } }, { acting }) {
      await addDomain(acting, { domain, type: list });
      return saved('domainAdded');
    },
    again: again('domain'),
  }),
  definePage({
    method: 'post',
    path: `${path}/domains/:emailDomainId/remove`,
    ...changes,
    params: domainParams,
    async handle({ params }, { acting }) {
      await removeDomain(acting, params.emailDomainId);
      return saved('domainRemoved');
    },
    again: again('domainSwitch'),
  }),
  ...(['addresses/switch', 'addresses', 'domains/switch', 'domains'] as const).map((form) =>
    definePage({
      method: 'get',
      path: `${path}/${form}`,
      access: read,
      walk: [],
      handle: () => reply.redirect(path),
    }),
  ),
  ...(
    [
      { form: 'addresses/:addressRuleId/remove', params: addressParams },
      { form: 'domains/:emailDomainId/remove', params: domainParams },
    ] as const
  ).map(({ form, params }) =>
    definePage({
      method: 'get',
      path: `${path}/${form}`,
      access: read,
      walk: [],
      params,
      handle: () => reply.redirect(path),
    }),
  ),
];
