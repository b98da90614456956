import { ListView, useList, type ListColumn } from '../../../client/legacy/list-view';
import { useAnswer, usePage } from '../../../client/legacy/page';
import p from '../../../client/legacy/page.module.css';
import { Head } from '../../../client/legacy/pieces';
import { Badge } from '../../../client/ui/badge';
import { Button } from '../../../client/ui/button';
import type { FormFieldProps } from '../../../client/ui/form-field';
import type {
  OperatorChoices,
  OperatorList as Operators,
  OperatorRow,
  OperatorSort,
} from '../../../server/features/operators/operators.contract';
import { useOperatorForms, type GivenPin } from './operator-forms';

const usualSort = 'alias';

interface OperatorListProps {
  arrived: boolean;
  onOpen: (operatorId: number) => void;
  onPin: (given: GivenPin) => void;
}

/** Who stands at the trackers of the organisation, with the way to each. */
export function OperatorList({ arrived, onOpen, onPin }: OperatorListProps) {
  const { t, format } = usePage();
  const choices = useAnswer<OperatorChoices>('/operators/choices');
  const fields: FormFieldProps[] = [
    { name: 'text', kind: 'search', label: t('legacy.ui.search') },
    {
      name: 'status',
      kind: 'select',
      label: t('operators.fields.status'),
      options: [
        { value: '', label: t('global.all') },
        ...(['A', 'I'] as const).map((value) => ({ value, label: t(`operators.states.${value}`) })),
      ],
    },
  ];
  const list = useList<Operators>({ path: '/operators', fields: fields.map(({ name }) => name), usualSort });
  const { openNewOperator } = useOperatorForms({ onSaved: list.reload, onPin });
  const nameOf = (locale: string) => choices.data?.locales.find((one) => one.locale === locale)?.localeName ?? locale;
  const column = (key: OperatorSort, extra: Partial<ListColumn<OperatorRow>> = {}): ListColumn<OperatorRow> => ({
    key,
    label: t(`operators.fields.${key}`),
    sortable: true,
    cell: (operator) => operator[key],
    ...extra,
  });
  return (
    <>
      <Head
        title={t('operators.title')}
        sentence={t('operators.sentence')}
        arrived={arrived}
        actions={
          <Button tone="primary" icon="plus" onClick={() => void openNewOperator()}>
            {t('operators.new')}
          </Button>
        }
      />
      <ListView
        list={list}
        fields={fields}
        usualSort={usualSort}
        caption={t('operators.title')}
        count={({ total }) => ({ figure: format.number(total), words: t('operators.count', { count: total }) })}
        empty={{ title: t('operators.emptyTitle'), sentence: t('operators.emptySentence') }}
        nothing={{ title: t('operators.nothingTitle'), sentence: t('operators.nothingSentence') }}
        rowsOf={({ operators }) =>
          operators.map((row) => ({
            key: String(row.operatorId),
            row,
            onOpen: () => onOpen(row.operatorId),
            greyed: row.status === 'I',
            note: <span className={p.onPhone}>{row.locationName}</span>,
          }))
        }
        columns={[
          column('alias', { primary: true }),
          column('siteName'),
          column('locationName'),
          column('locale', { cell: ({ locale }) => nameOf(locale) }),
          column('pinSetAt', { cell: ({ pinSetAt }) => format.date(pinSetAt.slice(0, 10)) }),
          column('status', { primary: true, cell: (operator) => <OperatorBadge operator={operator} /> }),
        ]}
      />
    </>
  );
}

export function OperatorBadge({ operator: { status } }: { operator: OperatorRow }) {
  const { t } = usePage();
  return <Badge {...(status === 'A' ? { tone: 'less' } : {})}>{t(`operators.states.${status}`)}</Badge>;
}
