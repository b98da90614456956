import { useState } from 'react';
import type { ChoiceSite, SecuredItems } from '../../server/domain/places/secured-items.contract';
import { Button } from '../ui/button';
import { classNames } from '../ui/class-names';
import s from './data-security.module.css';
import { extentOf, holdsLocation, toggleLocation, toggleSite } from './selection.rules';
import type { DataSecurityTranslate } from './words';

interface PlaceTreeProps {
  t: DataSecurityTranslate;
  label: string;
  sites: ChoiceSite[];
  chosen: SecuredItems;
  onChange: (chosen: SecuredItems) => void;
  /** After a search, when few are left: their locations are in sight at once. */
  opened: boolean;
}

/** Sites with a box each, and below each its locations with theirs. */
export function PlaceTree({ t, label, sites, chosen, onChange, opened }: PlaceTreeProps) {
  const [turned, setTurned] = useState<ReadonlySet<number>>(new Set());
  const turn = (siteId: number) =>
    setTurned(
      (before) => new Set(before.has(siteId) ? [...before].filter((id) => id !== siteId) : [...before, siteId]),
    );
  return (
    <ul className={classNames(s.list, s.tree)} aria-label={label}>
      {sites.map((site) => (
        <SiteEntry
          key={site.siteId}
          t={t}
          site={site}
          chosen={chosen}
          onChange={onChange}
          open={turned.has(site.siteId) !== opened}
          onTurn={() => turn(site.siteId)}
        />
      ))}
    </ul>
  );
}

interface SiteEntryProps extends Pick<PlaceTreeProps, 't' | 'chosen' | 'onChange'> {
  site: ChoiceSite;
  open: boolean;
  onTurn: () => void;
}

function SiteEntry({ t, site, chosen, onChange, open, onTurn }: SiteEntryProps) {
  const extent = extentOf(chosen, site);
  const { siteName, locations } = site;
  const held = locations.filter(({ locationId }) => holdsLocation(chosen, site, locationId)).length;
  return (
    <li className={s.site}>
      <div className={s.row}>
        <label className={s.box}>
          <input
            type="checkbox"
            checked={extent === 'whole' || (held > 0 && held === locations.length)}
            ref={(box) => {
              if (box) box.indeterminate = extent === 'some' && held < locations.length;
            }}
            onChange={() => onChange(toggleSite(chosen, site))}
          />
          <span>{siteName}</span>
        </label>
        {extent === 'some' && (
          <span className={s.count}>{t('dataSecurity.someOf', { chosen: held, count: locations.length })}</span>
        )}
        {locations.length > 0 && (
          <Button tone="quiet" size="small" icon="down" iconOnly aria-expanded={open} onClick={onTurn}>
            {t(open ? 'dataSecurity.hide' : 'dataSecurity.show', { site: siteName })}
          </Button>
        )}
      </div>
      {open && (
        <ul className={s.locations}>
          {locations.map(({ locationId, locationName }) => (
            <li key={locationId}>
              <label className={s.box}>
                <input
                  type="checkbox"
                  checked={holdsLocation(chosen, site, locationId)}
                  onChange={() => onChange(toggleLocation(chosen, site, locationId))}
                />
                <span>{locationName}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
