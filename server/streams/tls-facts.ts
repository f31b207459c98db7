import type { PeerCertificate, TLSSocket } from 'node:tls';
import type { PortCheck } from '../contract/ticket.ts';
import { stripControl } from '../lib/strip-control.ts';

/** Names of a certificate that are told. */
const MAX_NAMES = 32;

/** What a TLS handshake showed. */
export function toTlsFacts(socket: TLSSocket): NonNullable<PortCheck['tls']> {
  const { subject, issuer, subjectaltname, valid_to } = socket.getPeerCertificate();
  const expiresAtMs = Date.parse(valid_to ?? '');
  return {
    version: socket.getProtocol() ?? 'unknown',
    cipher: socket.getCipher().name,
    subject: toName(subject),
    issuer: toName(issuer),
    altNames: (subjectaltname ?? '')
      .split(', ')
      .filter(Boolean)
      .slice(0, MAX_NAMES)
      .map(stripControl),
    expiresAt: Number.isNaN(expiresAtMs) ? null : new Date(expiresAtMs).toISOString(),
    verified: socket.authorized,
    verifyError: socket.authorized ? null : stripControl(String(socket.authorizationError ?? '')),
  };
}

/** "CN=web, O=Shop"; empty where the certificate has no such name. */
function toName(name: PeerCertificate['subject'] | undefined): string {
  return Object.entries(name ?? {})
    .map(([key, value]) => stripControl(`${key}=${String(value)}`))
    .join(', ');
}
