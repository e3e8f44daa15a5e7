import type { CertificateFault } from './problem.ts'

/** What is wrong with the service's certificate, and what to do. For the page and for the console server's log. */
export const certificateWords: Record<CertificateFault, string> = {
  'self-signed':
    'The service’s certificate is self-signed. If you trust it, set NODE_EXTRA_CA_CERTS to its file and restart the console server.',
  'unknown-authority':
    'The service’s certificate is from an unknown authority, or incomplete. If you trust it, set NODE_EXTRA_CA_CERTS to its file and restart the console server.',
  expired: 'The service’s certificate has expired. Renew it, or set the console server’s clock.',
  'not-yet-valid':
    'The service’s certificate is not valid yet. Check the clocks of the service and the console server.',
  'other-name': 'The service’s certificate is for another name. Check QUERY_SERVICE_URL.',
  untrusted: 'The console server doesn’t trust the service’s certificate.',
}
