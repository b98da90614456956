import { Badge } from '../../client/ui/badge';
import { Button, LinkButton } from '../../client/ui/button';
import { createFormat } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { ProfileDetail, ProfileForm } from '../../server/features/menu-manager/menu-manager.contract';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import s from './menu-manager.module.css';
import { kindName, nameIn } from './menu-words';
import type { Pending, ProfilePageProps, ProfileParts } from './profile-parts';
import { DevicesSection, SettingsSection, VersionsSection } from './profile-sections';
import { SectionEditor } from './section-editor';

/** One profile: its draft, section by section, beside the tablet that shows it; its versions, and where they are shown. */
export function ProfilePage(props: ProfilePageProps) {
  const { t, settings, detail, action, back, done, refused, pending, mark } = props;
  const parts = { ...props, format: createFormat(settings) };
  const { row, base, versions } = detail;
  const isDraft = base.version === null;
  const published = versions.find(({ version }) => version !== null);
  return (
    <>
      <PageHeader
        title={row.name}
        badge={<StateBadge t={t} {...{ row, isDraft }} />}
        sentence={sentenceOf(parts)}
        back={{ label: t('menuManager.title'), href: back }}
        actions={
          <>
            <LinkButton icon="eye" href={`${action}/preview`}>
              {t('menuManager.preview.button')}
            </LinkButton>
            {!row.archived && (
              <LinkButton tone="primary" icon="published" href={`${action}/publish`}>
                {t(isDraft ? 'menuManager.publishing.publish' : 'menuManager.publishing.send')}
              </LinkButton>
            )}
          </>
        }
      />
      {done && <Notice tone="success">{t(`menuManager.done.${done}`)}</Notice>}
      {refused && pending === null && <Notice tone="error">{refused.sentence}</Notice>}
      {pending && <Later {...parts} pending={pending} />}
      {isDraft && published && !row.archived && (
        <div className={s.bar}>
          <LinkButton size="small" href={`${action}/compare?from=${published.version}&to=draft`}>
            {t('menuManager.compareDraft', { version: published.version ?? 0 })}
          </LinkButton>
          <PostForm
            action={`${action}/discard`}
            data-confirm={t('menuManager.discardConfirm')}
            data-confirm-yes={t('menuManager.discard')}
          >
            <input type="hidden" name="seen" value={mark} />
            <Button type="submit" size="small">
              {t('menuManager.discard')}
            </Button>
          </PostForm>
        </div>
      )}
      <SectionEditor {...parts} />
      <DevicesSection {...parts} />
      <VersionsSection {...parts} />
      <SettingsSection {...parts} />
    </>
  );
}

function StateBadge({ t, row, isDraft }: { t: Translate; row: ProfileDetail['row']; isDraft: boolean }) {
  if (row.archived) return <Badge>{t('menuManager.archived')}</Badge>;
  if (isDraft) return <Badge tone="attention">{t('menuManager.hasDraft')}</Badge>;
  return <Badge tone="less">{t('menuManager.version', { version: row.version ?? 0 })}</Badge>;
}

function sentenceOf({ t, format, now, detail: { row, base } }: ProfileParts): string {
  if (row.archived) return t('menuManager.archivedSentence');
  if (base.version !== null)
    return t('menuManager.publishedSentence', { time: format.dateTime(base.publishedAt ?? now) });
  const changed = base.changedBy
    ? t('menuManager.changedBy', { name: base.changedBy, time: format.dateTime(base.changedAt) })
    : t('menuManager.changedAt', { time: format.dateTime(base.changedAt) });
  return row.version === null
    ? `${t('menuManager.neverPublished')}. ${changed}`
    : `${t('menuManager.draftSentence', { version: row.version })} ${changed}`;
}

/** The later of two editors: what is now, what they wanted, and a button that does it all the same. */
function Later(parts: ProfileParts & { pending: Pending }) {
  const { t, format, settings, detail, action, section, mark, pending } = parts;
  const { base } = detail;
  const names = pending.buttons.map((one) => nameIn(t, settings.locale, one)).join(', ');
  return (
    <Notice tone="warning" title={t('menuManager.later.title')}>
      <p>
        {base.changedBy
          ? t('menuManager.changedBy', { name: base.changedBy, time: format.dateTime(base.changedAt) })
          : t('menuManager.changedAt', { time: format.dateTime(base.changedAt) })}{' '}
        {t('menuManager.later.sentence')}
      </p>
      <p className={s.wanted}>
        <strong>{t(`menuManager.later.${wordOf(pending.form)}`, { kind: kindName(t, section) })}</strong> {names}
      </p>
      <PostForm action={`${action}/${pending.form}`} className={s.bar}>
        <input type="hidden" name="seen" value={mark} />
        {Object.entries(pending.fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit">{t('menuManager.later.button')}</Button>
        <LinkButton href={`${action}?section=${section}`}>{t('menuManager.later.leave')}</LinkButton>
      </PostForm>
    </Notice>
  );
}

const wordOf = (form: ProfileForm) =>
  form === 'add' || form === 'remove' || form === 'move' || form === 'discard' ? form : 'order';
