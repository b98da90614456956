import type { ReactNode } from 'react';
import { Fold } from '../../client/ui/fold';
import type { Format } from '../../client/ui/format';
import { stageName } from '../../server/domain/places/stage-name.rules';
import { isStep } from '../../server/features/events/figure-address.rules';
import type { Half, ReckonedPart, Reckoning } from '../../server/features/events/reckoning.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { Section } from '../layout/section';
import s from './reckoning-panel.module.css';

interface Writing {
  t: Translate;
  format: Format;
}

interface PanelProps extends Writing {
  reckoning: Reckoning;
}

/** How a figure came about: its formula with its own numbers, the two halves that it compares, and the part of each location. */
export function ReckoningPanel({ t, format, reckoning }: PanelProps) {
  const { figure, halves, half, parts, partCount } = reckoning;
  return (
    <Section
      id="reckoning"
      title={t(reckoning.bar ? 'events.kinds.bar' : `events.kinds.${figure.kind}`)}
      sentence={placeAndTime({ t, format }, reckoning)}
    >
      <p className={s.formula}>{formulaOf({ t, format, reckoning })}</p>
      {halves.baseline && (
        <ul className={s.halves}>
          <HalfView {...{ t, format }} name={t('events.rangeHalf')} half={halves.range} shown={half === 'range'} />
          <HalfView
            {...{ t, format }}
            name={t(isStep(figure.kind) ? 'events.priorHalf' : 'events.baselineHalf')}
            half={halves.baseline}
            shown={half === 'baseline'}
          />
        </ul>
      )}
      {parts.length > 1 && (
        <Fold
          quiet
          className={s.parts}
          title={
            parts.length < partCount
              ? t('events.partsOf', { shown: format.number(parts.length), all: format.number(partCount) })
              : t('events.parts', { count: partCount })
          }
        >
          <ul>
            {parts.map((part) => (
              <li key={`${part.siteName} ${part.locationName}`}>
                <strong>
                  {part.siteName === part.locationName ? part.siteName : `${part.siteName}, ${part.locationName}`}
                </strong>{' '}
                {partText({ t, format, reckoning }, part)}
              </li>
            ))}
          </ul>
        </Fold>
      )}
    </Section>
  );
}

function placeAndTime({ t, format }: Writing, { figure, parts, partCount, bar }: Reckoning): string {
  const [only] = parts;
  const place =
    partCount === 1 && only
      ? only.siteName === only.locationName
        ? only.siteName
        : `${only.siteName}, ${only.locationName}`
      : t('events.locations', { count: partCount });
  const end = new Date(Date.parse(`${figure.start}T12:00:00Z`) + (figure.weeks * 7 - 1) * 86_400_000)
    .toISOString()
    .slice(0, 10);
  // A date is not broken across lines.
  const days = format.range(bar?.start ?? figure.start, bar?.end ?? end).replaceAll(/(?<!–) /g, '\u00a0');
  return [place, stageName(t, figure.stageId), days].join(' · ');
}

/** An amount of the measure, as the sums on the page are written. */
function amountIn(
  { format, reckoning: { figure, currency } }: PanelProps,
  amount: number,
  of: string | null = currency,
): string {
  if (figure.kind === 'weight' || figure.kind === 'weightStep') return format.weight(amount, { decimals: 2 });
  if (figure.kind === 'value' || figure.kind === 'valueStep')
    return of === null ? format.number(amount, 2) : format.money(amount, of);
  return format.number(amount, Number.isInteger(amount) ? 0 : 2);
}

function formulaOf(props: PanelProps): ReactNode {
  const { t, format, reckoning } = props;
  const {
    figure: { kind },
    value,
    actual,
    openDays,
    expected,
    parts,
    partCount,
    bar,
  } = reckoning;
  if (bar) return t('events.formula.bar', { actual: amountIn(props, actual), expected: amountIn(props, expected) });
  if (value === null) return t('events.formula.unknown');
  if (kind === 'tracking')
    return t('events.formula.tracking', {
      tracked: format.number(actual),
      open: format.number(openDays),
      share: format.percent(value),
    });
  if (kind === 'compliance')
    return t('events.formula.compliance', {
      compliant: format.number(actual),
      scored: format.number(openDays),
      share: format.percent(value),
    });
  const change = format.percent(value, { decimals: 2, sign: true });
  const [only] = parts;
  if (partCount === 1 && only) return partFormula(props, only, change);
  return t('events.formula.sum', { actual: amountIn(props, actual), expected: amountIn(props, expected), change });
}

function partFormula(props: PanelProps, { actual, openDays, before, currency }: ReckonedPart, change: string): string {
  const {
    t,
    format,
    reckoning: { figure },
  } = props;
  return t(isStep(figure.kind) ? 'events.formula.step' : 'events.formula.change', {
    actual: amountIn(props, actual, currency),
    days: format.number(openDays),
    before: amountIn(props, before?.amount ?? 0, currency),
    beforeDays: format.number(before?.openDays ?? 0),
    change,
  });
}

function partText(props: PanelProps, part: ReckonedPart): string {
  const {
    t,
    format,
    reckoning: {
      figure: { kind },
    },
  } = props;
  if (kind === 'tracking' || kind === 'compliance')
    return t('events.formula.part', { part: format.number(part.actual), whole: format.number(part.openDays) });
  return partFormula(
    props,
    part,
    part.expected > 0
      ? format.percent(part.actual / part.expected - 1, { decimals: 2, sign: true })
      : t('performance.hero.notKnown'),
  );
}

function HalfView({
  t,
  format,
  name,
  half: { sums, href },
  shown,
}: Writing & { name: string; half: Half; shown: boolean }) {
  const words = sums
    ? [
        format.weight(sums.grams, { decimals: 2 }),
        ...sums.costs.map(({ currency, amount }) => format.money(amount, currency)),
        t('events.ofEvents', { count: sums.events, formatted: format.number(sums.events) }),
      ].join(' · ')
    : t('events.tooMany');
  return (
    <li>
      <strong>{name}</strong> {words}{' '}
      {shown ? <span className={s.shown}>{t('events.shownBelow')}</span> : <a href={href}>{t('events.showThese')}</a>}
    </li>
  );
}
