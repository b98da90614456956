import type { Visitor } from '../../../platform/visitor';
import { WayIn } from '../passport/way-in';
import { enterByOidcAnswer, takeOidcAnswer, type BroughtOidc } from './oidc-sign-in.service';
import { beginAt, enterBySso, type Beginning, type Redeeming, type SsoDependencies } from './sso-sign-in.service';

/**
 * Sign-in by the OpenID providers of organizations, on `openid-client`. Its own strategy (`openid-client/passport`) cannot stand here: it is made for one provider, while each
 * tenant has another; it keeps the code verifier and the nonce in the session of the browser, while a stranger has none here and both are made anew from the state, so that they lie nowhere
 * (`oidc-answer.ts`); it asks for no nonce where it takes a code, and takes an answer without an ID token, which ours refuses.
 */
export const oidcWay = (needs: SsoDependencies) =>
  new WayIn({
    /** Begins at a provider. @throws as `beginAt` */
    begin: (visitor: Visitor, given: Beginning) => beginAt(visitor, given, needs),
    /** Takes an answer where it arrives. @throws as `takeOidcAnswer` */
    take: (visitor: Visitor, given: BroughtOidc) => takeOidcAnswer(visitor, given, needs),
    /** Lets in by an answer that was taken. @throws as `enterBySso` */
    redeem: (visitor: Visitor, given: Redeeming) => enterBySso(visitor, given, needs),
    /** Both at once, for front ends. @throws as `enterByOidcAnswer` */
    enter: (visitor: Visitor, given: Parameters<typeof enterByOidcAnswer>[1]) =>
      enterByOidcAnswer(visitor, given, needs),
  });
