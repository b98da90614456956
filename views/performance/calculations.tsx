import { Button } from '../../client/ui/button';
import type { Format } from '../../client/ui/format';
import type { PerformanceRow } from '../../server/features/performance/report.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import s from './calculations.module.css';
import { nameOf } from './ranking';

interface CalculationsProps {
  t: Translate;
  format: Format;
  /** Worked through with its own figures. */
  example: PerformanceRow | undefined;
  /** Share of open days that a result needs; without figures there is none to name. */
  limit: number | undefined;
  seesCompliance: boolean;
}

const id = 'performance-calculations';

export function CalculationsButton({ t }: { t: Translate }) {
  return (
    <Button icon="help" popoverTarget={id}>
      {t('performance.calculations')}
    </Button>
  );
}

/** How every figure of the page comes about, in words and with one real row. Opens without a script. */
export function Calculations({ t, format, example, limit, seesCompliance }: CalculationsProps) {
  const close = t('global.close');
  return (
    <div id={id} popover="auto" role="dialog" aria-labelledby={`${id}-title`} className={`dialog ${s.window}`}>
      <header className={s.head}>
        <h2 id={`${id}-title`}>{t('performance.calculations')}</h2>
        <Button tone="quiet" icon="cross" iconOnly popoverTarget={id} popoverTargetAction="hide" autoFocus>
          {close}
        </Button>
      </header>
      <div className={s.body}>
        <p>{t('performance.formula.intro')}</p>
        <h3>{t('performance.formula.changeTitle')}</h3>
        <p>{t('performance.formula.change')}</p>
        {example?.compared && <Example {...{ t, format, row: example, compared: example.compared }} />}
        <h3>{t('performance.formula.sumTitle')}</h3>
        <p>{t('performance.formula.sum')}</p>
        <h3>{t('performance.formula.trackingTitle')}</h3>
        <p>{t('performance.formula.tracking')}</p>
        {limit !== undefined && (
          <>
            <h3>{t('performance.formula.reliableTitle')}</h3>
            <p>{t('performance.formula.reliable', { limit: format.percent(limit) })}</p>
          </>
        )}
        <h3>{t('performance.formula.thresholdTitle')}</h3>
        <p>{t('performance.formula.threshold')}</p>
        {seesCompliance && (
          <>
            <h3>{t('performance.formula.complianceTitle')}</h3>
            <p>{t('performance.formula.compliance')}</p>
          </>
        )}
      </div>
    </div>
  );
}

function Example({
  t,
  format,
  row,
  compared,
}: {
  t: Translate;
  format: Format;
  row: PerformanceRow;
  compared: NonNullable<PerformanceRow['compared']>;
}) {
  const perDay = format.weight(compared.expectedG / compared.openDays, { decimals: 2 });
  const expected = format.weight(compared.expectedG);
  const actual = format.weight(compared.g);
  const change = format.percent(row.weightVsBaseline ?? 0, { decimals: 2, sign: true });
  const steps: [term: string, value: string][] = [
    [t('performance.formula.exampleBaseline'), t('performance.formula.exampleBaselineValue', { perDay })],
    [t('performance.formula.exampleDays'), format.number(compared.openDays)],
    [
      t('performance.formula.exampleExpected'),
      t('performance.formula.exampleExpectedValue', { perDay, days: format.number(compared.openDays), expected }),
    ],
    [t('performance.formula.exampleActual'), actual],
    [t('performance.formula.exampleChange'), t('performance.formula.exampleChangeValue', { actual, expected, change })],
  ];
  return (
    <section className={s.example}>
      <h4>{t('performance.formula.exampleTitle', { name: nameOf(row) })}</h4>
      <dl>
        {steps.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
