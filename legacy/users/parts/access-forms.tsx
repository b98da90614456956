import { useEffect, useRef, useState } from 'react';
import { usePage, type LegacyPage } from '../../../client/legacy/page';
import { ComboBox } from '../../../client/ui/combo-box';
import type { ComboOption } from '../../../client/ui/combo-box.rules';
import type { OwnField } from '../../../client/ui/form-dialog';
import type { SiteLookup } from '../../../server/domain/places/sites.contract';
import type { UserDetail, UserList } from '../../../server/features/users/users.contract';
import { CheckList, type CheckOption } from './check-list';

const typingPauseMs = 200;
const mostFound = 20;

/** Sites with their locations below, each named by its kind and id; what somebody holds and was closed since comes last. */
function itemsOf({ t }: LegacyPage, sites: SiteLookup, { items }: UserDetail): CheckOption[] {
  const open = openItems(sites);
  const held = [
    ...(items?.sites ?? []).map(({ siteId, siteName }) => ({ value: `s${siteId}`, label: siteName })),
    ...(items?.locations ?? []).map(({ locationId, locationName, siteName }) => ({
      value: `l${locationId}`,
      label: t('users.locationOf', { location: locationName, site: siteName }),
    })),
  ];
  const known = new Set(open.map(({ value }) => value));
  return [...open, ...held.filter(({ value }) => !known.has(value))];
}

const openItems = (sites: SiteLookup): CheckOption[] =>
  sites.flatMap(({ siteId, siteName, locations }): CheckOption[] => [
    { value: `s${siteId}`, label: siteName },
    ...locations.map(({ locationId, locationName }): CheckOption => ({
      value: `l${locationId}`,
      label: locationName,
      inner: true,
    })),
  ]);

const idsOf = (typed: string | undefined, kind: 's' | 'l') =>
  (typed ?? '')
    .split(',')
    .filter((one) => one.startsWith(kind))
    .map((one) => Number(one.slice(1)));

const heldOf = ({ items }: UserDetail) =>
  items
    ? [...items.sites.map(({ siteId }) => `s${siteId}`), ...items.locations.map(({ locationId }) => `l${locationId}`)]
    : [];

function itemsField(page: LegacyPage, sites: SiteLookup, detail: UserDetail): OwnField {
  const { t } = page;
  const options = itemsOf(page, sites, detail);
  return {
    kind: 'own',
    name: 'items',
    label: t('users.items'),
    defaultValue: heldOf(detail).join(','),
    required: true,
    render: ({ value, error, onChange }) => (
      <CheckList
        tall
        legend={t('users.items')}
        name="items"
        hint={t('users.itemsHint')}
        options={options}
        value={value}
        error={error}
        onChange={onChange}
      />
    ),
  };
}

/** @param onSaved called after each change, so that the person is loaded again */
export function useAccessForms(onSaved: () => void) {
  const page = usePage();
  const { t, call, ask, say } = page;
  const save = async ({ user, revision }: UserDetail, items: { siteIds: number[]; locationIds: number[] } | null) => {
    await call(`/users/${user.userId}/access`, { method: 'PUT', body: { items, revision } });
    say(t('users.saved'));
    onSaved();
  };
  return {
    async openNarrow(detail: UserDetail) {
      const sites = await call<SiteLookup>('/sites', { query: { status: 'A' } });
      const { fullName: name } = detail.user;
      ask({
        title: t('users.narrowTitle', { name }),
        sentence: t('users.narrowSentence'),
        submit: t('users.narrowDo'),
        fields: [itemsField(page, sites, detail)],
        onSubmit: ({ items }) => save(detail, { siteIds: idsOf(items, 's'), locationIds: idsOf(items, 'l') }),
      });
    },

    openWiden(detail: UserDetail) {
      const { fullName: name } = detail.user;
      ask({
        size: 'small',
        fields: [],
        title: t('users.widenTitle', { name }),
        sentence: t('users.widenSentence'),
        submit: t('users.widen'),
        onSubmit: () => save(detail, null),
      });
    },

    openCopy({ user, revision }: UserDetail) {
      ask({
        title: t('users.copyTitle', { name: user.fullName }),
        sentence: t('users.copySentence'),
        submit: t('users.copy'),
        fields: [personField(page, user.userId)],
        async onSubmit({ fromUserId }) {
          await call(`/users/${user.userId}/access/copy`, {
            method: 'POST',
            body: { fromUserId: Number(fromUserId), revision },
          });
          say(t('users.saved'));
          onSaved();
        },
      });
    },
  };
}

function personField({ t }: LegacyPage, exceptUserId: number): OwnField {
  return {
    kind: 'own',
    name: 'fromUserId',
    label: t('users.copyFrom'),
    required: true,
    render: ({ value, error, onChange }) => (
      <PersonChoice value={value} error={error} exceptUserId={exceptUserId} onChange={onChange} />
    ),
  };
}

interface PersonChoiceProps {
  value: string;
  error: string | undefined;
  exceptUserId: number;
  onChange(value: string): void;
}

/** One of the organisation's people; what is typed is searched for on the server. */
function PersonChoice({ value, error, exceptUserId, onChange }: PersonChoiceProps) {
  const { t, call } = usePage();
  const [found, setFound] = useState<ComboOption[]>([]);
  const [chosen, setChosen] = useState<ComboOption | null>(null);
  const [text, setText] = useState('');
  const first = useRef(true);
  useEffect(() => {
    const asking = new AbortController();
    const ask = () =>
      void call<UserList>('/users', {
        query: { ...(text === '' ? {} : { text }), limit: mostFound },
        signal: asking.signal,
      }).then(
        ({ users }) =>
          setFound(
            users
              .filter(({ userId }) => userId !== exceptUserId)
              .map(({ userId, fullName, email }) => ({ value: String(userId), label: fullName, hint: email })),
          ),
        () => undefined,
      );
    const timer = window.setTimeout(ask, first.current ? 0 : typingPauseMs);
    first.current = false;
    return () => {
      window.clearTimeout(timer);
      asking.abort();
    };
  }, [text, call, exceptUserId]);
  const choose = (next: string | null) => {
    setChosen(found.find((one) => one.value === next) ?? null);
    onChange(next ?? '');
  };
  return (
    <ComboBox
      label={t('users.copyFrom')}
      name="fromUserId"
      required
      value={value || null}
      onChange={choose}
      onQuery={(query) => setText(query.trim().slice(0, 100))}
      options={chosen && !found.some((one) => one.value === chosen.value) ? [...found, chosen] : found}
      placeholder={t('legacy.ui.choose')}
      emptyText={t('legacy.ui.nothingFits')}
      openLabel={t('legacy.ui.showChoices')}
      hint={t('legacy.ui.typeToFind')}
      {...(error === undefined ? {} : { error })}
    />
  );
}
