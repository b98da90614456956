import type { Feature } from '../../platform/feature';
import { permissions } from './onboarding.permissions';
import { onboardingRoutes } from './onboarding.routes';
import { onboardingOfPerson } from './personal-data.store';

export { changeStep, startOnboarding } from './onboarding.service';

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
