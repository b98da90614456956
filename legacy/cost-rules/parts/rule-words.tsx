import { type LegacyPage, usePage } from '../../../client/legacy/page';
import { Badge } from '../../../client/ui/badge';
import type { RuleRow } from '../../../server/domain/catalogue/cost-rules.contract';

export const itemOf = ({ t }: LegacyPage, { itemName }: RuleRow) => itemName ?? t('costRules.everyItem');
export const siteOf = ({ t }: LegacyPage, { siteName }: RuleRow) => siteName ?? t('costRules.everySite');

/** With as many places as it has, at least the currency's own. */
export function priceOf(
  { t, format }: LegacyPage,
  { amountPerKg, currency }: Pick<RuleRow, 'amountPerKg' | 'currency'>,
): string {
  const places = (amountPerKg.split('.')[1] ?? '').replace(/0+$/, '').length;
  const price =
    places > 2 ? format.money(amountPerKg, currency, { decimals: places }) : format.money(amountPerKg, currency);
  return t('costRules.perKg', { price });
}

export const daysOf = ({ t, format }: LegacyPage, { validFrom, validTo }: Pick<RuleRow, 'validFrom' | 'validTo'>) =>
  validTo === null ? t('costRules.since', { day: format.date(validFrom) }) : format.range(validFrom, validTo);

export function StateBadge({ state }: Pick<RuleRow, 'state'>) {
  const { t } = usePage();
  const words = t(`costRules.states.${state}`);
  return state === 'CURRENT' ? (
    <Badge tone="less">{words}</Badge>
  ) : state === 'COMING' ? (
    <Badge tone="attention">{words}</Badge>
  ) : (
    <Badge>{words}</Badge>
  );
}
