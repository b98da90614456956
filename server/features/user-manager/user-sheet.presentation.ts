import type { SecuredItems } from '../../domain/places/secured-items.contract';
import { sentence, type Translate } from '../../platform/i18n/messages';
import type { ShownLine } from './user-manager.contract';
import type { KnownPlaces, LinePlan } from './user-sheet.rules';
import type { Plan } from './user-sheet.service';

interface Words {
  t: Translate;
  roles: readonly { roleId: number; roleName: string }[];
  sites: readonly KnownPlaces[];
}

/** Those with a problem first, then what changes. */
export function planLines(plan: Plan, words: Words): ShownLine[] {
  const order = ['refused', 'add', 'change', 'same'] as const;
  const shown = plan.map((line) => lineOf(line, words));
  return order.flatMap((kind) => shown.filter((one) => one.kind === kind));
}

function lineOf(plan: Plan[number], words: Words): ShownLine {
  const { t } = words;
  const { line, email } = plan;
  const at = { line, email };
  switch (plan.kind) {
    case 'same':
      return { ...at, kind: 'same', says: [] };
    case 'refused':
      return {
        ...at,
        kind: 'refused',
        says: [t(`userManager.sheet.problems.${plan.code}`, { raw: plan.raw, everything: t('users.seesAll') })],
      };
    case 'forbidden':
      return { ...at, kind: 'refused', says: [t(`users.${plan.refusal}`)] };
    case 'add':
      return {
        ...at,
        kind: 'add',
        says: [
          plan.name,
          t('global.labelled', { label: t('users.fields.roles'), value: roleWords(plan.roleIds, words) }),
          t('global.labelled', { label: t('users.fields.secured'), value: itemWords(plan.items, words) }),
        ],
      };
    case 'change':
      return { ...at, kind: 'change', says: changeWords(plan, words) };
  }
}

function changeWords({ roleIds, items, active }: Extract<LinePlan, { kind: 'change' }>, words: Words): string[] {
  const { t } = words;
  const change = (label: string, before: string, after: string) =>
    sentence(t, 'userManager.sheet.becomes', { label, before, after });
  return [
    ...(roleIds
      ? [change(t('users.fields.roles'), roleWords(roleIds.before, words), roleWords(roleIds.after, words))]
      : []),
    ...(items
      ? [change(t('users.fields.secured'), itemWords(items.before, words), itemWords(items.after, words))]
      : []),
    ...(active === undefined ? [] : [t(active ? 'userManager.sheet.reactivates' : 'userManager.sheet.deactivates')]),
  ];
}

const roleWords = (ids: readonly number[], { t, roles }: Words) =>
  roles
    .filter(({ roleId }) => ids.includes(roleId))
    .map(({ roleName }) => roleName)
    .join(', ') || t('users.noRoles');

function itemWords(items: SecuredItems | null, { t, sites }: Words): string {
  if (items === null) return t('users.seesAll');
  const names = sites.flatMap(({ siteId, siteName, locations }) => [
    ...(items.siteIds.includes(siteId) ? [siteName] : []),
    ...locations
      .filter(({ locationId }) => items.locationIds.includes(locationId))
      .map(({ locationName: location }) => t('users.locationOf', { location, site: siteName })),
  ]);
  return names.join(', ') || t('users.seesNothing');
}
