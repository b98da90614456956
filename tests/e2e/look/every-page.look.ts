import { walkedPages } from '../pages';
import { test } from '../support';
import { visit } from '../visit';
import { pageToLookAt } from '../visitors';
import { openIn, takePictures } from './pictures';
import { isWanted, readWish } from './wish';

test.describe.configure({ mode: 'parallel' });
// A page that refuses something still has a picture.
test.use({ refusals: [400, 401, 403, 404, 409, 410, 422] });

const wish = readWish();

for (const locale of wish.locales) {
  for (const walked of walkedPages().filter(({ address }) => isWanted(address, wish))) {
    test(`${walked.address} ${locale}`, async ({ browser, server, signedIn, mayOpen }) => {
      const { login, address } = await pageToLookAt(walked, { signedIn, mayOpen });
      const page = await openIn(browser, { server, locale, login });
      await takePictures(page, { name: walked.address, locale, open: () => visit(page, address) }, wish);
      await page.context().close();
    });
  }
}
