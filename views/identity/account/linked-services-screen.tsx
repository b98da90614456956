import { Button, LinkButton } from '../../../client/ui/button';
import { createFormat, type FormatSettings } from '../../../client/ui/format';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import { Section } from '../../layout/section';
import type { SocialChoice } from '../social-buttons';
import { AccountFrame } from './account-frame';
import s from './account.module.css';
import { ItemList, type Item } from './item-list';

export interface LinkedServiceView {
  id: string;
  /** Of the service. */
  name: string;
  shownAs: string;
  createdAt: string;
  lastUsedAt: string | null;
}

export interface LinkedServicesProps {
  t: Translate;
  settings: FormatSettings;
  linked: LinkedServiceView[];
  offered: readonly SocialChoice[];
  /** `confirm`: they must prove first that they are themselves; `closed`: their organization signs them in. */
  adding: 'open' | 'confirm' | 'closed';
  done?: string | undefined;
  problem?: string | undefined;
}

const base = '/account/linked-services';

/** The services that sign somebody in. */
export function LinkedServicesScreen({ t, settings, linked, offered, adding, done, problem }: LinkedServicesProps) {
  const format = createFormat(settings);
  const item = ({ id, name, shownAs, createdAt, lastUsedAt }: LinkedServiceView): Item => ({
    key: id,
    title: name,
    details: [
      shownAs,
      t('social.linkedOn', { time: format.dateTime(createdAt) }),
      lastUsedAt === null ? t('social.neverUsed') : t('social.lastUsed', { time: format.dateTime(lastUsedAt) }),
    ],
    actions: (
      <PostForm
        action={`${base}/${id}/remove`}
        data-confirm={t('social.confirmUnlink', { name: `${name}, ${shownAs}` })}
        data-confirm-yes={t('social.unlink')}
      >
        <Button type="submit" size="small">
          {t('social.unlink')}
          <span className="visually-hidden">
            {' '}
            {name}, {shownAs}
          </span>
        </Button>
      </PostForm>
    ),
  });
  return (
    <AccountFrame t={t} at="linkedServices" done={done} problem={problem}>
      <Section id="linked" title={t('social.yours')}>
        <ItemList items={linked.map(item)} empty={t('social.none')} />
      </Section>
      <Section id="add" title={t('social.add')} sentence={t('social.addSentence')}>
        {adding === 'closed' && <p className={s.none}>{t('social.ofOrganizationAlone')}</p>}
        {adding !== 'closed' && offered.length === 0 && <p className={s.none}>{t('social.noneOffered')}</p>}
        {adding === 'confirm' && offered.length > 0 && (
          <LinkButton href={`/account/confirm?to=${encodeURIComponent(base)}`} tone="primary">
            {t('account.confirm.first')}
          </LinkButton>
        )}
        {adding === 'open' && offered.length > 0 && (
          <div className={s.row}>
            {offered.map(({ id, name }) => (
              <PostForm key={id} action={`${base}/${id}/link`}>
                <Button type="submit">{t('social.link', { provider: name })}</Button>
              </PostForm>
            ))}
          </div>
        )}
      </Section>
    </AccountFrame>
  );
}
