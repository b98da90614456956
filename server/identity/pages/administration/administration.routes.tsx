import { OverviewPage } from '../../../../views/identity/administration/overview-page';
import { findChain } from '../../../platform/audit-chain/audit-chain.store';
import { definePage, type Context, type Route } from '../../../platform/http/define-route';
import { countTokens } from '../../core/api-tokens/api-token.store';
import { listGroups } from '../../core/groups/group.store';
import { listTeam, selectStats } from '../../core/members/team.store';
import { listConnections } from '../../core/provisioning/connection.store';
import { listTenantRoles } from '../../core/roles/role.store';
import { countRightBelow } from '../../core/tenants/branch.store';
import { ownAlone } from '../../core/tenants/family';
import { selectAddressPolicy } from '../../policies/addresses/address.store';
import { selectDomainPolicy } from '../../policies/email-domains/email-domain.store';
import { listSsoConfigs } from '../../ways-in/sso/sso.store';
import { administrationPage, overviewAccess, sectionsFor, type AdministrationScreen } from './administration-page';

type Fact = { text: string; attention: boolean } | null;

const plain = (text: string): Fact => ({ text, attention: false });

/** One thing to know of each section, read for who may see it. */
const facts: Record<AdministrationScreen, (context: Context) => Promise<Fact>> = {
  async users({ db, t, actor, now }) {
    const { totalItems } = await selectStats(db, { tenantNumber: actor.organisation.id, now });
    return plain(t('administration.users', { count: totalItems }));
  },
  async groups({ db, t, actor }) {
    return plain(t('administration.groups', { count: (await listGroups(db, actor.organisation.id)).length }));
  },
  async roles({ db, t, actor }) {
    const own = (await listTenantRoles(db, actor.organisation.id)).filter(({ builtIn }) => !builtIn);
    return plain(t('administration.ownRoles', { count: own.length }));
  },
  async security({ db, t, actor, now }) {
    const { total } = await listTeam(db, { family: ownAlone(actor), now, unenrolled: true, limit: 1, offset: 0 });
    return total === 0
      ? plain(t('administration.allEnrolled'))
      : { text: t('administration.unenrolled', { count: total }), attention: true };
  },
  async restrictions({ db, t, actor }) {
    const [addresses, domains] = [
      await selectAddressPolicy(db, actor.organisation.id),
      await selectDomainPolicy(db, actor.organisation.id),
    ];
    if (addresses.isActive && domains.active) return plain(t('administration.bothRestricted'));
    if (addresses.isActive) return plain(t('administration.addressesRestricted'));
    return plain(t(domains.active ? 'administration.domainsRestricted' : 'administration.unrestricted'));
  },
  async sso({ db, t, actor }) {
    return plain(t('administration.providers', { count: (await listSsoConfigs(db, actor.organisation.id)).length }));
  },
  async provisioning({ db, t, actor }) {
    return plain(t('administration.directories', { count: (await listConnections(db, actor.organisation.id)).length }));
  },
  async apiTokens({ db, t, actor }) {
    const count = await countTokens(db, { tenantNumber: actor.organisation.id, userId: null });
    return plain(t('apiTokens.count', { count }));
  },
  organization: () => Promise.resolve(null),
  async allAccounts({ db, t, actor }) {
    return plain(t('administration.accounts', { count: await countRightBelow(db, actor.organisation.id) }));
  },
  async audits({ db, t, actor }) {
    const chain = await findChain(db, actor.organisation.id);
    if (chain?.fault) return { text: t('administration.logBroken'), attention: true };
    return plain(t(chain?.checkedAt ? 'administration.logIntact' : 'audits.unchecked'));
  },
};

/** The way into all that an administrator looks after. */
export const administrationPages: Route[] = [
  definePage({
    method: 'get',
    path: '/account/administration',
    access: overviewAccess,
    async handle(_input, context) {
      const { t } = context;
      const sections = await Promise.all(
        sectionsFor(context).map(async (section) => {
          const id = section.id as AdministrationScreen;
          return { ...section, sentence: t(`administration.sentences.${id}`), fact: await facts[id](context) };
        }),
      );
      // What other parts of the product let an organization set.
      const own = new Set([...sections.map(({ href }) => href), '/account/administration']);
      const further = context.pages().filter((page) => page.settings.length > 0 && !page.own && !own.has(page.href));
      return administrationPage(<OverviewPage t={t} sections={sections} further={further} />, context, {
        at: null,
        title: t('administration.title'),
      });
    },
  }),
];
