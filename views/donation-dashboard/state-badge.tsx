import { Badge } from '../../client/ui/badge';
import type { PickupState } from '../../server/features/donation-dashboard/donations.rules';
import type { Translate } from '../../server/platform/i18n/messages';

const tones = { planned: undefined, pickedUp: 'attention', confirmed: 'accent', cancelled: undefined } as const;

export function StateBadge({ t, state }: { t: Translate; state: PickupState }) {
  const tone = tones[state];
  return <Badge {...(tone && { tone })}>{t(`donations.states.${state}`)}</Badge>;
}
