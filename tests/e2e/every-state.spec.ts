import { loginOf, states } from './states';
import {
  expectNamedPasswords,
  expectNoProblemsInColor,
  expectNoOverflow,
  expectNoStructuralProblems,
  fullRun,
  test,
  themeSettled,
} from './support';
import { wordsIn } from './words';

test.describe.configure({ mode: 'parallel' });
test.use({ refusals: [400, 401, 403, 404, 409, 410, 422] });

/** A quarter of the states, another one for each reason to look: they are made of the same parts. A full run sees all. */
const partOf = <Kind>(kinds: readonly Kind[], part: 0 | 1): Kind[] =>
  kinds.filter((_, at) => fullRun || at % 4 === part);

/** What stands beside the pages themselves: windows, open menus, refusals, questions, what somebody has just done. axe is a script, so it cannot look where there are none. */
const scripted = states.filter(({ scripts }) => scripts !== false);
for (const [at, { name, who, open }] of partOf(scripted, 0).entries()) {
  test(`/${name}: nothing overflows, axe finds nothing`, async ({ kept }) => {
    const page = await (await kept(loginOf(who))).newPage();
    await page.setViewportSize({ width: 1440, height: 900 });
    // In one theme each: what they are made of is seen in both by states that take turns, and by the pages.
    const turn = Math.floor(at / 4) % 2;
    await page.emulateMedia({ colorScheme: turn === 0 ? 'light' : 'dark', reducedMotion: 'reduce' });
    await open(page, wordsIn('en_US'));
    await themeSettled(page);
    await expectNamedPasswords(page);
    // Colors, most of the cost, are those of the pages: a quarter of the states looks at them, in both themes, and a full run at all.
    await (fullRun || at % 4 === 0 ? expectNoProblemsInColor(page) : expectNoStructuralProblems(page));
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page);
    await page.close();
  });
}

/** Whoever is not signed in yet reads the language of their browser, and German has the longest words. */
for (const { name, scripts, open } of partOf(
  states.filter(({ who }) => who === 'nobody'),
  1,
)) {
  test(`/${name} in German: nothing overflows on a phone`, async ({ browser, server }) => {
    const context = await browser.newContext({
      baseURL: server,
      locale: 'de-DE',
      viewport: { width: 390, height: 844 },
      javaScriptEnabled: scripts ?? true,
    });
    const page = await context.newPage();
    await open(page, wordsIn('de_DE'));
    await expectNoOverflow(page);
    await context.close();
  });
}
