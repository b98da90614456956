import { useCallback } from 'react';
import { choiceField } from '../../../client/legacy/choice-field';
import { localDay } from '../../../client/legacy/local-clock';
import { useAnswer, usePage } from '../../../client/legacy/page';
import { Head, type OpenedFromList } from '../../../client/legacy/pieces';
import { Button } from '../../../client/ui/button';
import { DataTable } from '../../../client/ui/data-table';
import { EmptyState } from '../../../client/ui/empty-state';
import { Loaded, useLoading } from '../../../client/ui/loaded';
import type { RecostView } from '../../../server/domain/catalogue/recost.contract';
import { loadChoices } from './choices';
import { RecostState } from './recost-words';

/** The first and last day of the month before the one of a day. */
function monthBefore(day: string): { fromDay: string; toDay: string } {
  const first = new Date(`${day.slice(0, 7)}-01T12:00:00Z`);
  const last = new Date(first.getTime() - 86_400_000).toISOString().slice(0, 10);
  return { fromDay: `${last.slice(0, 7)}-01`, toDay: last };
}

/** Periods whose costs were reckoned again, or only counted, the newest first. */
export function RecostList({ arrived, onBack, onOpen }: OpenedFromList & { onOpen: (recostId: number) => void }) {
  const page = usePage();
  const { t, format, call, ask, user, sentenceOf } = page;
  const list = useAnswer<{ recosts: RecostView[] }>('/recosts');
  const choices = useLoading(useCallback(() => loadChoices(page), [page]));
  const mayEdit = user.permissions.includes('EDIT_COST_RULES');
  const openNew = () => {
    const month = monthBefore(localDay(new Date(), 'UTC'));
    ask({
      title: t('costRules.recostTitle'),
      sentence: t('costRules.recostSentence'),
      submit: t('costRules.countIt'),
      fields: [
        { name: 'fromDay', kind: 'date', label: t('legacy.ui.from'), required: true, defaultValue: month.fromDay },
        { name: 'toDay', kind: 'date', label: t('legacy.ui.to'), required: true, defaultValue: month.toDay },
        choiceField({
          name: 'siteId',
          label: t('costRules.fields.siteName'),
          placeholder: t('costRules.everySite'),
          options: choices.data?.sites ?? [],
        }),
        {
          name: 'reason',
          kind: 'textarea',
          label: t('legacy.ui.reason'),
          required: true,
          maxLength: 500,
          rows: 2,
          hint: t('costRules.reasonHint'),
        },
      ],
      async onSubmit({ siteId, ...typed }) {
        const { recostId } = await call<{ recostId: number }>('/recosts', {
          method: 'POST',
          body: { ...typed, siteId: siteId ? Number(siteId) : null },
        });
        onOpen(recostId);
      },
    });
  };
  const start = mayEdit && (
    <Button tone="primary" busy={choices.busy} disabled={choices.busy} onClick={openNew}>
      {t('costRules.recostNew')}
    </Button>
  );
  return (
    <>
      <Head
        title={t('costRules.recosts')}
        sentence={t('costRules.recostsSentence')}
        arrived={arrived}
        back={{ label: t('costRules.title'), onClick: onBack }}
        actions={start}
      />
      <Loaded from={list} sentenceOf={sentenceOf}>
        {({ recosts }) =>
          recosts.length === 0 ? (
            <EmptyState title={t('costRules.noRecostsTitle')} sentence={t('costRules.noRecosts')} />
          ) : (
            <DataTable
              id="recosts"
              caption={t('costRules.recosts')}
              phone="list"
              columns={[
                { key: 'days', label: t('costRules.days'), primary: true },
                { key: 'site', label: t('costRules.fields.siteName') },
                { key: 'reason', label: t('legacy.ui.reason') },
                { key: 'changed', label: t('costRules.changedEvents'), numeric: true },
                { key: 'by', label: t('costRules.asked') },
                { key: 'state', label: t('legacy.fields.state'), primary: true },
              ]}
              rows={recosts.map((one) => ({
                key: String(one.recostId),
                onOpen: () => onOpen(one.recostId),
                cells: [
                  format.range(one.fromDay, one.toDay),
                  one.siteName ?? t('costRules.everySite'),
                  one.reason,
                  format.number((one.written ?? one.counted)?.changed ?? 0),
                  `${one.byLogin}, ${format.dateTime(one.createdAt)}`,
                  <RecostState key="state" state={one.state} />,
                ],
              }))}
            />
          )
        }
      </Loaded>
    </>
  );
}
