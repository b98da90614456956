import { bulkProgress } from '../../client/data-manager/bulk-progress.island';
import { Button, LinkButton } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../client/ui/format';
import { ListTable } from '../../client/ui/list-table';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { BulkRow, BulkView } from '../../server/features/data-manager/bulk.contract';
import { isUnderWay } from '../../server/features/data-manager/bulk.rules';
import type { BulkRowColumn } from '../../server/features/data-manager/data.table';
import type { Translate } from '../../server/platform/i18n/messages';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { DescriptionList } from '../layout/description-list';
import { PostForm } from '../layout/form';
import { problemIn, type FormFailure } from '../layout/form-failure';
import { Island } from '../layout/island';
import { Section } from '../layout/section';
import { BulkStateBadge, whatOf } from './bulk-words';
import s from './data.module.css';
import { EventPlace, EventTime, addressOf, nameOf, weightOf, type Writing } from './event-cells';
import { NotSaved } from './not-saved';

interface BulkPageProps {
  t: Translate;
  settings: FormatSettings;
  bulk: BulkView;
  mayEdit: boolean;
  mayUndo: boolean;
  table: TableView<BulkRowColumn, BulkRow>;
  refused: FormFailure | null;
}

/** A change of many events: what it would do, how far it is, what it did, and how to take it back. */
export function BulkPage({ t, settings, bulk, mayEdit, mayUndo, table, refused }: BulkPageProps) {
  const format = createFormat(settings);
  const writing = { t, format };
  const { changeId, state, sums } = bulk;
  const address = `/data-manager/changes/${changeId}`;
  return (
    <>
      <PageHeader
        title={whatOf(t, bulk)}
        badge={<BulkStateBadge t={t} state={state} />}
        sentence={bulk.reason}
        back={{ label: t('dataManager.bulk.title'), href: '/data-manager/changes' }}
      />
      <NotSaved t={t} refused={refused} />
      {state === 'STOPPED' && (
        <Notice tone="warning">
          <p>{t('dataManager.bulk.stoppedLead')}</p>
        </Notice>
      )}
      {isUnderWay(state) && (
        <>
          <Island
            of={bulkProgress}
            when="load"
            props={{ changeId, locale: settings.locale, standing: { state, events: bulk.events, done: bulk.done } }}
          />
          <noscript>
            <p>
              <a href={address}>{t('dataManager.bulk.refresh')}</a>
            </p>
          </noscript>
        </>
      )}
      <Sums {...writing} bulk={bulk} />
      {mayEdit && state === 'COUNTED' && (
        <div className={s.bar}>
          {sums.changes > 0 ? (
            <PostForm action={`${address}/run`}>
              <Button type="submit" tone="primary">
                {t('dataManager.bulk.run')}
              </Button>
            </PostForm>
          ) : (
            <p>{t('dataManager.bulk.nothing')}</p>
          )}
          <PostForm action={`${address}/drop`}>
            <Button type="submit" tone="quiet">
              {t('dataManager.bulk.drop')}
            </Button>
          </PostForm>
        </div>
      )}
      <ListTable
        id="rows"
        caption={t('dataManager.bulk.table')}
        captionShown
        counted
        format={format}
        table={table}
        cells={{
          occurredAt: ({ event }) =>
            event ? <EventTime {...writing} event={event} zones={false} /> : t('dataManager.bulk.notVisible'),
          locationName: ({ event }) => event && <EventPlace event={event} />,
          itemName: ({ event }) => event && (event.itemName ?? t('legacy.events.notSaid')),
          netGrams: ({ event }) => event && weightOf(writing, event.netGrams),
          outcome: ({ outcome, code }) => (
            <>
              {t(`dataManager.bulk.outcomes.${outcome ?? 'waiting'}`)}
              {code !== null && <span className={s.quiet}>{code}</span>}
            </>
          ),
        }}
        rowOf={({ eventId, event }) => ({
          key: String(eventId),
          name: event ? nameOf(writing, event) : String(eventId),
          ...(event ? { href: addressOf(event) } : {}),
        })}
      />
      {mayEdit && mayUndo && (
        <Section title={t('dataManager.bulk.undo')} sentence={t('dataManager.bulk.undoLead')}>
          <PostForm action={`${address}/undo`} className={s.form}>
            <FormField
              name="reason"
              label={t('legacy.events.changeReason')}
              required
              maxLength={500}
              defaultValue={refused?.typed.reason ?? ''}
              error={problemIn(refused, 'reason')}
            />
            <div>
              <Button type="submit" tone="danger">
                {t('dataManager.bulk.undo')}
              </Button>
            </div>
          </PostForm>
        </Section>
      )}
      <p>
        <LinkButton tone="quiet" href="/data-manager">
          {t('dataManager.bulk.toEvents')}
        </LinkButton>
      </p>
    </>
  );
}

/** Counts, weight and costs before and after. */
function Sums({ t, format, bulk }: Writing & { bulk: BulkView }) {
  const { outcomes, sums } = bulk;
  const counts = (['changes', 'written', 'returned', 'left', 'same', 'refused'] as const).flatMap((name) =>
    outcomes[name] ? [{ term: t(`dataManager.bulk.outcomes.${name}`), value: format.number(outcomes[name]) }] : [],
  );
  const weight = (grams: number) => format.weight(grams, { decimals: 2 });
  return (
    <Section title={t('dataManager.bulk.sums')}>
      <DescriptionList
        items={[
          ...counts,
          { term: t('dataManager.bulk.weightBefore'), value: weight(sums.grams.before) },
          { term: t('dataManager.bulk.weightAfter'), value: weight(sums.grams.after) },
          ...(sums.costs.length === 0
            ? []
            : [
                {
                  term: t('legacy.fields.cost'),
                  value: (
                    <ul className={s.costs}>
                      {sums.costs.map(({ currency, before, after }) => (
                        <li key={currency}>
                          {t('dataManager.bulk.costLine', {
                            currency,
                            before: format.money(before, currency),
                            after: format.money(after, currency),
                          })}
                        </li>
                      ))}
                    </ul>
                  ),
                },
              ]),
          { term: t('dataManager.bulk.by'), value: bulk.byName ?? t('legacy.ui.system') },
          { term: t('dataManager.bulk.at'), value: format.dateTime(bulk.createdAt) },
          ...(bulk.undoReason === null ? [] : [{ term: t('dataManager.bulk.states.UNDONE'), value: bulk.undoReason }]),
        ]}
      />
    </Section>
  );
}
