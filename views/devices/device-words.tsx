import { Badge } from '../../client/ui/badge';
import type { FieldGroup } from '../../client/ui/form-field';
import type { Format } from '../../client/ui/format';
import type { DeviceDetail } from '../../server/features/devices/fleet.contract';
import type { DeviceState } from '../../server/features/devices/fleet.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { locationGroups, type Sites } from '../layout/location-groups';
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

export interface DeviceShown {
  detail: DeviceDetail;
  sites: Sites;
  mayStandNowhere: boolean;
  locales: Record<Locale, string>;
}

/** Locations by their sites; standing nowhere is offered to whoever sees everything. */
export const locationChoices = (
  t: Translate,
  { sites, mayStandNowhere }: Pick<DeviceShown, 'sites' | 'mayStandNowhere'>,
): ({ value: string; label: string } | FieldGroup)[] => [
  ...(mayStandNowhere ? [{ value: '', label: t('fleet.noLocation') }] : []),
  ...locationGroups(sites),
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
