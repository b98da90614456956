import type { Feature } from '../../platform/feature';
import type { FlagDeclarations } from '../../platform/feature-flags.rules';
import { underFlag } from '../../platform/http/define-route';
import type { PermissionRoles } from '../../platform/permissions';
import { importJobs } from './import.jobs';
import { importCalls } from './imports.calls';
import { importRoutes } from './imports.routes';
import { keptCalls } from './kept-mapping.calls';
import { keptRoutes } from './kept-mapping.routes';
import { mappingRoutes } from './mapping-page.routes';

export { runImportFromStream } from './import-stream.service';
export { tryAndAsk, type CheckResult } from './import-check.service';
export { faultSentence } from './import.presentation';
export { listErrors } from './import.store';
export { mayImport } from './import.rules';
export { parseMappingText } from './mapping.rules';
export { mappingSchema, mappingSchemaPath } from './mapping-schema';
export { shippedMapping, shippedMappingNames } from './mappings';
export type { ImportMapping } from './mapping.contract';
export { correctionAnswers, type CorrectionAnswer, type OutlierAnswer } from './import.contract';

const permissions = {
  VIEW_DATA_MANAGER: ['manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

const flag = 'sheet-imports';

/** Taking waste in from sheets; what was taken in stays. */
const flags = { [flag]: {} } satisfies FlagDeclarations;

declare module '../../platform/feature-flags.rules' {
  interface Flags extends Record<typeof flag, true> {}
}

export const feature: Feature = {
  name: 'imports',
  permissions,
  flags,
  routes: underFlag(flag, [...keptRoutes, ...importRoutes, ...mappingRoutes, ...keptCalls, ...importCalls]),
  nav: [
    { menu: 'configuration', href: '/imports', label: 'imports.nav', order: 1.5, needs: 'EDIT_TRANSACTIONS' },
    { menu: 'configuration', href: '/imports/new', label: 'imports.newTitle', order: 1.6, unlisted: true },
  ],
  jobs: importJobs,
};
