/** What the provider's script offers (reCAPTCHA v3, and those that answer to the same calls). */
interface Provider {
  ready(go: () => void): void;
  execute(siteKey: string, about: { action: string }): Promise<string>;
}

const provider = () => (window as { grecaptcha?: Provider }).grecaptcha;
const fieldOf = (root: ParentNode) => root.querySelector<HTMLInputElement>('input[data-captcha]');

/** Loaded once a page, whoever asks first. */
function load(page: Document, { captcha = '', captchaScript = '' }: DOMStringMap): Promise<void> {
  const address = new URL(captchaScript);
  address.searchParams.set('render', captcha);
  const known = page.querySelector<HTMLScriptElement>('script[data-captcha-loader]');
  const script = known ?? Object.assign(page.createElement('script'), { async: true, src: address.href });
  script.dataset.captchaLoader = '';
  return new Promise((done, refuse) => {
    if (provider()) return done();
    script.addEventListener('load', () => done());
    script.addEventListener('error', () => refuse(new Error('the captcha script did not load')));
    if (!known) page.head.append(script);
  });
}

/** A token for what is about to be sent; it is good once, and for two minutes. */
async function tokenOf({ dataset, ownerDocument }: HTMLInputElement): Promise<string> {
  await load(ownerDocument, dataset);
  const there = provider();
  if (!there) throw new Error('the captcha script is not what it should be');
  await new Promise<void>((go) => {
    there.ready(go);
  });
  return there.execute(dataset.captcha ?? '', { action: dataset.captchaAction ?? '' });
}

/** For a call that takes the place of a form of this page; undefined where nobody is asked. @throws where the provider gives none */
export async function captchaToken(page: Document): Promise<string | undefined> {
  const field = fieldOf(page);
  return field ? tokenOf(field) : undefined;
}

/** Forms with the provider's field are sent once it is filled in. */
export function captcha(page: Document): void {
  for (const field of page.querySelectorAll<HTMLInputElement>('input[data-captcha]')) {
    const { form } = field;
    if (!form) continue;
    const blocked = () => {
      form.querySelector('[data-captcha-blocked]')?.removeAttribute('hidden');
    };
    load(page, field.dataset).catch(blocked);
    let asking = false;
    form.addEventListener('submit', (event) => {
      if (field.value !== '') return;
      event.preventDefault();
      if (asking) return;
      asking = true;
      const button = event.submitter;
      button?.setAttribute('aria-busy', 'true');
      tokenOf(field)
        .then((token) => {
          field.value = token;
          // A form is not sent again while it is still being told that it is sent.
          setTimeout(() => form.requestSubmit(button));
        }, blocked)
        .finally(() => {
          asking = false;
          button?.removeAttribute('aria-busy');
        });
    });
    // The token of a form that was sent is used up.
    window.addEventListener('pageshow', (event) => {
      if (event.persisted) field.value = '';
    });
  }
}
