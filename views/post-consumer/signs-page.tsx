import { Button, LinkButton } from '../../client/ui/button';
import { DataTable } from '../../client/ui/data-table';
import { FormField } from '../../client/ui/form-field';
import { createFormat, type FormatSettings, type Locale } from '../../client/ui/format';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { ChoiceSite } from '../../server/domain/places/secured-items.contract';
import type { Sign } from '../../server/features/post-consumer/campaigns.contract';
import { signLimits } from '../../server/features/post-consumer/guest-limits.rules';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { locationGroups } from '../layout/location-groups';
import { Section } from '../layout/section';
import { path, type Refusal } from './guest-words';
import s from './signs-page.module.css';

interface SignsPageProps {
  t: Translate;
  settings: FormatSettings;
  locale: Locale;
  /** Each in its own words. */
  languages: Record<Locale, string>;
  signs: Sign[];
  sites: ChoiceSite[];
  /** The address of a sign that was just made. */
  made: string | null;
  revoked: boolean;
  refused: Refusal | null;
}

/** Pages for guests that are read by their link alone. */
export function SignsPage({ t, settings, locale, languages, signs, sites, made, revoked, refused }: SignsPageProps) {
  const format = createFormat(settings);
  const title = t('postConsumer.signs.title');
  const problem = (name: string) => refused?.fields.find(({ field }) => field === name)?.sentence;
  const typed: Record<string, string> = { locale, ...refused?.typed };
  return (
    <>
      <PageHeader
        title={title}
        sentence={t('postConsumer.signs.sentence')}
        back={{ label: t('postConsumer.title'), href: path }}
      />
      {revoked && <Notice tone="success">{t('postConsumer.signs.revoked')}</Notice>}
      {refused && <Notice tone="error" title={refused.sentence} />}
      {made !== null && (
        <Notice tone="success" title={t('postConsumer.signs.made')}>
          <p className={s.link}>
            <a href={made}>{made}</a>
          </p>
        </Notice>
      )}
      {sites.length > 0 && (
        <PostForm action={`${path}/signs`} className={s.form} aria-label={t('postConsumer.signs.add')}>
          <FormField
            kind="select"
            name="locationId"
            label={t('legacy.fields.locationName')}
            defaultValue={typed.locationId}
            error={problem('locationId')}
            options={locationGroups(sites)}
          />
          <FormField
            kind="select"
            name="locale"
            label={t('postConsumer.signs.language')}
            defaultValue={typed.locale}
            error={problem('locale')}
            options={Object.entries(languages).map(([value, label]) => ({ value, label }))}
          />
          <FormField
            name="sentence"
            label={t('postConsumer.signs.words')}
            note={t('layout.form.optional')}
            hint={t('postConsumer.signs.wordsHint')}
            maxLength={signLimits.sentence}
            defaultValue={typed.sentence}
            error={problem('sentence')}
          />
          <div>
            <Button type="submit" tone="primary">
              {t('postConsumer.signs.add')}
            </Button>
          </div>
        </PostForm>
      )}
      <Section id="signs" title={t('postConsumer.signs.list')}>
        <DataTable
          id="guest-signs"
          caption={t('postConsumer.signs.list')}
          columns={[
            { key: 'location', label: t('legacy.fields.locationName'), primary: true },
            { key: 'language', label: t('postConsumer.signs.language') },
            { key: 'words', label: t('postConsumer.signs.words') },
            { key: 'by', label: t('impact.share.createdBy') },
            { key: 'created', label: t('impact.share.createdAt') },
            { key: 'poster', label: t('postConsumer.signs.poster') },
            { key: 'revoke', label: t('impact.share.revoke'), primary: 'side' },
          ]}
          rows={signs.map((sign) => ({
            key: String(sign.signId),
            name: sign.locationName,
            cells: [
              `${sign.locationName}, ${sign.siteName}`,
              languages[sign.locale],
              sign.sentence || '–',
              sign.createdBy ?? '–',
              format.dateTime(sign.createdAt),
              <LinkButton key="poster" size="small" href={`${path}/signs/${sign.signId}/poster`}>
                {t('postConsumer.signs.print')}
              </LinkButton>,
              <PostForm key="revoke" action={`${path}/signs/${sign.signId}/revoke`}>
                <Button type="submit" size="small">
                  {t('impact.share.revoke')}
                  <span className="visually-hidden"> ({sign.locationName})</span>
                </Button>
              </PostForm>,
            ],
          }))}
          empty={t('postConsumer.signs.none')}
        />
      </Section>
    </>
  );
}
