import { ListView, useList, type ListColumn } from '../../../client/legacy/list-view';
import { usePage } from '../../../client/legacy/page';
import p from '../../../client/legacy/page.module.css';
import { Head } from '../../../client/legacy/pieces';
import { Badge } from '../../../client/ui/badge';
import { Button } from '../../../client/ui/button';
import type { FormFieldProps } from '../../../client/ui/form-field';
import { Notice } from '../../../client/ui/notice';
import type { RuleList as Rules, RuleRow, RuleSort } from '../../../server/domain/catalogue/cost-rules.contract';
import { useRuleForms } from './rule-forms';
import { itemOf, priceOf, siteOf, StateBadge } from './rule-words';

const usualSort = 'itemName';

interface RuleListProps {
  arrived: boolean;
  onOpen: (ruleId: number) => void;
  onView: (view: 'test' | 'recosts') => void;
}

/** All prices of the organisation, with the way into each. */
export function RuleList({ arrived, onOpen, onView }: RuleListProps) {
  const page = usePage();
  const { t, format, user } = page;
  const mayEdit = user.permissions.includes('EDIT_COST_RULES');
  const fields: FormFieldProps[] = [
    { name: 'text', kind: 'search', label: t('legacy.ui.search') },
    {
      name: 'state',
      kind: 'select',
      label: t('legacy.fields.state'),
      options: [
        { value: '', label: t('global.all') },
        ...(['CURRENT', 'COMING', 'ENDED'] as const).map((value) => ({ value, label: t(`costRules.states.${value}`) })),
      ],
    },
  ];
  const list = useList<Rules>({ path: '/cost-rules', fields: fields.map(({ name }) => name), usualSort });
  const { openNew, error } = useRuleForms({ onSaved: list.reload });
  const column = (key: RuleSort, extra: Partial<ListColumn<RuleRow>>): ListColumn<RuleRow> => ({
    key,
    label: t(`costRules.fields.${key}`),
    sortable: true,
    cell: (row) => String(row[key] ?? '–'),
    ...extra,
  });
  const newRule = (
    <Button tone="primary" icon="plus" onClick={() => void openNew()}>
      {t('costRules.new')}
    </Button>
  );
  return (
    <>
      <Head
        title={t('costRules.title')}
        sentence={t('costRules.sentence')}
        arrived={arrived}
        actions={
          <>
            <Button onClick={() => onView('test')}>{t('costRules.test')}</Button>
            <Button onClick={() => onView('recosts')}>{t('costRules.recosts')}</Button>
            {mayEdit && newRule}
          </>
        }
      />
      {error !== null && <Notice tone="error" title={page.sentenceOf(error)} />}
      <ListView
        list={list}
        fields={fields}
        usualSort={usualSort}
        caption={t('costRules.title')}
        note={({ total }) => (total > 0 ? t('costRules.order') : null)}
        count={({ total }) => ({ figure: format.number(total), words: t('costRules.count', { count: total }) })}
        empty={{ title: t('costRules.noneTitle'), sentence: t('costRules.noneSentence') }}
        nothing={{
          title: t('costRules.emptyTitle'),
          sentence: t('costRules.emptySentence'),
          actions: mayEdit ? newRule : undefined,
        }}
        rowsOf={({ rules }) =>
          rules.map((row) => ({
            key: String(row.ruleId),
            row,
            onOpen: () => onOpen(row.ruleId),
            greyed: row.state === 'ENDED',
            note: <span className={p.onPhone}>{siteOf(page, row)}</span>,
          }))
        }
        columns={[
          column('itemName', {
            primary: true,
            cell: (row) => (
              <>
                {itemOf(page, row)}
                {row.isCategory && (
                  <>
                    {' '}
                    <Badge>{t('costRules.category')}</Badge>
                  </>
                )}
              </>
            ),
          }),
          column('siteName', { cell: (row) => siteOf(page, row) }),
          column('amountPerKg', { numeric: true, primary: true, cell: (row) => priceOf(page, row) }),
          column('validFrom', { cell: (row) => format.date(row.validFrom) }),
          column('validTo', {
            cell: (row) => (row.validTo === null ? t('costRules.untilFurther') : format.date(row.validTo)),
          }),
          column('priority', { numeric: true, cell: (row) => format.number(row.priority) }),
          { key: 'state', label: t('legacy.fields.state'), cell: (row) => <StateBadge state={row.state} /> },
        ]}
      />
    </>
  );
}
