import { Button, LinkButton } from '../../client/ui/button';
import { FormField } from '../../client/ui/form-field';
import { Notice } from '../../client/ui/notice';
import { PageHeader } from '../../client/ui/page-header';
import type { Translate } from '../../server/platform/i18n/messages';
import { PostForm } from '../layout/form';
import { problemIn, type FormFailure } from '../layout/form-failure';
import type { Sites } from '../layout/location-groups';
import { locationChoices, type PlaceShown } from './device-words';
import s from './devices.module.css';

interface ClaimPageProps {
  t: Translate;
  title: string;
  place: PlaceShown;
  organisationId: number;
  sites: Sites;
  mayStandNowhere: boolean;
  refused: FormFailure | null;
}

/** Takes over a device that another organization gave away. */
export function ClaimPage({
  t,
  title,
  place: { path, hub },
  organisationId,
  sites,
  mayStandNowhere,
  refused,
}: ClaimPageProps) {
  const typed = refused?.typed ?? {};
  const back = hub ? `${path}?organisationId=${organisationId}` : path;
  return (
    <>
      <PageHeader
        title={title}
        sentence={t('fleet.claim.sentence')}
        back={{ label: t(hub ? 'fleet.hubTitle' : 'fleet.monitorTitle'), href: back }}
      />
      {refused && <Notice tone="error">{refused.sentence}</Notice>}
      <PostForm action={`${path}/claim`} className={s.form} aria-label={title}>
        {hub && <input type="hidden" name="organisationId" value={organisationId} />}
        <FormField
          name="code"
          label={t('fleet.claim.code')}
          hint={t('fleet.claim.codeHint')}
          required
          maxLength={40}
          autoComplete="off"
          defaultValue={typed.code}
          error={problemIn(refused, 'code')}
        />
        <FormField
          name="deviceName"
          label={t('fleet.name')}
          hint={t('fleet.nameHint')}
          required
          maxLength={200}
          defaultValue={typed.deviceName}
          error={problemIn(refused, 'deviceName')}
        />
        <FormField
          kind="select"
          name="locationId"
          label={t('fleet.location')}
          options={locationChoices(t, { sites, mayStandNowhere })}
          defaultValue={typed.locationId ?? String(sites[0]?.locations[0]?.locationId ?? '')}
          error={problemIn(refused, 'locationId')}
        />
        <div className={s.bar}>
          <Button type="submit" tone="primary">
            {t('fleet.claim.button')}
          </Button>
          <LinkButton href={back}>{t('global.cancel')}</LinkButton>
        </div>
      </PostForm>
    </>
  );
}
