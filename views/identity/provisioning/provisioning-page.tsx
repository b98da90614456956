import { Badge } from '../../../client/ui/badge';
import { Button } from '../../../client/ui/button';
import { FormField } from '../../../client/ui/form-field';
import { createFormat, type FormatSettings } from '../../../client/ui/format';
import { Notice } from '../../../client/ui/notice';
import { PageHeader } from '../../../client/ui/page-header';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import { Section } from '../../layout/section';
import account from '../account/account.module.css';
import { ItemList } from '../account/item-list';
import { MadeConnection, sourceName, sources, type MadeView, type Source } from './connection-parts';
import s from './provisioning.module.css';

export interface ConnectionRow {
  id: string;
  name: string;
  source: Source;
  users: number;
  groups: number;
  sync: boolean;
  lastSyncAt: string | null;
}

export interface ProvisioningPageProps {
  t: Translate;
  settings: FormatSettings;
  base: string;
  connections: ConnectionRow[];
  /** Whoever looks may add one. */
  open: boolean;
  /** Just now, in the place of the list. */
  made?: MadeView | undefined;
  refused?: { typed: Record<string, string>; fields: Record<string, string> } | undefined;
  done?: string | undefined;
  problem?: string | undefined;
}

/** The directories that keep an organization's people up to date. */
export function ProvisioningPage(props: ProvisioningPageProps) {
  const { t, open, made, done, problem } = props;
  return (
    <div className={s.page}>
      <PageHeader
        title={t('provisioning.title')}
        sentence={t(open ? 'provisioning.lead' : 'provisioning.leadReadOnly')}
      />
      {done && <Notice tone="success">{done}</Notice>}
      {problem && <Notice tone="error">{problem}</Notice>}
      {made ? <MadeConnection t={t} made={made} /> : <Connections {...props} />}
    </div>
  );
}

function Connections({ t, settings, base, connections, open, refused }: ProvisioningPageProps) {
  const format = createFormat(settings);
  const { typed = {}, fields = {} } = refused ?? {};
  return (
    <>
      <Section id="connections" title={t('provisioning.list')}>
        <ItemList
          items={connections.map(({ id, name, source, users, groups, sync, lastSyncAt }) => ({
            key: id,
            title: <a href={`${base}/${id}`}>{name}</a>,
            badge: !sync && <Badge tone="attention">{t('provisioning.paused')}</Badge>,
            details: [
              ...(sourceName(t, source) === name ? [] : [sourceName(t, source)]),
              t('provisioning.users', { count: users }),
              t('provisioning.groups', { count: groups }),
              lastSyncAt === null
                ? t('provisioning.noContact')
                : t('provisioning.lastContact', { time: format.dateTime(lastSyncAt) }),
            ],
          }))}
          empty={t('provisioning.none')}
        />
      </Section>
      {open && (
        <Section id="add" title={t('provisioning.add')} sentence={t('provisioning.addSentence')}>
          <PostForm action={base} className={account.form}>
            <FormField
              name="source"
              kind="select"
              label={t('provisioning.source')}
              error={fields.source}
              defaultValue={typed.source ?? 'okta'}
              options={sources.map((value) => ({ value, label: sourceName(t, value) }))}
            />
            <FormField
              name="name"
              label={t('provisioning.name')}
              hint={t('provisioning.nameHint')}
              error={fields.name}
              maxLength={200}
              autoComplete="off"
              defaultValue={typed.name}
            />
            <Button type="submit" tone="primary">
              {t('provisioning.connect')}
            </Button>
          </PostForm>
        </Section>
      )}
    </>
  );
}
