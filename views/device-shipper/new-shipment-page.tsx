import { Button, LinkButton } from '../../client/ui/button';
import { EmptyState } from '../../client/ui/empty-state';
import { FormField } from '../../client/ui/form-field';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { problemIn, type FormFailure } from '../layout/form-failure';
import s from './shipper.module.css';

interface NewShipmentPageProps {
  t: Translate;
  title: string;
  action: string;
  back: string;
  organisationId: number;
  sites: { siteId: number; siteName: string }[];
  refused: FormFailure | null;
}

/** Begins a shipment to a site, whose address it takes over. */
export function NewShipmentPage({ t, title, action, back, organisationId, sites, refused }: NewShipmentPageProps) {
  const typed = refused?.typed ?? {};
  return (
    <>
      <PageHeader
        title={title}
        sentence={t('deviceShipper.newSentence')}
        back={{ label: t('deviceShipper.title'), href: back }}
      />
      {refused && <Notice tone="error">{refused.sentence}</Notice>}
      {sites.length === 0 ? (
        <EmptyState title={t('deviceShipper.noSites')} sentence={t('deviceShipper.noSitesSentence')} />
      ) : (
        <PostForm action={action} className={s.form} aria-label={title}>
          <input type="hidden" name="organisationId" value={organisationId} />
          <FormField
            kind="select"
            name="siteId"
            label={t('deviceShipper.site')}
            hint={t('deviceShipper.siteHint')}
            required
            options={sites.map(({ siteId, siteName }) => ({ value: String(siteId), label: siteName }))}
            defaultValue={typed.siteId ?? String(sites[0]?.siteId ?? '')}
            error={problemIn(refused, 'siteId')}
          />
          <FormField
            name="reference"
            label={t('deviceShipper.reference')}
            hint={t('deviceShipper.referenceHint')}
            note={t('security.optional')}
            maxLength={100}
            autoComplete="off"
            defaultValue={typed.reference}
            error={problemIn(refused, 'reference')}
          />
          <FormField
            kind="textarea"
            name="note"
            label={t('deviceShipper.note')}
            note={t('security.optional')}
            maxLength={1000}
            defaultValue={typed.note}
            error={problemIn(refused, 'note')}
          />
          <div className={s.bar}>
            <Button type="submit" tone="primary">
              {t('deviceShipper.create')}
            </Button>
            <LinkButton href={back}>{t('global.cancel')}</LinkButton>
          </div>
        </PostForm>
      )}
    </>
  );
}
