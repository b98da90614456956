import { Suspense, lazy, useState } from 'react';
import type { OfferedChannel } from '../../server/features/alerts/alert-channels.rules';
import type { AlertDraft } from '../../server/features/alerts/alert-form.rules';
import type { Alert } from '../../server/features/alerts/alerts.contract';
import type { AlertColumn } from '../../server/features/alerts/alerts.table';
import { changedRecords, ownChoice, type OwnChoice } from '../../server/features/alerts/notification-choice.rules';
import type { LayoutStrings } from '../../server/platform/i18n/messages';
import type { TableView } from '../../server/platform/table/table-view.contract';
import { defineIsland } from '../runtime/define-island';
import { request } from '../runtime/request';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { createFormat, type FormatSettings } from '../ui/format';
import { LayoutProvider } from '../ui/layout-strings';
import { ListTable } from '../ui/list-table';
import { ToastRegion, useToasts } from '../ui/toast';
import { cellsOf, type AlertWindow } from './alert-cells';
import { sentenceOf, words, type AlertTranslate } from './alert-words';
import s from './alerts.module.css';

const AlertEditor = lazy(() => import('./alert-editor'));
const NotifyUsers = lazy(() => import('./notify-users'));
const DeleteAlert = lazy(() => import('./delete-alert'));

export interface AlertListProps {
  t: AlertTranslate;
  layout: LayoutStrings;
  settings: FormatSettings;
  organisationId: number;
  /** Of the organisation; a new alert begins with it. */
  currencyCode: string;
  /** A new alert that a report asks for. */
  begun: AlertDraft | null;
  mayEdit: boolean;
  filters: { siteId: number; searchString: string };
  table: TableView<AlertColumn, Alert>;
}

type Opened = { window: AlertWindow; alert: Alert } | { window: 'add'; begun?: AlertDraft } | null;

/** Why this browser shows no push messages. */
type PushRefusal = 'unsupported' | 'denied' | 'failed';

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

const isFor = (subscription: PushSubscription, key: Uint8Array) => {
  const own = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer(0));
  return own.length === key.length && own.every((byte, at) => byte === key[at]);
};

/**
 * Asks the person and the browser whether push messages may be shown here, and has them sent here.
 * @returns null where they are
 */
async function askForPush(): Promise<PushRefusal | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return 'unsupported';
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  try {
    await navigator.serviceWorker.register('/service-worker.js');
    const { pushManager } = await navigator.serviceWorker.ready;
    const { publicKey } = await request<{ publicKey: string }>('/rest/v1/push/key');
    const key = bytesOf(publicKey);
    const before = await pushManager.getSubscription();
    // A subscription for another key brings nothing of ours any more.
    if (before && !isFor(before, key)) await before.unsubscribe();
    const subscription =
      before && isFor(before, key)
        ? before
        : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    await request('/rest/v1/push/subscriptions', { method: 'PUT', body: subscription.toJSON() });
    return null;
  } catch {
    return 'failed';
  }
}

/** The alerts, what the person is told of each, and the windows in which they are changed. */
function AlertList({
  t,
  layout,
  settings,
  organisationId,
  currencyCode,
  begun,
  mayEdit,
  filters,
  table: served,
}: AlertListProps) {
  const format = createFormat(settings);
  const { toasts, say, dismiss } = useToasts();
  const [table, setTable] = useState(served);
  const [chosen, setChosen] = useState<Record<number, OwnChoice>>({});
  const [opened, setOpened] = useState<Opened>(begun && { window: 'add', begun });
  const [busy, setBusy] = useState(false);
  const changed = changedRecords(
    table.rows.map(({ userNotify }) => userNotify),
    chosen,
  );
  const dirty = changed.length > 0;

  /** The same page of the list, as it is now. */
  const reload = async () => {
    const all = await request<Alert[]>(`/rest/v1/alert/participant/${organisationId}`, {
      query: { siteId: filters.siteId || null, searchString: filters.searchString },
    });
    const { from, to } = served.pager;
    const first = Math.max(0, from - 1);
    const rows = all.slice(first, Math.max(to, first + 50));
    setTable({
      ...served,
      rows,
      pager: { ...served.pager, from: rows.length === 0 ? 0 : first + 1, to: first + rows.length, total: all.length },
    });
  };
  const startOver = async () => {
    await reload();
    setChosen({});
  };
  const working = async (work: () => Promise<void>) => {
    setBusy(true);
    await work().catch((error: unknown) => say(sentenceOf(t)(error), 'error'));
    setBusy(false);
  };
  const update = () =>
    working(async () => {
      await request('/rest/v1/alert/notification', { method: 'PUT', query: { organisationId }, body: changed });
      await startOver();
      say(t('alerts.updated'), 'success');
    });

  const choiceOf = ({ alertId, userNotify }: Alert): OwnChoice => chosen[alertId] ?? userNotify;
  const choose = (alert: Alert, change: Partial<OwnChoice>) =>
    setChosen((before) => ({
      ...before,
      [alert.alertId]: { ...ownChoice(before[alert.alertId] ?? alert.userNotify), ...change },
    }));
  const chooseChannel = (alert: Alert, { field, asks }: OfferedChannel, wanted: boolean) => {
    choose(alert, { [field]: wanted } as Partial<OwnChoice>);
    if (!wanted || asks !== 'browser') return;
    void askForPush().then((refusal) => {
      if (refusal === null) return;
      choose(alert, { [field]: false } as Partial<OwnChoice>);
      say(t(`alerts.pushRefused.${refusal}`), 'error');
    });
  };
  /** What was ticked and not sent yet stays so. */
  const close = () => {
    // Reloading the page shall not begin the same alert anew.
    if (opened?.window === 'add' && opened.begun) window.history.replaceState(null, '', '/alerts');
    setOpened(null);
    void working(reload);
  };

  const add = mayEdit && (
    <Button icon="plus" onClick={() => setOpened({ window: 'add' })}>
      {t('alerts.add')}
    </Button>
  );
  const narrowed = filters.siteId !== 0 || filters.searchString !== '';
  const modal = { t, layout, format, organisationId, onClose: close, onDone: (text: string) => say(text, 'success') };
  return (
    <LayoutProvider strings={layout}>
      {table.rows.length === 0 && !narrowed ? (
        <EmptyState
          title={t('alerts.emptyTitle')}
          sentence={t(mayEdit ? 'alerts.emptySentence' : 'alerts.emptyForReaders')}
          actions={add}
        />
      ) : (
        <div className={s.list} aria-busy={busy || undefined}>
          {table.rows.length === 0 ? (
            <EmptyState title={t('alerts.noneFiltered')} />
          ) : (
            <ListTable
              id="alerts"
              caption={t('alerts.title')}
              format={format}
              table={table}
              phone="blocks"
              counted
              cells={cellsOf({
                t,
                format,
                choiceOf,
                choose,
                chooseChannel,
                open: (window, alert) => setOpened({ window, alert }),
                mayEdit,
                busy,
              })}
              rowOf={(alert) => ({ key: String(alert.alertId), name: alert.alertName })}
            />
          )}
          <div className={s.foot}>
            <Button tone="primary" disabled={!dirty || busy} onClick={() => void update()}>
              {t('alerts.update')}
            </Button>
            <Button disabled={!dirty || busy} onClick={() => void working(startOver)}>
              {t('global.cancel')}
            </Button>
            <span className={s.dirty} role="status">
              {dirty && t('alerts.changed', { count: changed.length })}
            </span>
            {add}
          </div>
        </div>
      )}
      <Suspense>
        {(opened?.window === 'view' || opened?.window === 'edit') && (
          <AlertEditor
            key={opened.alert.alertId}
            {...modal}
            alert={opened.alert}
            begun={null}
            readOnly={opened.window === 'view'}
            currencyCode={currencyCode}
          />
        )}
        {opened?.window === 'add' && (
          <AlertEditor
            {...modal}
            alert={null}
            begun={opened.begun ?? null}
            readOnly={false}
            currencyCode={currencyCode}
          />
        )}
        {opened?.window === 'users' && <NotifyUsers {...modal} alert={opened.alert} />}
        {opened?.window === 'delete' && <DeleteAlert {...modal} alert={opened.alert} />}
      </Suspense>
      <ToastRegion toasts={toasts} onDismiss={dismiss} closeLabel={t('global.close')} />
    </LayoutProvider>
  );
}

export const alertList = defineIsland('alerts/alert-list', AlertList, words);
export default alertList;
