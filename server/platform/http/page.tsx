import type { Request, Response } from 'express';
import { Fragment } from 'react';
import { Alone } from '../../../views/layout/alone';
import { Bare } from '../../../views/layout/bare';
import { ClientViewBand, type ClientViewBandProps } from '../../../views/layout/client-view-band';
import { ErrorPage } from '../../../views/layout/error-page';
import { csrfPlaceholder } from '../../../views/layout/form';
import type { MenuMark } from '../../../views/layout/navigation';
import { placeholder } from '../../../views/layout/placeholder';
import { renderContent, renderDocument, renderPage, type RenderedPage } from '../../../views/layout/render';
import { Shell } from '../../../views/layout/shell';
import { localeNames, locales } from '../../../views/locales';
import type { Actor, Locale } from '../actor';
import { minutesLeft } from '../client-view';
import type { EveryPagePart, MenuId } from '../feature';
import { localeCodes, translator } from '../i18n/messages';
import type { Resources } from '../resources';
import { withParameters } from '../table/table-query';
import type { Analytics } from './analytics';
import { stylesheetsFor, type Assets } from './assets';
import type { Csrf } from './csrf';
import type { Context, Reply } from './define-route';
import type { ErrorAnswer } from './error-handler';
import { menuOrder, type Navigation } from './navigation';
import { preferencesShown } from './preferences-shown';
import type { Theme } from './theme-cookie';

/** Addresses that are printed or shown alone: without navigation and footer. */
const chromeless = /impact-update-report|leaderboard\/certificate|reports\/pdf-reports/;

type PageReply = Extract<Reply, { kind: 'page' }>;

/** Rendered, with the addresses of the stylesheets that it needs. */
type Dressed = RenderedPage & { styles: string[] };

/** A page reply whose element is rendered already. */
export type PageContent = Omit<PageReply, 'element'> & Dressed;

/** Whether a page for somebody signed in has the menus around it. */
export const isShelled = ({ layout }: Pick<PageReply, 'layout'>) => layout === undefined || layout === 'shell';

/** Each once, in their order. */
const both = (one: string[], other: string[]) => [...new Set([...one, ...other])];

/** Where the content goes in its frame. */
const contentPlaceholder = placeholder('content');

interface PageRendererOptions {
  resources: Resources;
  assets: Assets;
  csrf: Csrf;
  navigation: Navigation;
  onEveryPage: EveryPagePart[];
  themeOf(request: Request): Theme | null;
}

interface View {
  actor: Actor | null;
  /** What somebody restricted sees of the organisation's locations. */
  counted: { seen: number; all: number } | null;
  /** What each menu tells beside its name. */
  marks: Partial<Record<MenuId, MenuMark>>;
  analytics: Analytics | null;
  request: Request;
  response: Response;
  context: Context<'public'>;
}

/** Puts a page's own content into the document that every page shares. */
export function createPageRenderer({ resources, assets, csrf, navigation, onEveryPage, themeOf }: PageRendererOptions) {
  const constants = new Map<string, Dressed>();

  function documentOf(
    body: Dressed,
    page: Pick<PageReply, 'title' | 'app'> & {
      locale: Locale;
      actor: Actor | null;
      theme: Theme | null;
      analytics?: Analytics | null;
    },
  ): string {
    const script = page.app ? assets.apps[page.app.id] : assets.start;
    const urls = Object.fromEntries(
      body.islands.flatMap((id) => (assets.islands[id] ? [[id, assets.islands[id]]] : [])),
    );
    return renderDocument({
      lang: page.locale.replace('_', '-'),
      title: page.title === 'Tare' ? page.title : `${page.title} · Tare`,
      description: translator(page.locale)('login.lead'),
      theme: page.theme ?? undefined,
      styles: body.styles,
      scripts: script ? [script] : [],
      preloads: [
        ...assets.fonts.map((href) => ({ href, as: 'font' as const })),
        ...(script ? (assets.imports[script] ?? []).map((href) => ({ href, as: 'script' as const })) : []),
      ],
      islands: urls,
      keepAlive: page.actor !== null && !page.app,
      manifest: page.app?.manifest,
      clientView: page.actor ? (page.actor.clientView?.id ?? 'none') : undefined,
      analytics: page.analytics,
      icon: '/favicon.svg',
      body: body.html,
    });
  }

  /** Somebody signed in has a language of their own. */
  function bareLanguages(request: Request, locale: Locale, actor: Actor | null) {
    if (actor) return [];
    return localeCodes.map((code) => ({
      href: withParameters(request.originalUrl, { lang: code }),
      label: localeNames[code],
      lang: code.replace('_', '-'),
      current: code === locale,
    }));
  }

  const dressed = (page: RenderedPage, app?: PageReply['app']): Dressed => ({
    ...page,
    styles: stylesheetsFor(assets, {
      html: page.html,
      scripts: [...page.islands.map((id) => assets.islands[id]), app && assets.apps[app.id]],
    }),
  });

  /** A page's own part; it knows nothing of who looks at it, so it may be kept for others. */
  function content({ element, constant, ...reply }: PageReply, locale: Locale): PageContent {
    const render = () => dressed(renderContent(element, reply.locale ?? locale), reply.app);
    if (constant === undefined) return { ...reply, ...render() };
    const key = `${constant} ${locale}`;
    const body = constants.get(key) ?? render();
    constants.set(key, body);
    return { ...reply, ...body };
  }

  function frame(reply: PageContent, { actor, counted, marks, analytics, request, response, context }: View): string {
    const { now, t, door } = context;
    const locale = reply.locale ?? context.locale;
    const strings = locales[locale].layout;
    const year = now.getUTCFullYear();
    const theme = themeOf(request);
    const shelled = isShelled(reply) && actor !== null;
    const { turnedAway } = door;
    const entries = (menu: MenuId) => navigation.entriesOf(menu, { actor, path: request.path, t });
    if (shelled && turnedAway) door.turnAway(null);
    // Forms anywhere on the page carry the token; the marker is put in place of it so that views stay plain.
    const token = csrf.token(request, response);
    const band = actor?.clientView ? clientViewBand(actor, now) : undefined;
    const element =
      reply.layout === 'alone' ? (
        <Alone strings={strings}>
          {band && <ClientViewBand {...band} csrfToken={token} />}
          {contentPlaceholder}
        </Alone>
      ) : !shelled ? (
        <>
          {band && <ClientViewBand {...band} csrfToken={token} />}
          <Bare
            title={reply.title}
            sentence={reply.sentence}
            languages={bareLanguages(request, locale, actor)}
            year={year}
            strings={strings}
            wide={reply.wide}
          >
            {contentPlaceholder}
          </Bare>
        </>
      ) : (
        <Shell
          menus={menuOrder.map((id) => ({
            id,
            label: t(`nav.${id}`),
            secure: id === 'ccmTools',
            items: entries(id),
            mark: marks[id],
          }))}
          buttons={entries('button')}
          account={{
            name: actor.fullName,
            // Whatever the container reads of the page, no address of the reader is in its frame.
            detail: analytics ? undefined : actor.email,
            items: entries('account'),
            preferences: actor.clientView ? undefined : preferencesShown(actor, { theme, back: request.originalUrl }),
            logoutAction: '/logout',
          }}
          organisation={actor.organisation.name}
          helpHref={resources.config.helpUrl}
          csrfToken={token}
          year={year}
          strings={strings}
          hideChrome={chromeless.test(request.originalUrl)}
          secure={reply.secure}
          clientView={band}
          windows={onEveryPage
            .filter(({ href }) => navigation.maySeePage(href, actor))
            .map(({ href, element: one }) => (
              <Fragment key={href}>{one}</Fragment>
            ))}
          restriction={counted && t('layout.restriction', { seen: counted.seen, count: counted.all })}
          notice={turnedAway && strings.turnedAway[turnedAway]}
        >
          {contentPlaceholder}
        </Shell>
      );
    const framed = dressed(renderPage(element, locale, 'shell-'));
    const html = framed.html.replace(contentPlaceholder, () => reply.html).replaceAll(csrfPlaceholder, token);
    return documentOf(
      { html, islands: both(reply.islands, framed.islands), styles: both(reply.styles, framed.styles) },
      { title: reply.title, app: reply.app, locale, actor, theme, analytics },
    );
  }

  function errorPage({ status, body }: ErrorAnswer, request: Request, locale: Locale): string {
    const strings = locales[locale].layout;
    const title = translator(locale)('errors.title');
    const again = request.method === 'GET' && status >= 500 ? request.originalUrl : undefined;
    const page = renderPage(
      <ErrorPage
        alone
        title={title}
        sentence={body.message}
        requestId={body.requestId}
        againHref={again}
        strings={strings}
      />,
      locale,
    );
    return documentOf(dressed(page), { title, locale, actor: null, theme: themeOf(request) });
  }

  return { content, frame, errorPage };
}

/** What the band says of a client view, in the language of who looks. */
function clientViewBand(
  { clientView, fullName, organisation }: Pick<Actor, 'clientView' | 'fullName' | 'organisation'>,
  now: Date,
): ClientViewBandProps | undefined {
  if (!clientView) return undefined;
  const { by, endsAt } = clientView;
  const t = translator(by.locale);
  return {
    lang: by.locale.replace('_', '-'),
    title: t('layout.clientView.title'),
    text: t('layout.clientView.text', { person: by.fullName, viewed: fullName, organization: organisation.name }),
    left: t('layout.clientView.left', { minutes: minutesLeft(clientView, now) }),
    leftLater: locales[by.locale].layout.clientView.left,
    endsAt: endsAt.toISOString(),
    secondsLeft: Math.max(0, Math.ceil((endsAt.getTime() - now.getTime()) / 1000)),
    exitLabel: t('layout.clientView.exit'),
    exitAction: '/client-view/exit',
  };
}
