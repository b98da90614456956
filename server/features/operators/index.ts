import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { operatorRoutes } from './operators.routes';

export { listActiveOperators, listOperatorLocales } from './operators.store';

const permissions = {
  EDIT_OPERATORS: ['administrator'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = { name: 'operators', permissions, routes: operatorRoutes };
