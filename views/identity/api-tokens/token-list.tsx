import { Badge } from '../../../client/ui/badge';
import { Button } from '../../../client/ui/button';
import { createFormat, type FormatSettings } from '../../../client/ui/format';
import { Pagination } from '../../../client/ui/pagination';
import type { Translate } from '../../../server/platform/i18n/messages';
import { PostForm } from '../../layout/form';
import { ItemList, type Item } from '../account/item-list';
import s from './api-tokens.module.css';

export interface TokenView {
  id: string;
  name: string;
  kind: 'API' | 'ACCESS';
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string | null;
  expired: boolean;
  /** Names; null: it has none of its own. */
  roles: string[] | null;
}

export interface TokenPageView {
  tokens: TokenView[];
  from: number;
  to: number;
  total: number;
  previousHref: string | undefined;
  nextHref: string | undefined;
}

interface TokenListProps {
  t: Translate;
  settings: FormatSettings;
  page: TokenPageView;
  /** The page's address: a token is removed below it. */
  base: string;
  removable: boolean;
}

/** A page of tokens, the newest first. */
export function TokenList({ t, settings, page: { tokens, ...pager }, base, removable }: TokenListProps) {
  const format = createFormat(settings);
  const expiryOf = ({ expiresAt, expired }: TokenView) => {
    if (expiresAt === null) return t('apiTokens.forEver');
    return t(expired ? 'apiTokens.expiredAt' : 'apiTokens.expires', { time: format.dateTime(expiresAt) });
  };
  const item = (token: TokenView): Item => {
    const { id, name, kind, createdAt, lastUsedAt, expired, roles } = token;
    return {
      key: id,
      title: name,
      badge: expired && <Badge tone="attention">{t('apiTokens.expired')}</Badge>,
      details: [
        t(kind === 'API' ? 'apiTokens.kindApiShort' : 'apiTokens.kindAccessShort'),
        ...(kind === 'API'
          ? [
              <code key="id" className={s.id}>
                {id}
              </code>,
            ]
          : []),
        t('apiTokens.created', { time: format.dateTime(createdAt) }),
        lastUsedAt === null ? t('apiTokens.neverUsed') : t('apiTokens.lastUsed', { time: format.dateTime(lastUsedAt) }),
        expiryOf(token),
        ...(roles === null
          ? []
          : [roles.length === 0 ? t('apiTokens.withoutRoles') : t('apiTokens.withRoles', { roles: roles.join(', ') })]),
      ],
      actions: removable && (
        <PostForm
          action={`${base}/${id}/remove`}
          data-confirm={t('apiTokens.confirm', { name })}
          data-confirm-yes={t('apiTokens.delete')}
        >
          <Button type="submit" size="small">
            {t('apiTokens.delete')}
            <span className="visually-hidden">
              {' '}
              {name}, {format.dateTime(createdAt)}
            </span>
          </Button>
        </PostForm>
      ),
    };
  };
  return (
    <>
      <ItemList items={tokens.map(item)} empty={t('apiTokens.none')} />
      {(pager.previousHref !== undefined || pager.nextHref !== undefined) && (
        <Pagination
          {...pager}
          from={format.number(pager.from)}
          to={format.number(pager.to)}
          total={format.number(pager.total)}
        />
      )}
    </>
  );
}
