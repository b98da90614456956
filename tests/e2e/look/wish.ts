import { readdirSync } from 'node:fs';

/** A locale is a folder. */
const localeCodes = readdirSync('views/locales', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

export interface Wish {
  /** Addresses as the declared pages name them, or of states; empty for all. */
  pages: string[];
  locales: string[];
  widths: number[];
  schemes: ('light' | 'dark')[];
  /** A folder. */
  out: string;
}

export function readWish(): Wish {
  const {
    pages = [],
    locales = localeCodes,
    widths = [1440, 390],
    schemes = ['light', 'dark'],
    out = 'look',
  } = JSON.parse(process.env.TARE_LOOK ?? '{}') as Partial<Wish>;
  return { pages, locales, widths, schemes, out };
}

/** Named itself, or what it is a state of. */
export const isWanted = (address: string, { pages }: Wish): boolean =>
  pages.length === 0 || pages.some((page) => address === page || address.startsWith(`${page}/`));

/** `imports/id/de_DE-390-dark.png` */
export const pictureOf = (address: string, locale: string, width: number, scheme: string) =>
  `${
    address
      .replace(/^\//, '')
      .replaceAll('?', '-')
      .replaceAll(/[^\w/-]/g, '') || 'root'
  }/${locale}-${width}-${scheme}.png`;
