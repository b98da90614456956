import { AbstractStrategy, MultiSamlStrategy, type SamlConfig } from '@node-saml/passport-saml';
import type { Request } from 'express';
import type { Visitor } from '../../../platform/visitor';
import type { Admission } from '../../policies/entry/arrival';
import { take, type Steps } from '../passport/way-in';
import { samlOptions, type SamlAsking } from './saml-request';
import { readSamlResponse, SamlRefused, type ExpectedAnswer } from './saml-response';
import type { SamlSubject } from './saml-response.rules';
import { enterBySamlAnswer, takeSamlAnswer, type BroughtResponse } from './saml-sign-in.service';
import { SigningSaml } from './signing-saml';
import {
  beginAt,
  enterBySso,
  type BegunSso,
  type Beginning,
  type Redeeming,
  type SsoDependencies,
} from './sso-sign-in.service';

/** What is said with one provider, and how its answer is read. */
interface Talk {
  options: SamlConfig;
  read(samlResponse: string): Promise<SamlSubject>;
}

/** By the library's types, which are those of Express 4. */
type LibraryRequest = Parameters<MultiSamlStrategy['authenticate']>[0];

interface TalkingRequest extends LibraryRequest {
  talk: Talk;
}

const talkOf = (request: LibraryRequest) => (request as TalkingRequest).talk;

/** The library's account of one provider, which reads answers as strictly as this wing does, and takes none of another kind. */
class ProviderSaml extends SigningSaml {
  constructor(
    options: SamlConfig,
    private readonly read: Talk['read'],
  ) {
    super(options);
  }

  override async validatePostResponseAsync({ SAMLResponse = '' }: Record<string, string>) {
    const vouched = await this.read(SAMLResponse);
    const { issuer, subject: nameID, subjectFormat: nameIDFormat } = vouched;
    return { profile: { issuer, nameID, nameIDFormat, vouched }, loggedOut: false };
  }

  override validateRedirectAsync(): Promise<never> {
    return Promise.reject(new SamlRefused('notAResponse'));
  }

  override validatePostRequestAsync(): Promise<never> {
    return Promise.reject(new SamlRefused('notAResponse'));
  }
}

const readsNothing = () => Promise.reject(new SamlRefused('notAResponse'));

interface SamlSteps extends Steps {
  /** Begins at a provider. @throws as `beginAt` */
  begin(visitor: Visitor, given: Beginning, request: Request): Promise<BegunSso>;
  /** Takes an answer where it arrives, without a cookie. @returns and @throws as `takeSamlAnswer` */
  take(visitor: Visitor, given: BroughtResponse, request: Request): Promise<boolean>;
  /** Lets in by an answer that was taken. @throws as `enterBySso` */
  redeem(visitor: Visitor, given: Redeeming): Promise<Admission>;
  /** Both at once, for front ends. @throws as `enterBySamlAnswer` */
  enter(
    visitor: Visitor,
    given: BroughtResponse & Pick<Redeeming, 'browserSecret'>,
    request: Request,
  ): Promise<Admission>;
}

/**
 * Sign-in by the SAML providers of organizations: the library's strategy for many of them, each with the options that its tenant set. It asks; what is answered is read by our own
 * reader, which demands more than the library (`readSamlResponse`). The request that is answered, its one use and the browser that made it lie in our
 * tables and not in the library's cache: the library's check of `InResponseTo` is off, and ours takes its place.
 */
export class SamlStrategy extends MultiSamlStrategy {
  readonly steps: SamlSteps;

  constructor(needs: SsoDependencies) {
    super(
      { passReqToCallback: true, getSamlOptions: (request, done) => done(null, talkOf(request).options) },
      (_request, profile, done) => done(null, profile ?? undefined),
      (_request, _profile, done) => done(new Error('Single logout has routes of its own.')),
    );
    const asking = (request: Request) => ({
      ...needs,
      askSaml: (asked: SamlAsking) =>
        this.talk<string>(
          request,
          { options: samlOptions(asked, 'redirect'), read: readsNothing },
          { RelayState: asked.relayState },
        ),
    });
    const reading = (request: Request) => ({
      ...needs,
      readSaml: async (samlResponse: string, { asked, ...by }: ExpectedAnswer & { asked: SamlAsking }) => {
        // The library has no account of a provider without a certificate, whose answers nothing can prove.
        if (asked.config.publicCertificate === '') return readSamlResponse(samlResponse, by);
        const options = samlOptions(asked, 'post');
        const read = (answer: string) => readSamlResponse(answer, by);
        const { vouched } = await this.talk<{ vouched: SamlSubject }>(
          request,
          { options, read },
          { SAMLResponse: samlResponse },
        );
        return vouched;
      },
    });
    this.steps = {
      begin: (visitor, given, request) => beginAt(visitor, given, asking(request)),
      take: (visitor, given, request) => takeSamlAnswer(visitor, given, reading(request)),
      redeem: (visitor, given) => enterBySso(visitor, given, needs),
      enter: (visitor, given, request) => enterBySamlAnswer(visitor, given, reading(request)),
    };
  }

  override authenticate(request: object): void {
    take(this.steps, request, this);
  }

  /** Lets the library's strategy say one thing, or read one, with the options of the provider. It sees the fields that were parsed, and no others that a request may bring. */
  private talk<Came>(request: Request, talk: Talk, body: Record<string, string>): Promise<Came> {
    const seen = Object.create(request, {
      query: { value: {} },
      body: { value: body },
      talk: { value: talk },
    }) as TalkingRequest;
    return new Promise<Came>((resolve, reject) => {
      this._options.getSamlOptions(seen, (error, options) => {
        if (error) return reject(error);
        const strategy = Object.assign(Object.create(this) as this, {
          _saml: new ProviderSaml({ ...this._options, ...options }, talk.read),
          // The way to the provider leads over a page of ours: the route is given the address.
          redirect: resolve,
          success: resolve,
          error: reject,
          fail: reject,
        });
        AbstractStrategy.prototype.authenticate.call(strategy, seen, {});
      });
    });
  }
}
