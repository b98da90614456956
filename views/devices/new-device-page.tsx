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

interface NewDevicePageProps {
  t: Translate;
  /** A device that nobody has, or one that another organization has released. */
  way: DeviceWay;
  title: string;
  place: PlaceShown;
  organisationId: number;
  sites: Sites;
  mayStandNowhere: boolean;
  /** That is chosen at first. */
  locationId: number | null;
  refused: FormFailure | null;
}

export type DeviceWay = 'new' | 'claim';

const words = {
  new: { sentence: 'fleet.newSentence', button: 'fleet.add' },
  claim: { sentence: 'fleet.claim.sentence', button: 'fleet.claim.button' },
} as const;

/** Adds a device; the page after it shows the code by which a tablet becomes it. */
export function NewDevicePage({
  t,
  way,
  title,
  place: { path, hub },
  organisationId,
  sites,
  mayStandNowhere,
  locationId,
  refused,
}: NewDevicePageProps) {
  const typed = refused?.typed ?? {};
  const back = hub ? `${path}?organisationId=${organisationId}` : path;
  const name = (
    <FormField
      name="deviceName"
      label={t('fleet.name')}
      hint={t('fleet.nameHint')}
      required
      maxLength={200}
      defaultValue={typed.deviceName}
      error={problemIn(refused, 'deviceName')}
    />
  );
  return (
    <>
      <PageHeader
        title={title}
        sentence={t(words[way].sentence)}
        back={{ label: t(hub ? 'fleet.hubTitle' : 'fleet.monitorTitle'), href: back }}
      />
      {refused && <Notice tone="error">{refused.sentence}</Notice>}
      <PostForm action={`${path}/${way}`} className={s.form} aria-label={title}>
        {hub && <input type="hidden" name="organisationId" value={organisationId} />}
        {way === 'claim' ? (
          <>
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
            {name}
          </>
        ) : (
          <>
            {name}
            <FormField
              name="serial"
              label={t('fleet.serial')}
              hint={t('fleet.serialHint')}
              required
              maxLength={100}
              autoComplete="off"
              defaultValue={typed.serial}
              error={problemIn(refused, 'serial')}
            />
          </>
        )}
        <FormField
          kind="select"
          name="locationId"
          label={t('fleet.location')}
          options={locationChoices(t, { sites, mayStandNowhere })}
          defaultValue={typed.locationId ?? String(locationId ?? sites[0]?.locations[0]?.locationId ?? '')}
          error={problemIn(refused, 'locationId')}
        />
        <div className={s.bar}>
          <Button type="submit" tone="primary">
            {t(words[way].button)}
          </Button>
          <LinkButton href={back}>{t('global.cancel')}</LinkButton>
        </div>
      </PostForm>
    </>
  );
}
