import { Badge } from '../../../client/ui/badge';
import { Button, LinkButton } from '../../../client/ui/button';
import { FormField } from '../../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../../client/ui/format';
import { Notice } from '../../../client/ui/notice';
import { PageHeader } from '../../../client/ui/page-header';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import { Section } from '../../layout/section';
import account from '../account/account.module.css';
import { ItemList } from '../account/item-list';
import { Copied, SetupSteps } from './connection-parts';
import type { ConnectionRow } from './provisioning-page';
import s from './provisioning.module.css';

export interface ConnectionPageProps {
  t: Translate;
  settings: FormatSettings;
  base: string;
  connection: ConnectionRow & { address: string };
  secrets: { id: string; createdAt: string; endsAt: string | null; lastUsedAt: string | null }[];
  /** `why`: the sentence that says why it was refused. */
  calls: { at: string; method: string; path: string; status: number; why: string | null }[];
  /** How long the older of two secrets is good. */
  overlaps: readonly ('hour' | 'day' | 'week')[];
  open: boolean;
  done?: string | undefined;
  problem?: string | undefined;
}

/** One directory: what it looks after, how it comes in, and what it did of late. */
export function ConnectionPage(props: ConnectionPageProps) {
  const { t, base, connection, open, done, problem } = props;
  const { name, users, groups, source, address } = connection;
  return (
    <div className={s.page}>
      <PageHeader
        title={name}
        sentence={[t('provisioning.users', { count: users }), t('provisioning.groups', { count: groups })].join(' · ')}
        actions={<LinkButton href={base}>{t('provisioning.back')}</LinkButton>}
      />
      {done && <Notice tone="success">{done}</Notice>}
      {problem && <Notice tone="error">{problem}</Notice>}
      <Calls {...props} />
      <Section id="address" title={t('provisioning.address')}>
        <Copied shown={[[t('provisioning.address'), address]]} />
      </Section>
      <Secrets {...props} />
      <SetupSteps t={t} source={source} />
      <Syncing {...props} />
      {open && <Disconnect {...props} />}
    </div>
  );
}

function Calls({ t, settings, calls }: ConnectionPageProps) {
  const format = createFormat(settings);
  return (
    <Section
      id="calls"
      title={t('provisioning.calls')}
      sentence={calls.length > 0 ? t('provisioning.callsSentence') : undefined}
    >
      <ItemList
        items={calls.map(({ at, method, path, status, why }, number) => ({
          key: String(number),
          title: (
            <code className={s.call}>
              {method} {path}
            </code>
          ),
          badge: status >= 400 && <Badge tone="attention">{t('provisioning.failed')}</Badge>,
          details: [String(status), format.dateTime(at)],
          points: why === null ? [] : [why],
        }))}
        empty={t('provisioning.noCalls')}
      />
    </Section>
  );
}

function Secrets({ t, settings, base, connection, secrets, overlaps, open }: ConnectionPageProps) {
  const format = createFormat(settings);
  const path = `${base}/${connection.id}`;
  return (
    <Section id="secrets" title={t('provisioning.secrets')}>
      <ItemList
        items={secrets.map(({ id, createdAt, endsAt, lastUsedAt }, number) => ({
          key: id,
          title: t(number === 0 && endsAt === null ? 'provisioning.newest' : 'provisioning.older'),
          details: [
            t('provisioning.created', { time: format.dateTime(createdAt) }),
            lastUsedAt === null
              ? t('provisioning.neverUsed')
              : t('provisioning.lastUsed', { time: format.dateTime(lastUsedAt) }),
            ...(endsAt === null ? [] : [t('provisioning.endsAt', { time: format.dateTime(endsAt) })]),
          ],
          actions: open && (
            <PostForm
              action={`${path}/secrets/${id}/revoke`}
              data-confirm={t('provisioning.revokeConfirm')}
              data-confirm-yes={t('provisioning.revoke')}
            >
              <Button type="submit" size="small">
                {t('provisioning.revoke')}
                <span className="visually-hidden"> {format.dateTime(createdAt)}</span>
              </Button>
            </PostForm>
          ),
        }))}
        empty={t('provisioning.noSecrets')}
      />
      {open && (
        <PostForm action={`${path}/rotate`} className={account.form}>
          <FormField
            name="overlap"
            kind="select"
            label={t('provisioning.overlap')}
            defaultValue="day"
            options={overlaps.map((value) => ({ value, label: t(`provisioning.overlaps.${value}`) }))}
          />
          <Button type="submit">{t('provisioning.rotate')}</Button>
        </PostForm>
      )}
    </Section>
  );
}

function Syncing({ t, base, connection: { id, sync }, open }: ConnectionPageProps) {
  return (
    <Section
      id="sync"
      title={t('provisioning.syncing')}
      sentence={t(sync ? 'provisioning.syncOn' : 'provisioning.syncOff')}
    >
      {open && (
        <PostForm action={`${base}/${id}/sync`}>
          <input type="hidden" name="sync" value={sync ? 'off' : 'on'} />
          <Button type="submit">{t(sync ? 'provisioning.pause' : 'provisioning.resume')}</Button>
        </PostForm>
      )}
    </Section>
  );
}

function Disconnect({ t, base, connection: { id, name } }: ConnectionPageProps) {
  return (
    <Section id="disconnect" title={t('provisioning.disconnect')} sentence={t('provisioning.disconnectSentence')}>
      <PostForm
        action={`${base}/${id}/remove`}
        className={account.form}
        data-confirm={t('provisioning.disconnectConfirm', { name })}
        data-confirm-yes={t('provisioning.disconnect')}
      >
        <FormField
          name="managed"
          kind="select"
          label={t('provisioning.what')}
          defaultValue="keep"
          options={[
            { value: 'keep', label: t('provisioning.keep') },
            { value: 'remove', label: t('provisioning.removeAll') },
          ]}
        />
        <Button type="submit" tone="danger">
          {t('provisioning.disconnect')}
        </Button>
      </PostForm>
    </Section>
  );
}
