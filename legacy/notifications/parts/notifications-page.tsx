import { useAddress, writeAddress } from '../../../client/legacy/address';
import { usePage } from '../../../client/legacy/page';
import p from '../../../client/legacy/page.module.css';
import { Head } from '../../../client/legacy/pieces';
import { Toggle } from '../../../client/ui/toggle';
import { DeliveryListView } from './delivery-list';
import { SubscriptionListView } from './subscription-list';

/** What one list is narrowed by means nothing in the other. */
const ofLists = { state: null, channel: null, notifyFreqCode: null, muted: null, text: null, sort: null, page: null };

/** What people were told, and who is to be told of what. */
export function NotificationsPage() {
  const { t } = usePage();
  const view = useAddress().get('view') === 'subscriptions' ? 'subscriptions' : 'deliveries';
  return (
    <>
      <Head title={t('notifications.title')} sentence={t('notifications.sentence')} arrived={false} />
      <div className={p.views}>
        <Toggle
          legend={t('notifications.show')}
          hideLegend
          name="view"
          value={view}
          onChange={(next) => writeAddress({ ...ofLists, view: next === 'deliveries' ? null : next })}
          options={[
            { value: 'deliveries', label: t('notifications.deliveries') },
            { value: 'subscriptions', label: t('notifications.subscriptions') },
          ]}
        />
      </div>
      {view === 'deliveries' ? <DeliveryListView /> : <SubscriptionListView />}
    </>
  );
}
