import type { ReactNode } from 'react';
import { ListView, useList, type ListColumn } from '../../../client/legacy/list-view';
import { usePage, type LegacyPage } from '../../../client/legacy/page';
import p from '../../../client/legacy/page.module.css';
import { Head, NotSaid } from '../../../client/legacy/pieces';
import { Badge } from '../../../client/ui/badge';
import { LinkButton } from '../../../client/ui/button';
import type { FormFieldProps } from '../../../client/ui/form-field';
import { stageName } from '../../../server/domain/places/stage-name.rules';
import type { BaselineList, BaselineStageRow } from '../../../server/features/baselines/manage-baselines.contract';
import { PeriodBadge, weeksInWords } from './stage-words';

const usualSort = 'siteName';

/** Every location and stage with where it stands, and the way into each. */
export function StageList({
  arrived,
  onOpen,
}: {
  arrived: boolean;
  onOpen: (locationId: number, stageId: number) => void;
}) {
  const page = usePage();
  const { t, format } = page;
  const fields = fieldsOf(page);
  const list = useList<BaselineList>({ path: '/baselines', fields: fields.map(({ name }) => name), usualSort });
  return (
    <>
      <Head title={t('legacy.baselines.title')} sentence={t('legacy.baselines.sentence')} arrived={arrived} />
      <ListView
        wide
        list={list}
        fields={fields}
        usualSort={usualSort}
        caption={t('legacy.baselines.title')}
        columns={columnsOf(page)}
        count={({ total }) => ({ figure: format.number(total), words: t('legacy.baselines.count', { count: total }) })}
        empty={{ title: t('legacy.baselines.emptyTitle'), sentence: t('legacy.baselines.emptySentence') }}
        nothing={{
          title: t('home.noDataTitle'),
          sentence: t('legacy.baselines.nothingSentence'),
          actions: (
            <LinkButton href="/home" target="_top">
              {t('home.steps.see')}
            </LinkButton>
          ),
        }}
        rowsOf={({ stages }) =>
          stages.map((row) => ({
            key: `${row.locationId}/${row.wasteStageId}`,
            row,
            onOpen: () => onOpen(row.locationId, row.wasteStageId),
            note: (
              <span className={p.onPhone}>
                {row.locationName} · {stageOf(page, row)}
              </span>
            ),
          }))
        }
      />
    </>
  );
}

function fieldsOf({ t }: LegacyPage): FormFieldProps[] {
  const any = { value: '', label: t('global.all') };
  return [
    { name: 'text', kind: 'search', label: t('legacy.ui.search') },
    {
      name: 'wasteStageId',
      kind: 'select',
      label: t('legacy.fields.wasteStageId'),
      options: [any, ...[8, 9, 23].map((id) => ({ value: String(id), label: stageName(t, id) }))],
    },
    {
      name: 'period',
      kind: 'select',
      label: t('legacy.fields.period'),
      options: [
        any,
        ...(['ACTIVATION', 'BASELINE', 'REDUCTION'] as const).map((value) => ({
          value,
          label: t(`legacy.periods.${value}`),
        })),
      ],
    },
    {
      name: 'proposed',
      kind: 'select',
      label: t('legacy.baselines.proposals'),
      options: [any, { value: 'true', label: t('legacy.baselines.waiting') }],
    },
  ];
}

const stageOf = ({ t }: LegacyPage, { wasteStageId, wasteStageName }: BaselineStageRow) =>
  stageName(t, wasteStageId, wasteStageName);

function columnsOf(page: LegacyPage): ListColumn<BaselineStageRow>[] {
  const { t, format } = page;
  const or = (text: string | null): ReactNode => text ?? <NotSaid reason={t('legacy.baselines.none')} />;
  return [
    { key: 'siteName', label: t('legacy.fields.siteName'), sortable: true, primary: true, cell: (row) => row.siteName },
    { key: 'locationName', label: t('legacy.fields.locationName'), sortable: true, cell: (row) => row.locationName },
    { key: 'wasteStageId', label: t('legacy.fields.wasteStageId'), sortable: true, cell: (row) => stageOf(page, row) },
    {
      key: 'period',
      label: t('legacy.fields.period'),
      sortable: true,
      primary: true,
      cell: (row) => <PeriodBadge period={row.period} />,
    },
    {
      key: 'gPerOpenDay',
      label: t('legacy.baselines.weightPerDay'),
      unit: format.unit.abbr,
      numeric: true,
      sortable: true,
      cell: (row) => or(row.gPerOpenDay === null ? null : format.weight(row.gPerOpenDay, { unit: false })),
    },
    {
      key: 'costPerOpenDay',
      label: t('legacy.baselines.costPerDay'),
      numeric: true,
      sortable: true,
      cell: (row) => or(row.costPerOpenDay === null ? null : format.money(row.costPerOpenDay, row.currencyCode)),
    },
    {
      key: 'firstWeek',
      label: t('legacy.baselines.weeks'),
      sortable: true,
      cell: (row) => or(row.firstWeek && row.lastWeek ? weeksInWords(page, row.firstWeek, row.lastWeek) : null),
    },
    {
      key: 'weeksPassing',
      label: t('legacy.baselines.readiness'),
      sortable: true,
      cell: (row) =>
        row.autoBaselineEnabled
          ? t('legacy.baselines.weeksPass', { passing: row.weeksPassing, judged: row.weeksJudged })
          : t('legacy.baselines.autoIsOff'),
    },
    {
      key: 'method',
      label: t('legacy.baselines.method'),
      sortable: true,
      cell: (row) => or(row.method && t(`legacy.methods.${row.method}`)),
    },
    {
      key: 'proposals',
      label: t('legacy.baselines.proposals'),
      cell: (row) => row.proposals > 0 && <Badge tone="attention">{t('legacy.baselines.waiting')}</Badge>,
    },
  ];
}
