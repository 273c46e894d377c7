/**
 * Builds the errors of a connection to an agent, with remedies.
 */
import { minTokenLength } from '../../contracts/agent.ts'
import { AppError } from '../../contracts/app-error.ts'

/** Node's codes for a certificate that the system's authorities do not vouch for. */
const untrustedCodes = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]

/**
 * The agent cannot be reached, its certificate cannot be verified, or it does not speak TLS.
 * @param code error code of the system or of TLS, which decides which of these the error says
 */
export function cannotConnect(name: string, why: string, code?: string): AppError {
  if (code !== undefined && untrustedCodes.includes(code)) {
    return new AppError('AGENT_UNTRUSTED', `The certificate of agent ${name} cannot be verified: ${why}.`, {
      remedy:
        'Pin it: give the agent as HOST:PORT#FINGERPRINT, with the fingerprint that the agent prints when it starts.',
    })
  }
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') {
    return new AppError('AGENT_UNREACHABLE', `${name} does not speak TLS, so it is not an agent.`, {
      remedy: 'Check host and port. An agent prints both when it starts.',
    })
  }
  return new AppError('AGENT_UNREACHABLE', `Agent ${name} cannot be reached: ${why.replace(/\.$/, '')}.`, {
    remedy:
      'Check host and port, that the agent runs (headroom agent --listen HOST:PORT), and the firewalls in between.',
  })
}

/** The fingerprint of the agent's certificate is not the pinned one. */
export function wrongCertificate(name: string, expected: string, presented: string | null): AppError {
  const text = `Agent ${name} presents the certificate ${presented ?? '(none)'} instead of ${expected}.`
  return new AppError('AGENT_UNTRUSTED', `${text} Nothing was sent.`, {
    remedy:
      'Compare it with the fingerprint that the agent prints when it starts. If they are equal, use that one. If not, something intercepts the connection.',
  })
}

/** The token cannot be sent. The error does not quote it. */
export function unusableToken(name: string): AppError {
  const expected = `expected one line of at least ${minTokenLength} ASCII characters`
  return new AppError('AUTHENTICATION_FAILED', `The token for agent ${name} is no token: ${expected}.`, {
    remedy: 'Give a copy of the token file that the agent names when it starts.',
  })
}

/** The connection ended unexpectedly. `reason` is the agent's reason for closing it; empty if it gave none. */
export function lostAgent(name: string, reason: string): AppError {
  return agentGone(
    reason === '' ? `The connection to agent ${name} broke.` : `Agent ${name} closed the connection: ${reason}.`,
  )
}

/** The agent sent data that is no WebSocket message, or a message above the maximum size. */
export function noMessages(name: string, why: string): AppError {
  return new AppError('PROTOCOL_VIOLATION', `Agent ${name} sent what is no message: ${why.replace(/\.$/, '')}.`, {
    remedy: 'Check that it is an agent of Headroom, and of the same version as this program.',
  })
}

/** The connection is open, but nothing was received for `silentMs`. */
export function silentAgent(name: string, silentMs: number): AppError {
  return agentGone(`Agent ${name} was silent for ${silentMs / 1000} s.`)
}

function agentGone(message: string): AppError {
  return new AppError('AGENT_UNREACHABLE', message, {
    remedy: 'What was measured until then is kept. Check the output of the agent, then run again.',
  })
}
