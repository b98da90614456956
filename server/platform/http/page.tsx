import type { Request, Response } from 'express';
import { Bare } from '../../../views/layout/bare';
import { csrfPlaceholder } from '../../../views/layout/form';
import { placeholder } from '../../../views/layout/placeholder';
import { ErrorPage } from '../../../views/layout/error-page';
import { renderContent, renderDocument, renderPage, type RenderedPage } from '../../../views/layout/render';
import { Shell, type NavMenu } from '../../../views/layout/shell';
import { localeNames, locales } from '../../../views/locales';
import type { Actor, Locale } from '../actor';
import type { MenuId, NavEntry } from '../feature';
import { localeCodes, translator } from '../i18n/messages';
import { may } from '../actor';
import type { Resources } from '../resources';
import { withParameters } from '../table/table-query';
import { stylesheetsFor, type Assets } from './assets';
import type { Csrf } from './csrf';
import type { Context, Reply, Route } from './define-route';
import type { ErrorAnswer } from './error-handler';
import { permits } from './guards';

const menuOrder: MenuId[] = ['reporting', 'prevention', 'configuration', 'ccmTools'];

/** Addresses that are printed or shown alone: without navigation and footer, as the specification lists them. */
const chromeless = /impact-update-report|leaderboard\/certificate|reports\/pdf-reports/;

type PageReply = Extract<Reply, { kind: 'page' }>;

/** Rendered, with the addresses of the stylesheets that it needs. */
type Dressed = RenderedPage & { styles: string[] };

/** A page reply whose element is rendered already. */
export type PageContent = Omit<PageReply, 'element'> & Dressed;

/** Where the content goes in its frame. */
const contentPlaceholder = placeholder('content');

interface PageRendererOptions {
  resources: Resources;
  assets: Assets;
  csrf: Csrf;
  nav: NavEntry[];
  routes: Route[];
}

interface View {
  actor: Actor | null;
  request: Request;
  response: Response;
  context: Context<'public'>;
}

/** Puts a page's own content into the document that every page shares. */
export function createPageRenderer({ resources, assets, csrf, nav, routes }: PageRendererOptions) {
  const pageAt = new Map(routes.filter((route) => route.kind === 'page' && route.method === 'get').map((route) => [route.path as string, route]));

  /** An entry is seen by whoever may open its page; an entry without a page can not be declared. */
  function maySee(entry: NavEntry, actor: Actor): boolean {
    const page = entry.access ? { access: entry.access } : pageAt.get(entry.href);
    if (!page) throw new Error(`The menu entry ${entry.href} leads to no page.`);
    return permits(page, actor) && (entry.needs === undefined || may(actor, entry.needs));
  }

  function menusOf(actor: Actor, path: string, locale: Locale): NavMenu[] {
    const t = translator(locale);
    const seen = nav.filter((entry) => maySee(entry, actor)).sort((a, b) => a.order - b.order);
    return menuOrder.map((id) => ({
      id,
      label: t(`nav.${id}` as 'nav.reporting'),
      secure: id === 'ccmTools',
      items: seen.filter((entry) => entry.menu === id).map((entry) => ({ href: entry.href, label: t(entry.label as 'nav.home'), current: entry.href === path })),
    }));
  }

  function documentOf(body: Dressed, page: { title: string; locale: Locale; signedIn: boolean }): string {
    const urls = Object.fromEntries(body.islands.flatMap((id) => (assets.islands[id] ? [[id, assets.islands[id]]] : [])));
    return renderDocument({
      lang: page.locale.replace('_', '-'),
      title: page.title === 'Tare' ? page.title : `${page.title} · Tare`,
      description: translator(page.locale)('login.lead'),
      styles: body.styles,
      scripts: assets.start ? [assets.start] : [],
      preloads: [
        ...assets.fonts.map((href) => ({ href, as: 'font' as const })),
        ...(assets.start ? (assets.imports[assets.start] ?? []).map((href) => ({ href, as: 'script' as const })) : []),
      ],
      islands: urls,
      keepAlive: page.signedIn,
      icon: '/favicon.svg',
      body: body.html,
    });
  }

  /** Somebody signed in has a language of their own. */
  function bareLanguages(request: Request, locale: Locale, actor: Actor | null) {
    if (actor) return [];
    return localeCodes.map((code) => ({ href: withParameters(request.originalUrl, { lang: code }), label: localeNames[code], lang: code.replace('_', '-'), current: code === locale }));
  }

  const dressed = (page: RenderedPage): Dressed => ({ ...page, styles: stylesheetsFor(assets, { html: page.html, scripts: page.islands.map((id) => assets.islands[id]) }) });

  /** A page's own part; it knows nothing of who looks at it, so it may be kept for others. */
  function content({ element, ...reply }: PageReply, locale: Locale): PageContent {
    return { ...reply, ...dressed(renderContent(element, locale)) };
  }

  function frame(reply: PageContent, { actor, request, response, context }: View): string {
    const { locale, now, t } = context;
    const strings = locales[locale].layout;
    const year = now.getUTCFullYear();
    // Forms anywhere on the page carry the token; the marker is put in place of it so that views stay plain.
    const token = csrf.token(request, response);
    const element = reply.layout === 'bare' || !actor
      ? <Bare title={reply.title} sentence={reply.sentence} languages={bareLanguages(request, locale, actor)} year={year} strings={strings} wide={reply.wide}>{contentPlaceholder}</Bare>
      : (
        <Shell
          menus={menusOf(actor, request.path, locale)}
          account={{
            name: actor.fullName,
            detail: actor.email,
            items: nav.filter((entry) => entry.menu === 'account' && maySee(entry, actor)).sort((a, b) => a.order - b.order)
              .map((entry) => ({ href: entry.href, label: t(entry.label as 'nav.home'), current: entry.href === request.path })),
            logoutAction: '/logout',
          }}
          organisation={actor.organisation.name}
          helpHref={resources.config.helpUrl}
          csrfToken={token}
          year={year}
          strings={strings}
          hideChrome={chromeless.test(request.originalUrl)}
        >
          {contentPlaceholder}
        </Shell>
      );
    const html = renderPage(element, locale).html.replace(contentPlaceholder, () => reply.html).replaceAll(csrfPlaceholder, token);
    return documentOf({ ...reply, html }, { title: reply.title, locale, signedIn: actor !== null });
  }

  function errorPage({ status, body }: ErrorAnswer, request: Request, locale: Locale): string {
    const strings = locales[locale].layout;
    const title = translator(locale)('errors.title');
    const again = request.method === 'GET' && status >= 500 ? request.originalUrl : undefined;
    const page = renderPage(<ErrorPage alone title={title} sentence={body.message} requestId={body.requestId} againHref={again} strings={strings} />, locale);
    return documentOf(dressed(page), { title, locale, signedIn: false });
  }

  return { content, frame, errorPage };
}



