import { createContext, useCallback, useContext, useMemo, useState, type ComponentType, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { Translate } from '../../server/platform/i18n/messages';
import { addressOf, type RequestOptions } from '../runtime/request';
import { FormDialog, type DialogForm } from '../ui/form-dialog';
import { FormField } from '../ui/form-field';
import type { Format } from '../ui/format';
import { useLoading, type Loading } from '../ui/loaded';
import { ToastRegion, useToasts } from '../ui/toast';
import { useAddress, writeAddress } from './address';
import p from './page.module.css';
import { base, request, sentenceOf, type Opened } from './session';

/** What every part of a legacy page works with. */
export interface LegacyPage {
  t: Translate;
  format: Format;
  user: Opened['user'];
  /** The organisation of the page: the chosen one, or else the person's own. */
  organisationId: number;
  /** A call below `/rest/v1` for the chosen organisation. */
  call<T>(path: string, options?: RequestOptions): Promise<T>;
  /** The address of a download below `/rest/v1`, for the chosen organisation. */
  href(path: string, query: RequestOptions['query']): string;
  say(sentence: string): void;
  /** Opens a form in a window. */
  ask(form: DialogForm): void;
  /** What went wrong, in the server's words where it has any. */
  sentenceOf(error: unknown): string;
}

const Context = createContext<LegacyPage | null>(null);

export function usePage(): LegacyPage {
  const page = useContext(Context);
  if (!page) throw new Error('A part of a legacy page was rendered outside of one.');
  return page;
}

/** Asks below `/rest/v1` for what a view shows. */
export function useAnswer<T>(path: string): Loading<T> {
  const { call } = usePage();
  return useLoading(useCallback((signal: AbortSignal) => call<T>(path, { signal }), [call, path]));
}

/** Above the page, in its own layer. */
export function Above({ children }: { children: ReactNode }) {
  return createPortal(children, document.body);
}

/** The page of the organisation that the address names; choosing another reloads it. */
export function Page({ opened, view: View }: { opened: Opened; view: ComponentType }) {
  const { t, format, user, participants } = opened;
  const { toasts, say, dismiss } = useToasts();
  const [forms, setForms] = useState<(DialogForm & { id: number })[]>([]);
  const asked = Number(useAddress().get('organisationId'));
  const chosen = participants.find((one) => one.participantId === asked)?.participantId;
  const close = useCallback((id: number) => setForms((open) => open.filter((form) => form.id !== id)), []);

  const page = useMemo(
    (): LegacyPage => ({
      t,
      format,
      user,
      organisationId: chosen ?? user.organizationId,
      call: (path, options = {}) => request(`${base}${path}`, withOrganisation(options, chosen)),
      href: (path, query) => addressOf(`${base}${path}`, { ...query, organisationId: chosen }),
      say: (sentence) => say(sentence, 'success'),
      ask: (form) => setForms((open) => [...open, { ...form, id: (open.at(-1)?.id ?? 0) + 1 }]),
      sentenceOf: (error) => sentenceOf(error, t),
    }),
    [t, format, user, chosen, say],
  );
  const words = { close: t('legacy.ui.close'), cancel: t('legacy.ui.cancel'), required: t('errors.required') };

  return (
    <Context value={page}>
      {participants.length > 1 && <OrganisationChoice participants={participants} />}
      <View key={page.organisationId} />
      <Above>
        {forms.map((form) => (
          <FormDialog
            key={form.id}
            {...form}
            strings={words}
            sentenceOf={page.sentenceOf}
            onClose={() => close(form.id)}
          />
        ))}
        <ToastRegion toasts={toasts} onDismiss={dismiss} closeLabel={words.close} />
      </Above>
    </Context>
  );
}

/** Reading calls name the organisation in the query, changing ones in the body. */
function withOrganisation(options: RequestOptions, organisationId: number | undefined): RequestOptions {
  if (organisationId === undefined) return options;
  if (options.method === undefined || options.method === 'GET')
    return { ...options, query: { ...options.query, organisationId } };
  return { ...options, body: { ...(options.body as object | undefined), organisationId } };
}

function OrganisationChoice({ participants }: Pick<Opened, 'participants'>) {
  const { t, organisationId } = usePage();
  const address = useAddress();
  const choose = (id: string) => {
    // Sites, items and the like of one organisation mean nothing in another.
    const others = Object.fromEntries([...address.keys()].map((name) => [name, null]));
    writeAddress({ ...others, organisationId: id });
  };
  return (
    <div className={p.organisation}>
      <FormField
        kind="select"
        name="organisationId"
        label={t('legacy.ui.organization')}
        value={String(organisationId)}
        options={participants.map((one) => ({ value: String(one.participantId), label: one.participantName }))}
        onChange={(event) => choose(event.target.value)}
      />
    </div>
  );
}
