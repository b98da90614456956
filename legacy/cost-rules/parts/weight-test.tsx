import { useCallback, useState } from 'react';
import { localDay } from '../../../client/legacy/local-clock';
import { usePage } from '../../../client/legacy/page';
import p from '../../../client/legacy/page.module.css';
import { Head, Section, type OpenedFromList } from '../../../client/legacy/pieces';
import { Button } from '../../../client/ui/button';
import { ComboBox } from '../../../client/ui/combo-box';
import { DataTable } from '../../../client/ui/data-table';
import { EmptyState } from '../../../client/ui/empty-state';
import { FormField } from '../../../client/ui/form-field';
import { Loaded, useLoading } from '../../../client/ui/loaded';
import type { TestAnswer } from '../../../server/domain/catalogue/cost-rules.contract';
import { weightUnits } from '../../../server/platform/weight-units.rules';
import { loadChoices, type Choices } from './choices';
import { daysOf, itemOf, priceOf, siteOf } from './rule-words';
import s from './weight-test.module.css';

type TestProps = OpenedFromList & { onRule: (ruleId: number) => void };

/** What a weight would cost, and which price says so. */
export function WeightTest({ arrived, onBack, onRule }: TestProps) {
  const page = usePage();
  const { t, sentenceOf } = page;
  const choices = useLoading(useCallback(() => loadChoices(page), [page]));
  return (
    <>
      <Head
        title={t('costRules.testTitle')}
        sentence={t('costRules.testSentence')}
        arrived={arrived}
        back={{ label: t('costRules.title'), onClick: onBack }}
      />
      <Loaded from={choices} sentenceOf={sentenceOf}>
        {(data) =>
          data.sites.length === 0 ? (
            <EmptyState title={t('costRules.noSitesTitle')} sentence={t('costRules.noSites')} />
          ) : (
            <Trial choices={data} onRule={onRule} />
          )
        }
      </Loaded>
    </>
  );
}

function Trial({ choices, onRule }: { choices: Choices; onRule: (ruleId: number) => void }) {
  const { t, format, call, sentenceOf } = usePage();
  const [first] = choices.sites;
  const unit = weightUnits.find((one) => one === format.unit.abbr) ?? 'kg';
  const [asked, setAsked] = useState({
    siteId: first?.value ?? '',
    itemId: '',
    weight: '1',
    unit: String(unit),
    day: localDay(new Date(), first?.timeZone ?? 'UTC'),
  });
  const [query, setQuery] = useState(JSON.stringify(asked));
  const answer = useLoading(
    useCallback(
      (signal: AbortSignal) => {
        const { itemId, ...rest } = JSON.parse(query) as typeof asked;
        return call<TestAnswer>('/cost-rules/test', { query: { ...rest, ...(itemId ? { itemId } : {}) }, signal });
      },
      [call, query],
    ),
  );
  const set = (name: keyof typeof asked, value: string) => setAsked((before) => ({ ...before, [name]: value }));
  const shared = { emptyText: t('legacy.ui.nothingFits'), openLabel: t('legacy.ui.showChoices') };
  return (
    <>
      <form
        className={s.form}
        onSubmit={(event) => {
          event.preventDefault();
          setQuery(JSON.stringify(asked));
        }}
      >
        <ComboBox
          {...shared}
          label={t('costRules.fields.siteName')}
          options={choices.sites}
          value={asked.siteId}
          required
          onChange={(value) => set('siteId', value ?? '')}
        />
        <ComboBox
          {...shared}
          label={t('costRules.fields.itemName')}
          options={choices.items}
          value={asked.itemId || null}
          placeholder={t('costRules.noItem')}
          clearLabel={t('legacy.ui.clearField', { field: t('costRules.fields.itemName') })}
          onChange={(value) => set('itemId', value ?? '')}
        />
        <FormField
          name="weight"
          kind="number"
          min={0}
          step="any"
          required
          label={t('costRules.netWeight')}
          value={asked.weight}
          onChange={(event) => set('weight', event.target.value)}
        />
        <FormField
          name="unit"
          kind="select"
          label={t('legacy.fields.enteredUnit')}
          value={asked.unit}
          options={weightUnits.map((value) => ({ value, label: value }))}
          onChange={(event) => set('unit', event.target.value)}
        />
        <FormField
          name="day"
          kind="date"
          required
          label={t('legacy.fields.localDate')}
          value={asked.day}
          onChange={(event) => set('day', event.target.value)}
        />
        <Button type="submit" tone="primary" className={s.go}>
          {t('costRules.tryIt')}
        </Button>
      </form>
      <Loaded from={answer} sentenceOf={sentenceOf}>
        {(found) => <Outcome answer={found} onRule={onRule} />}
      </Loaded>
    </>
  );
}

function Outcome({
  answer: { cost, currency, netGrams, rules },
  onRule,
}: {
  answer: TestAnswer;
  onRule: (ruleId: number) => void;
}) {
  const page = usePage();
  const { t, format } = page;
  const weight = format.weight(netGrams, { decimals: 2 });
  return (
    <>
      <p className={p.count} role="status">
        <span className={p.figure}>{cost === null ? t('costRules.noCost') : format.money(cost, currency)}</span>{' '}
        <span className={p.countWords}>
          {cost === null ? t('costRules.noCostWhy', { weight }) : t('costRules.costOf', { weight })}
        </span>
      </p>
      {rules.length > 0 && (
        <Section title={t('costRules.fitting')} note={<p className={p.small}>{t('costRules.order')}</p>}>
          <DataTable
            id="fitting"
            caption={t('costRules.fitting')}
            phone="blocks"
            columns={[
              { key: 'itemName', label: t('costRules.fields.itemName'), primary: true },
              { key: 'siteName', label: t('costRules.fields.siteName') },
              { key: 'amountPerKg', label: t('costRules.fields.amountPerKg'), numeric: true, primary: true },
              { key: 'valid', label: t('costRules.valid') },
              { key: 'why', label: t('costRules.place') },
            ]}
            rows={rules.map(({ rule, by }, at) => ({
              key: String(rule.ruleId),
              onOpen: () => onRule(rule.ruleId),
              state: at > 0 ? ('greyed' as const) : undefined,
              cells: [
                itemOf(page, rule),
                siteOf(page, rule),
                priceOf(page, rule),
                daysOf(page, rule),
                by === null ? t('costRules.gives') : t('costRules.behind', { why: t(`costRules.why.${by}`) }),
              ],
            }))}
          />
        </Section>
      )}
    </>
  );
}
