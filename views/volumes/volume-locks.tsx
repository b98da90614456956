import { Button } from '../../client/ui/button';
import { Fold } from '../../client/ui/fold';
import { FormField } from '../../client/ui/form-field';
import { Notice } from '../../client/ui/notice';
import { volumeLimits } from '../../server/domain/volumes/volumes.rules';
import type { LockOfMonth, VolumeLocation, VolumeMonth } from '../../server/features/volumes/volume-month.contract';
import { PostForm } from '../layout/form';
import { monthName, type RefusedVolumes, type VolumeRights, type VolumeWriting } from './volume-words';
import s from './volumes-page.module.css';

interface LocksProps extends VolumeWriting {
  location: VolumeLocation;
  month: VolumeMonth;
  rights: VolumeRights;
  place: { locationId: number; month: string };
  refused: RefusedVolumes | null;
}

/** Says who locked a month and why, and lets it be unlocked; or, while it is open, locked. */
export function VolumeLocks(props: LocksProps) {
  const { t, format, location, month, rights } = props;
  const name = monthName(format, month.month);
  if (month.locks.length > 0)
    return (
      <>
        {month.locks.map((lock) => (
          <Notice
            key={lock.siteId ?? 0}
            tone="info"
            title={t(lock.siteId === null ? 'volumes.lock.ofAll' : 'volumes.lock.ofSite', {
              month: name,
              site: location.siteName,
            })}
          >
            <p>{t('volumes.lock.since', { date: format.dateTime(lock.lockedAt), reason: lock.reason })}</p>
            {mayUnlock(rights, lock) && <Unlock {...props} lock={lock} />}
          </Notice>
        ))}
      </>
    );
  return (
    <Fold quiet title={t('volumes.lock.title', { month: name })} open={props.refused !== null} className={s.lock}>
      <p>{t('volumes.lock.sentence')}</p>
      <PostForm action="/volumes/lock" className={s.lockForm} aria-label={t('volumes.lock.title', { month: name })}>
        <Place {...props} />
        {rights.locksSite && rights.locksAll ? (
          <FormField
            kind="select"
            name="whose"
            label={t('volumes.lock.whose')}
            defaultValue={props.refused?.typed.whose ?? 'site'}
            options={[
              { value: 'site', label: location.siteName },
              { value: 'all', label: t('volumes.lock.allSites') },
            ]}
          />
        ) : (
          <input type="hidden" name="whose" value={rights.locksAll ? 'all' : 'site'} />
        )}
        <Reason {...props} id="lock-reason" />
        <div>
          <Button type="submit">{t('volumes.lock.submit')}</Button>
        </div>
      </PostForm>
    </Fold>
  );
}

const mayUnlock = ({ edits, locksAll, locksSite }: VolumeRights, { siteId }: LockOfMonth) =>
  edits && (siteId === null ? locksAll : locksSite);

const Place = ({ place: { locationId, month } }: Pick<LocksProps, 'place'>) => (
  <>
    <input type="hidden" name="locationId" value={locationId} />
    <input type="hidden" name="month" value={month} />
  </>
);

const Reason = ({ t, refused, id }: Pick<LocksProps, 't' | 'refused'> & { id: string }) => (
  <FormField
    name="reason"
    id={id}
    label={t('volumes.lock.reason')}
    required
    maxLength={volumeLimits.reason}
    defaultValue={refused?.typed.reason ?? ''}
    error={refused?.fields.find(({ field }) => field === 'reason')?.sentence}
  />
);

function Unlock({ lock, ...props }: LocksProps & { lock: LockOfMonth }) {
  const { t } = props;
  return (
    <Fold quiet title={t('volumes.lock.unlock')} open={props.refused !== null}>
      <PostForm action="/volumes/unlock" className={s.lockForm} aria-label={t('volumes.lock.unlock')}>
        <Place {...props} />
        <input type="hidden" name="whose" value={lock.siteId === null ? 'all' : 'site'} />
        <Reason {...props} id={`unlock-reason-${lock.siteId ?? 0}`} />
        <div>
          <Button type="submit">{t('volumes.lock.unlock')}</Button>
        </div>
      </PostForm>
    </Fold>
  );
}
