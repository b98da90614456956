import type { FieldSpec, Option, OptionGroup } from '../../../client/legacy/fields';
import type { LegacyPage } from '../../../client/legacy/page';
import { stageName } from '../../../server/platform/i18n/stage-name.rules';
import type { ReferenceValue, WasteStage } from '../../../server/features/reference-values/refdata.contract';
import type { SiteLookup } from '../../../server/features/sites/sites.contract';

/** The values that an event may have, and the element that each field takes them from. */
export const referenceFields = [
  ['itemId', 'WASTEITEM'],
  ['reasonId', 'WASTEREASON'],
  ['sourceId', 'WASTESOURCE'],
  ['sinkId', 'WASTESINK'],
  ['daypartId', 'DAYPART'],
  ['containerId', 'CONTAINER'],
] as const;
export type ReferenceField = (typeof referenceFields)[number][0];

/** What the filters and forms of one organisation offer. */
export interface Lookups {
  sites: SiteLookup;
  stages: WasteStage[];
  values: Record<ReferenceField, ReferenceValue[]>;
}

export async function loadLookups(page: LegacyPage): Promise<Lookups> {
  const organisationId = page.organisationId ?? page.user.organizationId;
  const [sites, stages, ...values] = await Promise.all([
    page.call<SiteLookup>('/sites', { query: { status: ['A', 'I'] } }),
    page.call<WasteStage[]>('/refdata/wasteStages').catch(() => []),
    ...referenceFields.map(([, element]) => page.call<ReferenceValue[]>(`/refdata/participant/${organisationId}/${element}/hier/0`)),
  ]);
  return { sites, stages, values: Object.fromEntries(referenceFields.map(([field], at) => [field, values[at] ?? []])) as Lookups['values'] };
}

export const all = (page: LegacyPage): Option => ({ value: '', label: page.t('global.all') });

/** Locations below their sites; closed ones only where an old event may still name them. */
export function locationOptions(page: LegacyPage, { sites }: Lookups, { closed }: { closed: boolean }): OptionGroup[] {
  return sites
    .map((site) => ({
      label: site.siteName,
      options: site.locations.filter((one) => closed || (one.locationStatus === 'A' && site.siteStatus === 'A'))
        .map((one) => ({ value: String(one.locationId), label: `${one.locationName}${one.locationStatus === 'I' ? ` (${page.t('legacy.ui.closed')})` : ''}` })),
    }))
    .filter((group) => group.options.length > 0);
}

/** Closed sites too, because an old event may be of one. */
export const siteOptions = ({ t }: LegacyPage, { sites }: Lookups): Option[] =>
  sites.map((one) => ({ value: String(one.siteId), label: `${one.siteName}${one.siteStatus === 'I' ? ` (${t('legacy.ui.closed')})` : ''}` }));

export const stageOptions = ({ t }: LegacyPage, { stages }: Lookups): Option[] =>
  stages.map((one) => ({ value: String(one.wasteStageId), label: stageName(t, one.wasteStageId, one.wasteStageName) }));

/** Retired values are offered where `current` is one of them, or for looking back. */
export function valueOptions(values: ReferenceValue[], { retired, current }: { retired: boolean; current?: number | null }): Option[] {
  return values.filter((one) => retired || one.status === 'A' || one.refId === current).map((one) => ({ value: String(one.refId), label: one.refName }));
}

export function deviceOptions({ sites }: Lookups): Option[] {
  return sites.flatMap((site) => site.locations.flatMap((location) =>
    location.devices.map((device) => ({ value: String(device.deviceId), label: `${device.deviceName} · ${site.siteName}` }))));
}

/** The choice of a value for each element that the organisation uses. */
export function referenceSpecs(page: LegacyPage, lookups: Lookups, { current, retired }: { current: (field: ReferenceField) => number | null; retired: boolean }): FieldSpec[] {
  return referenceFields.filter(([field]) => lookups.values[field].length > 0).map(([field]) => ({
    name: field,
    kind: 'select',
    label: page.t(`legacy.fields.${field}`),
    value: current(field) ?? '',
    options: [retired ? all(page) : { value: '', label: page.t('legacy.events.notSaid') }, ...valueOptions(lookups.values[field], { retired, current: current(field) })],
  }));
}
