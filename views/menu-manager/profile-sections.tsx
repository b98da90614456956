import { Button, LinkButton } from '../../client/ui/button';
import { Fold } from '../../client/ui/fold';
import { FormField } from '../../client/ui/form-field';
import type { VersionRow } from '../../server/domain/tracker-profiles/profiles.contract';
import { PostForm } from '../layout/form';
import { problemIn } from '../layout/form-failure';
import { Meter } from '../layout/meter';
import { Section } from '../layout/section';
import s from './menu-manager.module.css';
import { versionText } from './menu-words';
import type { ProfileParts } from './profile-parts';

/** More are folded away. */
const fewDevices = 6;
/** More nobody reads; those that lack the newest version stand first. */
const mostListed = 100;

/** How far the newest version has come, and the way to the rest. */
function Rollout({ t, format, action, detail: { devices, row } }: ProfileParts) {
  const given = devices.filter(({ shown }) => shown?.version === row.version);
  const taken = given.filter((one) => one.taken).length;
  const behind = devices.length - given.length;
  return (
    <div className={s.rollout}>
      <p>
        {t('menuManager.rollout', {
          version: row.version ?? 0,
          given: format.number(given.length),
          all: format.number(devices.length),
          count: taken,
          number: format.number(taken),
        })}
      </p>
      <Meter fraction={taken / devices.length} />
      {behind > 0 && !row.archived && (
        <LinkButton size="small" href={`${action}/publish?version=${row.version}&shows=behind`}>
          {t('menuManager.sendRest', { count: behind, number: format.number(behind) })}
        </LinkButton>
      )}
    </div>
  );
}

/** Where the profile is shown. */
export function DevicesSection(parts: ProfileParts) {
  const {
    t,
    format,
    detail: { devices, row },
    limited,
  } = parts;
  const isBehind = ({ shown }: (typeof devices)[number]) => shown?.version !== row.version;
  const listed = [...devices.filter(isBehind), ...devices.filter((one) => !isBehind(one))].slice(0, mostListed);
  return (
    <Section
      id="devices"
      title={t('menuManager.devicesTitle', { count: devices.length, number: format.number(devices.length) })}
      sentence={t(limited ? 'menuManager.devicesLimited' : 'menuManager.devicesSentence')}
    >
      {devices.length === 0 ? (
        <p className={s.none}>{t(row.version === null ? 'menuManager.noDevicesYet' : 'menuManager.noDevicesNow')}</p>
      ) : (
        <>
          <Rollout {...parts} />
          <Fold quiet title={t('menuManager.devicesList')} open={devices.length <= fewDevices}>
            <ul className={s.entries}>
              {listed.map(({ deviceId, name, siteName, locationName, shown, taken }) => (
                <li key={deviceId}>
                  <span>
                    {name}
                    <span className={s.under}>
                      {locationName === null
                        ? t('menuManager.publishing.nowhere')
                        : [...new Set([locationName, siteName])].join(', ')}
                    </span>
                  </span>
                  {shown && (
                    <span className={s.end}>
                      {versionText(t, shown.version)}
                      {shown.version !== row.version && ` · ${t('menuManager.older')}`}
                      {!taken && ` · ${t('menuManager.notTaken')}`}
                      <span className={s.under}>
                        {t('menuManager.since', { time: format.dateTime(shown.assignedAt) })}
                      </span>
                    </span>
                  )}
                </li>
              ))}
            </ul>
            {devices.length > listed.length && (
              <p className={s.note}>
                {t('menuManager.moreDevices', {
                  count: devices.length - listed.length,
                  number: format.number(devices.length - listed.length),
                })}
              </p>
            )}
          </Fold>
        </>
      )}
    </Section>
  );
}

/** The newest first; each can be looked at, compared, and published again. */
export function VersionsSection(parts: ProfileParts) {
  const { t, detail } = parts;
  const published = detail.versions.filter(({ version }) => version !== null);
  if (published.length === 0) return null;
  return (
    <Section id="versions" title={t('menuManager.versions')} sentence={t('menuManager.versionsSentence')}>
      <ul className={s.entries}>
        {published.map((one, at) => (
          <Version key={one.versionId} {...parts} one={one} before={published[at + 1] ?? null} newest={at === 0} />
        ))}
      </ul>
    </Section>
  );
}

interface OfVersion {
  one: VersionRow;
  before: VersionRow | null;
  newest: boolean;
}

function Version({ t, format, action, detail: { row }, one, before, newest }: ProfileParts & OfVersion) {
  const { version, fromVersion, publishedAt, publishedBy, buttons, devices } = one;
  return (
    <li>
      <span>
        {versionText(t, version)}
        <span className={s.under}>
          {[
            ...(publishedAt === null
              ? []
              : [
                  publishedBy === null
                    ? format.dateTime(publishedAt)
                    : t('menuManager.publishedBy', { name: publishedBy, time: format.dateTime(publishedAt) }),
                ]),
            ...(fromVersion === null ? [] : [t('menuManager.fromVersion', { version: fromVersion })]),
            t('menuManager.buttonCount', { count: buttons, number: format.number(buttons) }),
            t('menuManager.deviceCount', { count: devices, number: format.number(devices) }),
          ].join(' · ')}
        </span>
      </span>
      <span className={s.acts}>
        <a href={`${action}/preview?version=${version}`}>{t('menuManager.preview.button')}</a>
        {before && (
          <a href={`${action}/compare?from=${before.version}&to=${version}`}>
            {t('menuManager.compareWith', { version: before.version ?? 0 })}
          </a>
        )}
        {!newest && !row.archived && <a href={`${action}/publish?version=${version}`}>{t('menuManager.rollBack')}</a>}
        {newest && !row.archived && <a href={`${action}/publish?version=${version}`}>{t('menuManager.sendMore')}</a>}
      </span>
    </li>
  );
}

export function SettingsSection(parts: ProfileParts) {
  const { t, action, detail, refused } = parts;
  const { row } = detail;
  const own = refused?.form === 'rename' ? refused : null;
  if (row.archived)
    return (
      <Section id="settings" title={t('menuManager.archived')} sentence={t('menuManager.restoreSentence')}>
        <PostForm action={`${action}/restore`}>
          <Button type="submit">{t('menuManager.restore')}</Button>
        </PostForm>
      </Section>
    );
  return (
    <Section id="settings" title={t('menuManager.settings')}>
      <Fold quiet title={t('menuManager.rename')} open={own !== null}>
        <PostForm action={`${action}/rename`} className={s.form} aria-label={t('menuManager.rename')}>
          <FormField
            name="name"
            label={t('menuManager.name')}
            required
            maxLength={200}
            defaultValue={own?.typed.name ?? row.name}
            error={problemIn(own, 'name')}
          />
          <div className={s.bar}>
            <Button type="submit">{t('menuManager.rename')}</Button>
          </div>
        </PostForm>
      </Fold>
      <Fold quiet title={t('menuManager.archive')}>
        <p>{t(row.devices > 0 ? 'menuManager.archiveShown' : 'menuManager.archiveSentence')}</p>
        {row.devices === 0 && (
          <PostForm action={`${action}/archive`}>
            <Button type="submit">{t('menuManager.archive')}</Button>
          </PostForm>
        )}
      </Fold>
    </Section>
  );
}
