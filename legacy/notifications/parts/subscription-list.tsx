import { ListView, useList, type ListColumn } from '../../../client/legacy/list-view';
import { usePage } from '../../../client/legacy/page';
import p from '../../../client/legacy/page.module.css';
import { RowButton } from '../../../client/legacy/pieces';
import { Badge } from '../../../client/ui/badge';
import type { FormFieldProps } from '../../../client/ui/form-field';
import { Notice } from '../../../client/ui/notice';
import { frequencies, offeredChannels } from '../../../server/features/alerts/alert-channels.rules';
import type {
  AlertSubscription,
  SubscriptionChange,
  SubscriptionList,
} from '../../../server/features/alerts/delivery-list.contract';
import { useRowChange } from './row-change';

const usualSort = 'alertName';

/** Who is told of which alert: muted and heard again, at once or once a day. */
export function SubscriptionListView() {
  const { t, format } = usePage();
  const all = { value: '', label: t('global.all') };
  const fields: FormFieldProps[] = [
    { name: 'text', kind: 'search', label: t('legacy.ui.search') },
    {
      name: 'notifyFreqCode',
      kind: 'select',
      label: t('notifications.frequency'),
      options: [
        all,
        ...frequencies.map((value) => ({
          value,
          label: t(`notifications.frequencies.${value}`),
        })),
      ],
    },
    {
      name: 'muted',
      kind: 'select',
      label: t('legacy.fields.state'),
      options: [
        all,
        { value: 'false', label: t('notifications.heard') },
        { value: 'true', label: t('notifications.muted') },
      ],
    },
  ];
  const list = useList<SubscriptionList>({
    path: '/alert/subscriptions',
    fields: fields.map(({ name }) => name),
    usualSort,
  });
  const { busy, problem, change } = useRowChange(list.reload);
  const set = ({ alertNotificationId }: AlertSubscription, body: SubscriptionChange) =>
    void change(alertNotificationId, {
      path: `/alert/subscriptions/${alertNotificationId}`,
      options: { method: 'PUT', body },
      said: t('notifications.saved'),
    });
  const placeOf = ({ siteName, locationName }: AlertSubscription) =>
    siteName === null ? t('notifications.allSites') : [locationName, siteName].filter(Boolean).join(', ');
  const waysOf = (subscription: AlertSubscription) =>
    offeredChannels
      .filter(({ field }) => subscription[field])
      .map(({ name }) => t(`alertChannels.${name}.way`))
      .join(', ');
  const columns: ListColumn<AlertSubscription>[] = [
    { key: 'alertName', label: t('notifications.alert'), sortable: true, primary: true, cell: (one) => one.alertName },
    { key: 'siteName', label: t('notifications.place'), sortable: true, cell: placeOf },
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
    { key: 'channel', label: t('notifications.channel'), cell: waysOf },
    {
      key: 'notifyFreqCode',
      label: t('notifications.frequency'),
      sortable: true,
      cell: (one) => t(`notifications.frequencies.${one.notifyFreqCode}`),
    },
    {
      key: 'firings',
      label: t('notifications.firings'),
      sortable: true,
      numeric: true,
      cell: (one) => format.number(one.firings),
    },
    {
      key: 'muted',
      label: t('legacy.fields.state'),
      sortable: true,
      primary: 'side',
      cell: (one) => <SubscriptionState subscription={one} />,
    },
    {
      key: 'actions',
      label: t('legacy.ui.actions'),
      cell: (one) =>
        one.editable && (
          <span className={p.buttons}>
            <RowButton
              about={`${one.alertName}, ${one.notifyUserName}`}
              busy={busy === one.alertNotificationId}
              onClick={() => set(one, { muted: !one.muted })}
            >
              {t(one.muted ? 'notifications.unmute' : 'notifications.mute')}
            </RowButton>
            <RowButton
              about={`${one.alertName}, ${one.notifyUserName}`}
              disabled={busy === one.alertNotificationId}
              onClick={() => set(one, { notifyFreqCode: one.notifyFreqCode === 'DAILY' ? 'IMMEDIATE' : 'DAILY' })}
            >
              {t(one.notifyFreqCode === 'DAILY' ? 'notifications.toImmediate' : 'notifications.toDaily')}
            </RowButton>
          </span>
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
        caption={t('notifications.subscriptions')}
        columns={columns}
        count={({ total }) => ({
          figure: format.number(total),
          words: t('notifications.subscriptionCount', { count: total }),
        })}
        empty={{ title: t('notifications.nothingFits'), sentence: t('notifications.clearFilters') }}
        nothing={{ title: t('notifications.noSubscriptions'), sentence: t('notifications.noSubscriptionsSentence') }}
        rowsOf={({ subscriptions }) =>
          subscriptions.map((row) => ({
            key: String(row.alertNotificationId),
            row,
            greyed: row.muted || !row.reached,
            note: <span className={p.onPhone}>{row.notifyUserName}</span>,
          }))
        }
      />
    </>
  );
}

function SubscriptionState({ subscription: { muted, reached } }: { subscription: AlertSubscription }) {
  const { t } = usePage();
  if (!reached) return <Badge tone="attention">{t('notifications.left')}</Badge>;
  return muted ? <Badge>{t('notifications.muted')}</Badge> : <Badge tone="less">{t('notifications.heard')}</Badge>;
}
