import { themeColours } from '../../../views/layout/document';
import { TrackerPage } from '../../../views/tracker/tracker-page';
import { defineCall, definePage, reply, type Route } from '../../platform/http/define-route';
import { iconOf, iconSizes } from './tracker-icon';
import { trackerSetup } from './tracker.contract';
import { readSetup } from './tracker.service';

const path = '/tracker';
const manifestPath = `${path}/app.webmanifest` as const;
const iconPath = (size: (typeof iconSizes)[number]) => `${path}/icon-${size}.png` as const;

const manifest = {
  id: path,
  name: 'Tare',
  short_name: 'Tare',
  start_url: path,
  scope: path,
  display: 'standalone',
  background_color: themeColours.light,
  theme_color: themeColours.light,
  icons: iconSizes.map((size) => ({
    src: iconPath(size),
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose: 'any maskable',
  })),
};

/** The page holds nothing of anybody: who weighs where is known by the device's key, which the browser keeps. */
export const trackerRoutes: Route[] = [
  definePage({
    method: 'get',
    path,
    access: 'public',
    early: true,
    handle: (_input, { t, resources: { build } }) =>
      reply.page(<TrackerPage t={t} build={build} />, {
        title: t('tracker.title'),
        layout: 'alone',
        app: { id: 'tracker/tracker', manifest: manifestPath },
      }),
  }),

  definePage({
    method: 'get',
    path: manifestPath,
    access: 'public',
    early: true,
    walk: [],
    handle: () => reply.text(JSON.stringify(manifest), 'application/manifest+json'),
  }),

  ...iconSizes.map((size) =>
    definePage({
      method: 'get',
      path: iconPath(size),
      access: 'public',
      early: true,
      walk: [],
      handle: () => reply.image('image/png', iconOf(size)),
    }),
  ),

  defineCall({
    method: 'get',
    path: '/devices/profile',
    access: 'device',
    answer: trackerSetup,
    summary: 'Get what a device shows: its buttons with prices and tares, and the operators of its location.',
    handle: async (_input, { db, device, now }) => reply.json(await readSetup(db, { device, now })),
  }),
];
