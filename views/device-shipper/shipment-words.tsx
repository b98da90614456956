import { Badge } from '../../client/ui/badge';
import type { Format } from '../../client/ui/format';
import type { ShipmentState } from '../../server/features/device-shipper/shipments.rules';
import type { Translate } from '../../server/platform/i18n/messages';

export interface Writing {
  t: Translate;
  format: Format;
}

const tones = {
  draft: undefined,
  packed: 'accent',
  shipped: 'accent',
  delivered: 'less',
  returned: undefined,
  lost: 'more',
  cancelled: undefined,
} as const;

export function ShipmentStateBadge({ t, state }: { t: Translate; state: ShipmentState }) {
  const tone = tones[state];
  return <Badge {...(tone ? { tone } : {})}>{t(`deviceShipper.states.${state}`)}</Badge>;
}
