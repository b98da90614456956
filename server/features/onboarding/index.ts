import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { onboardingRoutes } from './onboarding.routes';
import { onboardingOfPerson } from './onboarding.store';

export { changeStep, startOnboarding } from './onboarding.service';

const permissions = {
  ACCESS_ONBOARDING: ['administrator'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'onboarding',
  permissions,
  routes: onboardingRoutes,
  nav: [
    { menu: 'account', href: '/onboarding-dashboard', label: 'onboarding.title', order: 2 },
    { menu: 'account', href: '/onboarding-dashboard/new', label: 'onboarding.start', order: 2.1, unlisted: true },
    {
      menu: 'account',
      href: '/onboarding-dashboard/templates',
      label: 'onboarding.templates',
      order: 2.2,
      unlisted: true,
    },
  ],
  personalData: onboardingOfPerson,
};
