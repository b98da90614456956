import { loginOf, states } from '../states';
import { test } from '../support';
import { wordsIn } from '../words';
import { openIn, takePictures } from './pictures';
import { isWanted, readWish } from './wish';

test.describe.configure({ mode: 'parallel' });
test.use({ refusals: [400, 401, 403, 404, 409, 410, 422] });

const wish = readWish();

for (const locale of wish.locales) {
  for (const { name, who, scripts, open } of states.filter(({ name }) => isWanted(`/${name}`, wish))) {
    test(`/${name} ${locale}`, async ({ browser, server }) => {
      const page = await openIn(browser, { server, locale, login: loginOf(who), scripts });
      await takePictures(page, { name: `/${name}`, locale, open: () => open(page, wordsIn(locale)) }, wish);
      await page.context().close();
    });
  }
}
