import { Badge } from '../../client/ui/badge';
import type { FieldGroup } from '../../client/ui/form-field';
import type { Format } from '../../client/ui/format';
import type { DeviceDetail } from '../../server/features/devices/fleet.contract';
import type { DeviceState } from '../../server/features/devices/fleet.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import type { Locale } from '../locales/messages';

export interface Writing {
  t: Translate;
  format: Format;
}

/** From which of the two pages a fleet is looked at. */
export interface PlaceShown {
  path: string;
  base: string;
  hub: { organisationId: number; organisations: { organisationId: number; name: string }[] } | null;
}

export type Sites = {
  siteId: number;
  siteName: string;
  locations: { locationId: number; locationName: string }[];
}[];

export interface DeviceShown {
  detail: DeviceDetail;
  sites: Sites;
  mayStandNowhere: boolean;
  locales: Record<Locale, string>;
}

export interface Refusal {
  sentence: string;
  fields: { field: string; sentence: string }[];
  typed: Record<string, string>;
}

export const problemIn = (refused: Refusal | null) => (name: string) =>
  refused?.fields.find(({ field }) => field === name)?.sentence;

/** Locations by their sites; standing nowhere is offered to whoever sees everything. */
export const locationChoices = (
  t: Translate,
  { sites, mayStandNowhere }: { sites: Sites; mayStandNowhere: boolean },
): ({ value: string; label: string } | FieldGroup)[] => [
  ...(mayStandNowhere ? [{ value: '', label: t('fleet.noLocation') }] : []),
  ...sites.map(({ siteName, locations }) => ({
    label: siteName,
    options: locations.map(({ locationId, locationName }) => ({ value: String(locationId), label: locationName })),
  })),
];

const tones = {
  online: 'less',
  quiet: 'attention',
  offline: 'more',
  notEnrolled: undefined,
  retired: undefined,
} as const;

export function DeviceStateBadge({ t, state }: { t: Translate; state: DeviceState }) {
  const tone = tones[state];
  return <Badge {...(tone ? { tone } : {})}>{t(`fleet.states.${state}`)}</Badge>;
}
