import {
  AdministrationFrame,
  type AdministrationSection,
} from '../../../../views/identity/administration/administration-frame';
import { may } from '../../../platform/actor';
import { reply, type Context, type Reply } from '../../../platform/http/define-route';
import type { MessageKey } from '../../../platform/i18n/messages';
import type { Permission } from '../../../platform/permissions';

interface Section {
  href: `/${string}`;
  title: MessageKey;
  /** Without it the section is not listed. */
  needs: Permission;
  /** It tells of all sites: nobody who sees a part of them has it. */
  whole?: true;
}

/** The screens on which an organization is looked after, in the order of their list. */
export const administrationSections = {
  users: { href: '/account/users', title: 'team.title', needs: 'fe.secure.read.users' },
  groups: { href: '/account/groups', title: 'groups.title', needs: 'fe.secure.read.groups' },
  roles: { href: '/account/roles', title: 'roles.title', needs: 'fe.secure.read.roles' },
  security: { href: '/account/security', title: 'security.title', needs: 'fe.secure.read.securityPolicy' },
  restrictions: {
    href: '/account/restrictions',
    title: 'security.access.title',
    needs: 'fe.secure.read.securityPolicy',
  },
  sso: { href: '/sso', title: 'ssoPages.title', needs: 'fe.secure.read.samlConfiguration' },
  provisioning: {
    href: '/account/provisioning',
    title: 'provisioning.title',
    needs: 'fe.secure.read.samlConfiguration',
  },
  apiTokens: { href: '/api-tokens', title: 'apiTokens.title', needs: 'fe.secure.read.tenantApiTokens' },
  organization: {
    href: '/account/organization',
    title: 'organizationSettings.title',
    needs: 'fe.account-settings.read.app',
  },
  allAccounts: {
    href: '/account/all-accounts',
    title: 'allAccounts.title',
    needs: 'fe.account-hierarchy.read.subAccount',
    whole: true,
  },
  audits: { href: '/account/audits', title: 'audits.title', needs: 'fe.secure.read.audits', whole: true },
} as const satisfies Record<string, Section>;
export type AdministrationScreen = keyof typeof administrationSections;

/** Whoever may read all of it has an overview. */
export const overviewAccess = 'fe.secure.read.*';

/** Those that whoever looks may open. */
export const sectionsFor = ({ actor, t }: Pick<Context, 'actor' | 't'>): AdministrationSection[] =>
  Object.entries<Section>(administrationSections)
    .filter(([, { needs, whole = false }]) => may(actor, needs) && !(whole && actor.restriction !== null))
    .map(([id, { href, title }]) => ({ id, href, title: t(title as 'roles.title') }));

/** A screen of the administration among the others. */
export const administrationPage = (
  element: Parameters<typeof reply.page>[0],
  context: Context,
  { at, title, status }: { at: AdministrationScreen | null; title: string; status?: number | undefined },
): Reply =>
  reply.page(
    <AdministrationFrame
      t={context.t}
      sections={sectionsFor(context)}
      overview={may(context.actor, overviewAccess)}
      at={at}
    >
      {element}
    </AdministrationFrame>,
    { title, status },
  );
