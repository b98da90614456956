import { ComparePage } from '../../../views/menu-manager/compare-page';
import { ConfirmPage } from '../../../views/menu-manager/confirm-page';
import { PublishPage } from '../../../views/menu-manager/publish-page';
import { listPlaces } from '../../domain/places';
import { listShowingDevices } from '../../domain/tracker-profiles';
import type { VersionRow } from '../../domain/tracker-profiles/profiles.contract';
import { publishMarkOf, refusePublish } from '../../domain/tracker-profiles/profiles.rules';
import { fail } from '../../platform/errors';
import { reply, type Reply } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus, type RefusedForm } from '../../platform/http/refused-form';
import type { Translate } from '../../platform/i18n/messages';
import { seesAll } from '../../platform/restriction.rules';
import { withParameters } from '../../platform/table/table-query';
import { pathOf, type PageContext } from './menu-manager-pages';
import type { CompareQuery, ProfileAddress, PublishForm } from './menu-manager.contract';
import { deviceFilters, narrowedDevices, type PublishQuery } from './menu-manager.filters';
import { effectOf, findVersion, readButtons, readComparison, readVersions } from './menu-manager.service';

const latestOf = (versions: readonly VersionRow[]) => versions.find(({ version }) => version !== null) ?? null;

/** What is published next: the draft, or where there is none the newest version, for more devices. */
function sourceOf(versions: readonly VersionRow[], wanted: 'draft' | number | undefined): VersionRow {
  const source = wanted === undefined ? versions[0] : findVersion(versions, wanted);
  if (!source) throw fail.notFound('menuManager.unknownVersion');
  return source;
}

/** @throws Failure 404 unknownProfile, unknownVersion */
export async function comparePage(
  context: PageContext,
  address: ProfileAddress,
  { from, to }: CompareQuery,
): Promise<Reply> {
  const { t, db } = context;
  const { scope } = await context.actingIn(address.organisationId);
  const { row, versions } = await readVersions(db, scope, address.profileId);
  const later = sourceOf(versions, to);
  const earlier = from === undefined ? (versions[versions.indexOf(later) + 1] ?? null) : findVersion(versions, from);
  const title = t('menuManager.compare.title', { profile: row.name });
  return reply.page(
    <ComparePage
      t={t}
      settings={settingsOf(context)}
      title={title}
      row={row}
      versions={versions}
      from={earlier}
      to={later}
      {...await readComparison(db, scope, { from: earlier, to: later })}
      path={`${pathOf(address)}/compare`}
      back={pathOf(address)}
    />,
    { title },
  );
}

interface Choosing {
  query: PublishQuery;
  refused?: RefusedForm;
}

interface Step {
  profile: string;
  source: VersionRow;
  latest: VersionRow | null;
}

/** Whether a version is sent to more devices as it stands or becomes the next one, and how that is called. */
function stepOf(t: Translate, { profile, source, latest }: Step) {
  const sends = source.versionId === latest?.versionId;
  const version = sends ? (source.version ?? 1) : (latest?.version ?? 0) + 1;
  const key = sends ? 'menuManager.publishing.sendTitle' : 'menuManager.publishing.title';
  return { sends, version, title: t(key, { version, profile }) };
}

/** @throws Failure 404 unknownProfile, unknownVersion */
export async function publishPage(
  context: PageContext,
  address: ProfileAddress,
  { query, refused }: Choosing,
): Promise<Reply> {
  const { t, db, url } = context;
  const { scope } = await context.actingIn(address.organisationId);
  const { row, versions } = await readVersions(db, scope, address.profileId);
  if (row.archived) throw fail.conflict('menuManager.archivedRefusal');
  // Somebody else may have published the draft that was refused here.
  const gone = refused !== undefined && !versions.some(({ version }) => version === null);
  const source = sourceOf(versions, gone && query.version === 'draft' ? undefined : query.version);
  const latest = latestOf(versions);
  const buttons = await readButtons(db, scope, source);
  const all = await listShowingDevices(db, scope);
  const { sends, title } = stepOf(t, { profile: row.name, source, latest });
  const { changes } = await readComparison(db, scope, { from: latest, to: source });
  const path = `${pathOf(address)}/publish`;
  return reply.page(
    <PublishPage
      t={t}
      settings={settingsOf(context)}
      title={title}
      action={path}
      back={pathOf(address)}
      compareHref={`${pathOf(address)}/compare?to=${source.version ?? 'draft'}${latest ? `&from=${latest.version}` : ''}`}
      row={row}
      source={source}
      mark={publishMarkOf(source, latest)}
      sends={sends}
      changes={changes}
      first={latest === null}
      retired={buttons.filter((one) => one.retired)}
      refusal={sends ? null : refusePublish(buttons.filter((one) => !one.retired))}
      devices={narrowedDevices(all, query, { profileId: address.profileId, version: latest?.version ?? null })}
      tick={query.tick}
      tickHref={(tick) =>
        withParameters(path, {
          version: query.version ?? null,
          text: query.text ?? null,
          siteId: query.siteId ?? null,
          locationId: query.locationId ?? null,
          shows: query.shows === '' ? null : query.shows,
          tick,
        })
      }
      all={all.length}
      limited={!seesAll(scope)}
      filters={deviceFilters.bar({
        action: path,
        url: refused ? path : url,
        values: query,
        offer: { t, sites: await listPlaces(db, scope) },
      })}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title, ...(refused ? { status: refusedStatus(refused.failure) } : {}) },
  );
}

/** Says how many devices change, before they do. @throws Failure 404 unknownProfile, unknownVersion */
export async function confirmPage(
  context: PageContext,
  address: ProfileAddress,
  { version: wanted, seen, devices, sites }: PublishForm,
): Promise<Reply> {
  const { t, db } = context;
  const { scope } = await context.actingIn(address.organisationId);
  const { row, versions } = await readVersions(db, scope, address.profileId);
  const source = findVersion(versions, wanted);
  const latest = latestOf(versions);
  const { sends, version, title } = stepOf(t, { profile: row.name, source, latest });
  const effect = effectOf(await listShowingDevices(db, scope), {
    profileId: address.profileId,
    version,
    versionId: sends ? source.versionId : null,
    devices,
    sites,
  });
  return reply.page(
    <ConfirmPage
      t={t}
      settings={settingsOf(context)}
      title={title}
      action={`${pathOf(address)}/publish`}
      back={`${pathOf(address)}/publish?version=${wanted}`}
      fields={{ version: String(wanted), seen, devices: effect.deviceIds.join(','), sites: '', confirmed: 'yes' }}
      effect={effect}
      sends={sends}
      limited={!seesAll(scope)}
    />,
    { title },
  );
}
