import { useCallback, useState } from 'react';
import type { ChoiceSite, OwnNarrowing, SecuredItems } from '../../server/domain/places/secured-items.contract';
import { request, RequestError } from '../runtime/request';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { FormField } from '../ui/form-field';
import { useLoading } from '../ui/loaded';
import { Progress } from '../ui/progress';
import s from './data-security.module.css';
import { PlaceTree } from './place-tree';
import { searchSites } from './selection.rules';
import type { DataSecurityTranslate } from './words';

const address = '/rest/v1/user/secured-items';
/** So many sites show their locations at once after a search. */
const fewFound = 5;

interface SetWindowProps {
  t: DataSecurityTranslate;
  own: OwnNarrowing;
  /** It was changed: what the page shows may be another. */
  onDone: () => void;
  onClose: () => void;
}

/** Narrows the person themselves: boxes for sites and locations of each organisation that they reach. */
export function SetWindow({ t, own, onDone, onClose }: SetWindowProps) {
  const { organizations } = own;
  const [chosen, setChosen] = useState<SecuredItems>({ siteIds: own.siteIds, locationIds: own.locationIds });
  const [organisationId, setOrganisationId] = useState(
    (organizations.find(({ items }) => items > 0) ?? organizations[0])?.organizationId,
  );
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const any = chosen.siteIds.length + chosen.locationIds.length > 0;
  const narrowed = own.siteIds.length + own.locationIds.length > 0 || organizations.some(({ items }) => items > 0);

  const send = async (method: 'PUT' | 'DELETE') => {
    setBusy(true);
    setProblem(null);
    try {
      await request<void>(address, method === 'PUT' ? { method, body: chosen } : { method });
      onDone();
    } catch (error) {
      setBusy(false);
      setAsking(false);
      setProblem(t('dataSecurity.updateFailed', { message: messageOf(error, t) }));
    }
  };

  const footer = asking ? (
    <>
      <p className={s.question} role="alert">
        {t('dataSecurity.removeSentence')}
      </p>
      <Button onClick={() => setAsking(false)} disabled={busy} autoFocus>
        {t('dataSecurity.keep')}
      </Button>
      <Button tone="danger" onClick={() => void send('DELETE')} disabled={busy} busy={busy}>
        {t('dataSecurity.remove')}
      </Button>
    </>
  ) : (
    <>
      {narrowed && (
        <span className={s.apart}>
          <Button tone="quiet" onClick={() => setAsking(true)} disabled={busy}>
            {t('dataSecurity.remove')}
          </Button>
        </span>
      )}
      <Button onClick={onClose} disabled={busy}>
        {t('dataSecurity.cancel')}
      </Button>
      <Button tone="primary" onClick={() => void send('PUT')} disabled={!any || busy} busy={busy}>
        {t('dataSecurity.update')}
      </Button>
    </>
  );

  return (
    <Dialog
      open
      title={t('dataSecurity.set')}
      sentence={t('dataSecurity.setLead')}
      closeLabel={t('dataSecurity.close')}
      onClose={onClose}
      busy={busy}
      footer={footer}
    >
      <div className={s.form}>
        {problem && (
          <p className={s.problem} role="alert">
            {problem}
          </p>
        )}
        {organizations.length > 1 && (
          <FormField
            kind="select"
            name="organisationId"
            label={t('dataSecurity.organization')}
            value={String(organisationId)}
            onChange={(event) => setOrganisationId(Number(event.target.value))}
            autoComplete="off"
            options={organizations.map(({ organizationId, organizationName }) => ({
              value: String(organizationId),
              label: organizationName,
            }))}
          />
        )}
        {organisationId !== undefined && (
          <Choices key={organisationId} t={t} organisationId={organisationId} chosen={chosen} onChange={setChosen} />
        )}
        <p className={s.chosen} aria-live="polite">
          {t('dataSecurity.chosen', { sites: chosen.siteIds.length, locations: chosen.locationIds.length })}
        </p>
      </div>
    </Dialog>
  );
}

function messageOf(error: unknown, t: DataSecurityTranslate): string {
  return error instanceof RequestError && error.code !== 'network' && error.code !== 'unreadable'
    ? error.message
    : t('dataSecurity.noAnswer');
}

function Choices({
  t,
  organisationId,
  chosen,
  onChange,
}: {
  t: DataSecurityTranslate;
  organisationId: number;
  chosen: SecuredItems;
  onChange: (chosen: SecuredItems) => void;
}) {
  const [typed, setTyped] = useState('');
  const { data, error, reload } = useLoading(
    useCallback(
      (signal: AbortSignal) => request<ChoiceSite[]>(`${address}/choices`, { query: { organisationId }, signal }),
      [organisationId],
    ),
  );
  if (error !== null)
    return (
      <div role="alert" className="stack">
        <p>{t('dataSecurity.loadFailed')}</p>
        <p>
          <Button icon="sync" onClick={reload}>
            {t('dataSecurity.again')}
          </Button>
        </p>
      </div>
    );
  if (data === null)
    return (
      <div className={s.waiting}>
        <Progress label={t('dataSecurity.loading')} />
      </div>
    );
  if (data.length === 0) return <p className={s.waiting}>{t('dataSecurity.noPlaces')}</p>;
  const found = searchSites(data, typed);
  return (
    <>
      <FormField
        kind="search"
        name="places"
        label={t('dataSecurity.search')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        maxLength={100}
      />
      {found.length === 0 ? (
        <p className={s.waiting} role="status">
          {t('dataSecurity.noneFound')}
        </p>
      ) : (
        <PlaceTree
          t={t}
          label={`${t('dataSecurity.sites')}, ${t('dataSecurity.locations')}`}
          sites={found}
          chosen={chosen}
          onChange={onChange}
          opened={data.length === 1 || (typed.trim() !== '' && found.length <= fewFound)}
        />
      )}
    </>
  );
}
