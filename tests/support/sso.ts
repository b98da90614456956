/** Certificates without their keys, made for the tests alone; they end in 2126. */
export const certificates = {
  rsa: `-----BEGIN CERTIFICATE-----
MIIDCTCCAfGgAwIBAgIUMjgXRlP4/CxzyCl+efNU9Rv3hI4wDQYJKoZIhvcNAQEL
BQAwEzERMA8GA1UEAwwIaWRwLnRlc3QwIBcNMjYxMTI1MDIwODQxWhgPMjEyNjEx
MDEwMjA4NDFaMBMxETAPBgNVBAMMCGlkcC50ZXN0MIIBIjANBgkqhkiG9w0BAQEF
AAOCAQ8AMIIBCgKCAQEAzkFjnv5I/fNjKRemfLR8zLafvl4czwYCJLV60UMnCIwc
tJS+UCG3nQO3J2VBYu8tB1g8rxsyR5A6aepB94B1sYFAEUoGkuD8tPVB9yv0UBMi
717s4BufntNrXZmxaltdAhGam+T3Cq4nEinogKvLHigEzQC5SC8N1Tg6v/zeJOZi
pAXFAhzHwkhhe/j15Ghvb/+5E9ydV5zbC1jq2oWqZmJaKx+iowgjeoosk/ZbRXs1
dfa/TUxs3gAjfs0oTeXhyD+SAkm1ocR4BImXN/F/OlFDlQZpz27oyngiQl++aX2Z
cn/KLGaCFDeOwrhaUOx7OnLP3O3lQMytF2mV1XHq/QIDAQABo1MwUTAdBgNVHQ4E
FgQUEb/Hw9PfqlNRqwxqUiPbl9xwzDQwHwYDVR0jBBgwFoAUEb/Hw9PfqlNRqwxq
UiPbl9xwzDQwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0BAQsFAAOCAQEAimLm
9bNFTWhZfji+xShJf2eyPEttNduPCYpjclCP9qYZfAAqqlIEGTrdn0sD/1wB3KAP
2W2a3zn+cVRMild08HZsxkJfbliJiLVYs8mhSHoEhsEhvxWkey12QziFcmkLckom
U4U4hqKbqcGV7giXM8hlgzLKl5zL11z/ep2gnHaiXpsjJaXrFFcJsPd33V7oh1lY
ChHepEWAaZg5x41jkQ917v8EbNXUTXkf8YAfDJTdDGs3+gl/v/qfesizIH783mWj
YJLeXFgdljH+Y+3Q2wEeXArVufGZvHUNCTYCI2KfxM+gRsd2y91l0VAKpyWzSfKo
0gevwfaT9DN+T2obtg==
-----END CERTIFICATE-----`,
  /** Of another key and another kind. */
  ec: `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUFNFFxtI+IU0p1qMu7Vg5gWorraAwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbmV4dC50ZXN0MCAXDTI2MTEyNTAyMDg0MVoYDzIxMjYxMTAx
MDIwODQxWjAUMRIwEAYDVQQDDAluZXh0LnRlc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARAUpz6cZYzA1VH3pXWp5A0aIWsQ3Rj2L20K3b+zOkhXhflQ7SOwiZz
0XDt+hHtZX+LvOlOHZFFTAKPmTsYhQZXo1MwUTAdBgNVHQ4EFgQUU0kkFuzZtKrY
AR4UZxBDF8M1Fo0wHwYDVR0jBBgwFoAUU0kkFuzZtKrYAR4UZxBDF8M1Fo0wDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiBTOHyzY3pf63Yl1GtC6UD1
2RP+AuKLKHyLwMMVhcA2eQIhALwYesfdcZ3C0wjuOtQb18Xf6MIFYZVPI2d/G/Gt
jSMO
-----END CERTIFICATE-----`,
  /** RSA of 1,024 bits. */
  weak: `-----BEGIN CERTIFICATE-----
MIICBjCCAW+gAwIBAgIUWYzdX/INvc0ENuv9UirOLSJSPxIwDQYJKoZIhvcNAQEL
BQAwFDESMBAGA1UEAwwJd2Vhay50ZXN0MCAXDTI2MTEyNTAyMDg0MVoYDzIxMjYx
MTAxMDIwODQxWjAUMRIwEAYDVQQDDAl3ZWFrLnRlc3QwgZ8wDQYJKoZIhvcNAQEB
BQADgY0AMIGJAoGBALI3xV8wsg9AE/RQ+hlebD7DgC15Vk6mX1UkkRE5iaaZK6Nf
fwIZl4JqfDtViH7zpo+1HOdV2rSFCiBu8ueLrKn5XP28fzy2tOtvdXv7UUfD08jn
Y/X2mck+f7xEaLktVeRtiCwgH4ysHDCgAb22OwOC1xQBq5IlUfyc8/fNNqa5AgMB
AAGjUzBRMB0GA1UdDgQWBBTonCJXQxOVqXDw9z3nL/9YXic9BzAfBgNVHSMEGDAW
gBTonCJXQxOVqXDw9z3nL/9YXic9BzAPBgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3
DQEBCwUAA4GBAH6xAuqI3OfKLivnoWF+L8RAF48MxFRy7S9IvKT2vXgDrl5hU7i1
159LWbmnk9fuefBmdgbAELXYVemfZTcRXCBqMjAppoNjfAkqsOCD03hi/DFbT/CH
FF8BmskHS7JaxK8lYt8V6z+/vH8Ca8EYL6XVxQhfASfgjaSzZdo73AgZ
-----END CERTIFICATE-----`,
};

export const bare = (pem: string) => pem.replace(/-----[^-]+-----|\s/g, '');

interface Described {
  entityId?: string;
  endpoint?: string;
  binding?: string;
  /** PEM. */
  keys?: string[];
  wantsSigned?: boolean;
  /** Where it is told that somebody leaves, and where it is answered. */
  logout?: readonly [location: string, answers?: string];
}

/** The metadata document of an identity provider, as its console gives it. */
export function idpMetadata({
  entityId = 'https://idp.example/entity',
  endpoint = 'https://idp.example/sso',
  binding = 'HTTP-Redirect',
  keys = [certificates.rsa],
  wantsSigned = false,
  logout,
}: Described = {}): string {
  const key = (pem: string) =>
    `<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>\n${bare(pem)}\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
  return `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${entityId}">
  <md:IDPSSODescriptor WantAuthnRequestsSigned="${wantsSigned}" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    ${keys.map(key).join('')}${logout ? `<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${logout[0]}"${logout[1] === undefined ? '' : ` ResponseLocation="${logout[1]}"`}/>` : ''}
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${endpoint}"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`;
}
