import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Viewer } from '../actor';
import type { Analytics } from './analytics';
import type { PageContent } from './page';

/** In bytes of memory; a process has to stay small beside its pages. */
const keptBytes = 24 * 1024 * 1024;
const largestKept = 2 * 1024 * 1024;
/** A string with a single letter beyond Latin-1 takes two for each, and every page has a dash or an arrow. */
const bytesOfLetter = 2;

interface Viewed {
  viewer: Viewer;
  build: string;
  url: string;
  /** Which of a route's answers is asked for. */
  accept: string;
}

/**
 * What a `fresh` answer hangs on, and nothing else: two people with the same key are shown the same content, whoever they are.
 * A change of data, rights, language, unit, day (of a site, where the answer hangs on it) or build makes another key, so nothing has to be taken out.
 */
export function freshKey({ viewer: { permissions, ...viewer }, build, url, accept }: Viewed): string {
  return digest([build, url, accept, viewer, [...permissions].sort()]);
}

/**
 * The key as one person's ETag: after another signed in, the same browser must not reuse what carries the first one's name.
 * @param frame what else the frame of a kept page is drawn by
 */
export const freshTag = (
  key: string,
  sessionId: string,
  frame: { theme: string | null; analytics: Analytics | null },
) => `W/"${digest([key, sessionId, frame])}"`;

const digest = (seen: unknown[]) => createHash('sha256').update(JSON.stringify(seen)).digest('base64url').slice(0, 27);

export interface KeptPages {
  /** What is kept for the key, once whoever is making it just now has done so. @throws what they threw */
  get(key: string): Promise<PageContent | undefined>;
  set(key: string, content: PageContent): void;
  /** Does the work; whoever asks for the key meanwhile waits for it instead of doing the same. */
  make(key: string, work: () => Promise<void>): Promise<void>;
}

/** Rendered contents of pages, until others are asked for more. Another process has its own; all of them are right. */
export function createKeptPages(): KeptPages {
  const kept = new LRUCache<string, PageContent>({
    maxSize: keptBytes,
    maxEntrySize: largestKept,
    sizeCalculation: ({ html }) => Math.max(1, html.length * bytesOfLetter),
  });
  const making = new Map<string, Promise<void>>();
  return {
    async get(key) {
      await making.get(key);
      return kept.get(key);
    },
    set: (key, content) => {
      kept.set(key, content);
    },
    async make(key, work) {
      const done = work();
      if (making.has(key)) return done;
      making.set(key, done);
      return done.finally(() => making.delete(key));
    },
  };
}
