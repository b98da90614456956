import { useAnswer, usePage } from '../../../client/legacy/page';
import p from '../../../client/legacy/page.module.css';
import { Facts, Head, Section, type OpenedFromList } from '../../../client/legacy/pieces';
import { Button } from '../../../client/ui/button';
import { Loaded } from '../../../client/ui/loaded';
import { Notice } from '../../../client/ui/notice';
import type { RuleDetail } from '../../../server/domain/catalogue/cost-rules.contract';
import { useRuleForms } from './rule-forms';
import { daysOf, itemOf, priceOf, siteOf, StateBadge } from './rule-words';

interface RulePageProps extends OpenedFromList {
  ruleId: number;
  /** Another version stands for the price now. */
  onVersion: (ruleId: number) => void;
}

/** One price: since when, what else holds on its days, and what it was before. */
export function RulePage({ ruleId, arrived, onBack, onVersion }: RulePageProps) {
  const page = usePage();
  const { t, format, user, sentenceOf } = page;
  const detail = useAnswer<RuleDetail>(`/cost-rules/${ruleId}`);
  const { openEdit, openEnd, error } = useRuleForms({ onSaved: onVersion });
  const mayEdit = user.permissions.includes('EDIT_COST_RULES');
  const back = { label: t('costRules.title'), onClick: onBack };
  return (
    <Loaded from={detail} sentenceOf={sentenceOf}>
      {({ rule, versions, overlapping }) => (
        <>
          <Head
            title={itemOf(page, rule)}
            sentence={siteOf(page, rule)}
            arrived={arrived}
            back={back}
            actions={
              mayEdit && (
                <>
                  {rule.state !== 'ENDED' && <Button onClick={() => openEnd(rule)}>{t('costRules.end')}</Button>}
                  <Button tone="primary" onClick={() => void openEdit(rule)}>
                    {t('legacy.ui.edit')}
                  </Button>
                </>
              )
            }
          />
          {error !== null && <Notice tone="error" title={sentenceOf(error)} />}
          <Facts
            large
            items={[
              { term: t('costRules.fields.amountPerKg'), value: priceOf(page, rule) },
              { term: t('costRules.valid'), value: daysOf(page, rule) },
              { term: t('legacy.fields.state'), value: <StateBadge state={rule.state} /> },
            ]}
          />
          <Facts
            items={[
              { term: t('costRules.fields.priority'), value: format.number(rule.priority) },
              {
                term: t('costRules.fields.covers'),
                value: t(
                  rule.isCategory
                    ? 'costRules.coversCategory'
                    : rule.itemId === null
                      ? 'costRules.coversAll'
                      : 'costRules.coversItem',
                ),
              },
              { term: t('legacy.fields.note'), value: rule.note },
            ]}
          />
          {overlapping.length > 0 && (
            <Section
              title={t('costRules.overlapping')}
              note={<p className={p.small}>{t('costRules.overlappingNote')}</p>}
            >
              <ul className={p.history}>
                {overlapping.map(({ rule: other, wins, by }) => (
                  <li key={other.ruleId}>
                    <strong>
                      {priceOf(page, other)}, {daysOf(page, other)}
                    </strong>
                    <span className={p.small}>
                      {t(wins ? 'costRules.otherWins' : 'costRules.thisWins', { why: t(`costRules.why.${by}`) })}
                    </span>
                  </li>
                ))}
              </ul>
            </Section>
          )}
          {versions.length > 1 && (
            <Section title={t('costRules.history')}>
              <ol className={p.history}>
                {versions.map((one) => (
                  <li key={one.ruleId}>
                    <strong>
                      {t('costRules.version', { version: one.version })}
                      {': '}
                      {priceOf(page, one)}, {daysOf(page, one)}
                    </strong>
                    <span className={p.small}>
                      {itemOf(page, one)} · {siteOf(page, one)}
                      {one.createdAt !== null &&
                        ` · ${t('legacy.events.changedBy', { name: one.createdByName ?? t('legacy.ui.system'), at: format.dateTime(one.createdAt) })}`}
                    </span>
                  </li>
                ))}
              </ol>
            </Section>
          )}
        </>
      )}
    </Loaded>
  );
}
