import type { Page } from '@playwright/test';
import { islandsAwake } from './support';

/** Until its islands listen and its frame has loaded. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await islandsAwake(page);
  await framesSettled(page);
}

/** Until what a frame shows is there. */
export async function framesSettled(page: Page): Promise<void> {
  for (const frame of await page.locator('iframe[data-legacy-frame]').all())
    await frame.contentFrame().locator('main:not([aria-busy="true"]):not(:has([aria-busy="true"]))').waitFor();
}
