import type { LegacyPage } from '../../../client/legacy/page';
import type { FieldGroup, FieldOption } from '../../../client/ui/form-field';
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
  const [sites, stages, ...values] = await Promise.all([
    page.call<SiteLookup>('/sites', { query: { status: ['A', 'I'] } }),
    page.call<WasteStage[]>('/refdata/wasteStages').catch(() => []),
    ...referenceFields.map(([, element]) => page.call<ReferenceValue[]>(`/refdata/participant/${page.organisationId}/${element}/hier/0`)),
  ]);
  return { sites, stages, values: Object.fromEntries(referenceFields.map(([field], at) => [field, values[at] ?? []])) as Lookups['values'] };
}

export const all = (page: LegacyPage): FieldOption => ({ value: '', label: page.t('global.all') });

/** Locations below their sites; closed ones only where an old event may still name them. */
export function locationOptions(page: LegacyPage, { sites }: Lookups, { closed }: { closed: boolean }): FieldGroup[] {
  return sites
    .map((site) => ({
      label: site.siteName,
      options: site.locations.filter((one) => closed || (one.locationStatus === 'A' && site.siteStatus === 'A'))
        .map((one) => ({ value: String(one.locationId), label: `${one.locationName}${one.locationStatus === 'I' ? ` (${page.t('legacy.ui.closed')})` : ''}` })),
    }))
    .filter((group) => group.options.length > 0);
}

/** Closed sites too, because an old event may be of one. */
export const siteOptions = ({ t }: LegacyPage, { sites }: Lookups): FieldOption[] =>
  sites.map((one) => ({ value: String(one.siteId), label: `${one.siteName}${one.siteStatus === 'I' ? ` (${t('legacy.ui.closed')})` : ''}` }));

export const stageOptions = ({ t }: LegacyPage, { stages }: Lookups): FieldOption[] =>
  stages.map((one) => ({ value: String(one.wasteStageId), label: stageName(t, one.wasteStageId, one.wasteStageName) }));

/** Retired values are offered where `current` is one of them, or for looking back. */
export function valueOptions(values: ReferenceValue[], { retired, current }: { retired: boolean; current?: number | null }): FieldOption[] {
  return values.filter((one) => retired || one.status === 'A' || one.refId === current).map((one) => ({ value: String(one.refId), label: one.refName }));
}

export function deviceOptions({ sites }: Lookups): FieldOption[] {
  return sites.flatMap((site) => site.locations.flatMap((location) =>
    location.devices.map((device) => ({ value: String(device.deviceId), label: `${device.deviceName} · ${site.siteName}` }))));
}
