import type { Format } from '../../client/ui/format';
import type { Change } from '../../server/features/imports/corrections.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import s from './import-page.module.css';

/** What a corrected line makes of an event: each value that differs, before and after; the weight in any case. */
export function ChangeShown({
  t,
  format,
  change: { before, after },
}: {
  t: Translate;
  format: Format;
  change: Change;
}) {
  const none = t('imports.corrections.none');
  const money = ({ cost, currency }: Change['before']) =>
    cost !== null && currency !== null ? format.money(cost, currency) : none;
  const all = [
    {
      term: t('imports.corrections.weight'),
      values: [before, after].map(({ grams }) => format.weight(grams)),
      always: true,
    },
    { term: t('imports.corrections.cost'), values: [before, after].map(money) },
    { term: t('imports.corrections.item'), values: [before, after].map(({ item }) => item ?? none) },
    { term: t('imports.corrections.day'), values: [before, after].map(({ day }) => format.date(day)) },
  ];
  return (
    <ul className={s.change}>
      {all
        .filter(({ values, always }) => always === true || values[0] !== values[1])
        .map(({ term, values: [was, is] }) => (
          <li key={term}>
            {term}: {was === is ? was : t('imports.corrections.change', { before: was!, after: is! })}
          </li>
        ))}
    </ul>
  );
}
