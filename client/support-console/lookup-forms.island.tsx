import { useEffect, useRef, useState, type FormEvent } from 'react';
import { idTypes, userFieldTypes } from '../../server/features/support-console/lookup-kinds.rules';
import type {
  IdType,
  LookupAnswer,
  UserFieldType,
} from '../../server/features/support-console/support-console.contract';
import { defineIsland } from '../runtime/define-island';
import { request, RequestError } from '../runtime/request';
import { sentences, type Speak } from '../runtime/sentences';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { FormField } from '../ui/form-field';
import { LookupLines } from './lookup-content';
import s from './lookup-forms.module.css';

const words = sentences('supportConsole', 'layout.lookup');

export interface LookupFormsProps {
  t: Speak<typeof words>;
  /** As sent by a form without scripts. */
  typed: {
    userFieldType?: string | undefined;
    userField?: string | undefined;
    idType?: string | undefined;
    id?: string | undefined;
  };
}

type Lookup = { by: 'user'; type: UserFieldType } | { by: 'id'; type: IdType };
type Found = { state: 'looking' } | { state: 'found'; description: string } | { state: 'refused'; sentence: string };

const userLookups: Lookup[] = userFieldTypes.map((type) => ({ by: 'user', type }));
const idLookups: Lookup[] = idTypes.map((type) => ({ by: 'id', type }));

const calls = {
  user: (type: string, value: string) =>
    ['/rest/v1/system/lookupByUserField', { userFieldType: type, userField: value }] as const,
  id: (type: string, value: string) => ['/rest/v1/system/lookupById', { idType: type, id: value }] as const,
};

/** Eight forms of a single field; each opens a window with what was found. Asleep, they lead to the same on a page. */
function LookupForms({ t, typed }: LookupFormsProps) {
  const [found, setFound] = useState<Found | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const ask = async ({ by, type }: Lookup, value: string) => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    setFound({ state: 'looking' });
    const [path, query] = calls[by](type, value);
    try {
      const { description } = await request<LookupAnswer>(path, { query, signal: stop.signal });
      setFound({ state: 'found', description });
    } catch (error) {
      if (!stop.signal.aborted) setFound({ state: 'refused', sentence: sentenceOf(error) });
    }
  };
  const sentenceOf = (error: unknown) => {
    if (error instanceof RequestError && error.status === 404) return error.message;
    return error instanceof RequestError && error.status === 400
      ? t('layout.lookup.unreadable')
      : t('layout.lookup.failed');
  };
  const close = () => {
    running.current?.abort();
    setFound(null);
  };
  const valueOf = ({ by, type }: Lookup) =>
    (by === 'user' ? (typed.userFieldType === type ? typed.userField : '') : typed.idType === type ? typed.id : '') ??
    '';
  const formOf = (lookup: Lookup) => (
    <LookupForm
      key={lookup.type}
      t={t}
      lookup={lookup}
      value={valueOf(lookup)}
      onAsk={(value) => void ask(lookup, value)}
    />
  );

  return (
    <>
      <section className={s.section} aria-labelledby="lookup-users">
        <h2 id="lookup-users">{t('supportConsole.byUser')}</h2>
        <p>{t('supportConsole.byUserSentence')}</p>
        <div className={s.forms}>{userLookups.map(formOf)}</div>
      </section>
      <section className={s.section} aria-labelledby="lookup-ids">
        <h2 id="lookup-ids">{t('supportConsole.byId')}</h2>
        <p>{t('supportConsole.byIdSentence')}</p>
        <div className={s.forms}>{idLookups.map(formOf)}</div>
      </section>
      {found && (
        <Dialog open title={t('supportConsole.result')} closeLabel={t('layout.lookup.close')} onClose={close}>
          <div aria-live="polite">
            {found.state === 'looking' && <p>{t('layout.lookup.looking')}</p>}
            {found.state === 'refused' && <p role="alert">{found.sentence}</p>}
            {found.state === 'found' && (
              <LookupLines
                description={found.description}
                labelOf={(label) => t(`layout.lookup.lines.${label}`)}
                unknown={t('layout.lookup.unknown')}
              />
            )}
          </div>
        </Dialog>
      )}
    </>
  );
}

function LookupForm({
  t,
  lookup: { by, type },
  value,
  onAsk,
}: {
  t: Speak<typeof words>;
  lookup: Lookup;
  value: string;
  onAsk(value: string): void;
}) {
  const [typeName, fieldName] = by === 'user' ? ['userFieldType', 'userField'] : ['idType', 'id'];
  const label = by === 'user' ? t(`supportConsole.users.${type}`) : t(`supportConsole.ids.${type}`);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onAsk(String(new FormData(event.currentTarget).get(fieldName) ?? ''));
  };
  return (
    <form method="get" action="/support-console" className={s.form} noValidate autoComplete="off" onSubmit={send}>
      <input type="hidden" name={typeName} value={type} />
      <FormField
        kind="search"
        id={`lookup-${by}-${type}`}
        name={fieldName}
        label={label}
        defaultValue={value}
        maxLength={254}
        inputMode={by === 'id' || type === 'Id' ? 'numeric' : undefined}
      />
      <Button type="submit" icon="search">
        {t('layout.lookup.search')}
        <span className="visually-hidden"> {label}</span>
      </Button>
    </form>
  );
}

export const lookupForms = defineIsland('support-console/lookup-forms', LookupForms, words);
export default lookupForms;
