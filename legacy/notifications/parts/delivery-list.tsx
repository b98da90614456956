import { ListView, useList, type ListColumn } from '../../../client/legacy/list-view';
import { usePage } from '../../../client/legacy/page';
import p from '../../../client/legacy/page.module.css';
import { NotSaid, RowButton } from '../../../client/legacy/pieces';
import { Badge } from '../../../client/ui/badge';
import type { FormFieldProps } from '../../../client/ui/form-field';
import { Notice } from '../../../client/ui/notice';
import { offeredChannels } from '../../../server/features/alerts/alert-channels.rules';
import type {
  AlertDelivery,
  DeliveryList,
  DeliveryState,
} from '../../../server/features/alerts/delivery-list.contract';
import { useRowChange } from './row-change';

const usualSort = '-createdAt';
const tones = { WAITING: 'accent', SENT: 'less', FAILED: 'more', EXPIRED: 'attention', WITHDRAWN: undefined } as const;
const states = Object.keys(tones) as DeliveryState[];

/** Everything that people were told, newest first; what failed can be sent again. */
export function DeliveryListView() {
  const { t, format } = usePage();
  const all = { value: '', label: t('global.all') };
  const ways = offeredChannels.map(({ name }) => ({ value: name as string, label: t(`alertChannels.${name}.way`) }));
  const fields: FormFieldProps[] = [
    { name: 'text', kind: 'search', label: t('legacy.ui.search') },
    {
      name: 'state',
      kind: 'select',
      label: t('legacy.fields.state'),
      options: [all, ...states.map((value) => ({ value, label: t(`notifications.states.${value}`) }))],
    },
    {
      name: 'channel',
      kind: 'select',
      label: t('notifications.channel'),
      options: [all, ...ways],
    },
  ];
  const list = useList<DeliveryList>({ path: '/alert/deliveries', fields: fields.map(({ name }) => name), usualSort });
  const { busy, problem, change } = useRowChange(list.reload);
  const resend = ({ deliveryId }: AlertDelivery) =>
    void change(deliveryId, {
      path: `/alert/deliveries/${deliveryId}/resend`,
      options: { method: 'POST', body: {} },
      said: t('notifications.resent'),
    });
  const columns: ListColumn<AlertDelivery>[] = [
    {
      key: 'createdAt',
      label: t('notifications.createdAt'),
      sortable: true,
      cell: (one) => format.dateTime(one.createdAt),
    },
    { key: 'alertName', label: t('notifications.alert'), sortable: true, primary: true, cell: (one) => one.alertName },
    {
      key: 'event',
      label: t('notifications.event'),
      cell: (one) => (
        <span>
          {`${one.locationName}, ${one.siteName}`}
          <span className={p.small}>{format.dateTime(one.occurredAt, one.timeZone)}</span>
        </span>
      ),
    },
    {
      key: 'notifyUserName',
      label: t('notifications.person'),
      sortable: true,
      cell: (one) => (
        <span>
          {one.notifyUserName}
          <span className={p.small}>{one.notifyEmailAddress}</span>
        </span>
      ),
    },
    {
      key: 'channel',
      label: t('notifications.channel'),
      cell: (one) => (
        <span>
          {ways.find(({ value }) => value === one.channel)?.label ?? one.channel}
          <span className={p.small}>{t(`notifications.frequencies.${one.notifyFreqCode}`)}</span>
        </span>
      ),
    },
    {
      key: 'state',
      label: t('legacy.fields.state'),
      sortable: true,
      primary: 'side',
      cell: (one) => <Badge tone={tones[one.state]}>{t(`notifications.states.${one.state}`)}</Badge>,
    },
    {
      key: 'attempts',
      label: t('notifications.attempts'),
      sortable: true,
      numeric: true,
      cell: (one) => format.number(one.attempts),
    },
    {
      key: 'lastError',
      label: t('notifications.lastError'),
      cell: (one) => one.lastError ?? <NotSaid reason={t('notifications.noError')} />,
    },
    {
      key: 'actions',
      label: t('legacy.ui.actions'),
      cell: (one) =>
        (one.state === 'FAILED' || one.state === 'EXPIRED') && (
          <RowButton
            about={`${one.alertName}, ${one.notifyUserName}`}
            busy={busy === one.deliveryId}
            onClick={() => resend(one)}
          >
            {t('notifications.resend')}
          </RowButton>
        ),
    },
  ];
  return (
    <>
      {problem !== null && <Notice tone="error" title={problem} />}
      <ListView
        wide
        phone="fold"
        list={list}
        fields={fields}
        usualSort={usualSort}
        caption={t('notifications.deliveries')}
        columns={columns}
        count={({ total }) => ({
          figure: format.number(total),
          words: t('notifications.deliveryCount', { count: total }),
        })}
        empty={{ title: t('notifications.nothingFits'), sentence: t('notifications.clearFilters') }}
        nothing={{ title: t('notifications.noDeliveries'), sentence: t('notifications.noDeliveriesSentence') }}
        rowsOf={({ deliveries }) =>
          deliveries.map((row) => ({
            key: String(row.deliveryId),
            row,
            greyed: row.state === 'WITHDRAWN',
            note: (
              <span className={p.onPhone}>
                {row.locationName} · {format.dateTime(row.occurredAt, row.timeZone)}
              </span>
            ),
          }))
        }
      />
    </>
  );
}
