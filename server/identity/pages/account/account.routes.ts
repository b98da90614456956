import type { Route } from '../../../platform/http/define-route';
import type { ArrivalParts } from '../../ways-in/ways-in';
import { accountApiTokenRoutes } from './account-api-tokens.routes';
import { accountAppRoutes } from './account-apps.routes';
import { accountFactorRoutes } from './account-factors.routes';
import { accountLinkedServiceRoutes } from './account-linked-services.routes';
import { accountPasskeyRoutes } from './account-passkeys.routes';
import { accountPasswordRoutes } from './account-password.routes';
import { accountPhoneNumberRoutes } from './account-phone-numbers.routes';
import { accountPrivacyRoutes } from './account-privacy.routes';
import { accountProfileRoutes } from './account-profile.routes';
import { accountSessionRoutes } from './account-sessions.routes';
import { confirmPersonRoutes } from './confirm-person.routes';

/** The screens on which people look after their own account. */
export const accountRoutes = (parts: ArrivalParts): Route[] => [
  ...accountProfileRoutes,
  ...accountPasswordRoutes(parts),
  ...accountFactorRoutes(parts),
  ...accountPasskeyRoutes,
  ...accountSessionRoutes,
  ...accountPhoneNumberRoutes(parts),
  ...accountLinkedServiceRoutes(parts),
  ...accountAppRoutes,
  ...accountApiTokenRoutes(parts),
  ...accountPrivacyRoutes(parts),
  ...confirmPersonRoutes(parts),
];
