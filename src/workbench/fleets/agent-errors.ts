/**
 * What can go wrong on the way to an agent, as sentences with remedies.
 */
import { AppError } from '../../contracts/app-error.ts'

const untrustedCodes = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]

/** An agent that could not be reached, or not be spoken to. `code`: of the system or of TLS, where there is one. */
export function cannotConnect(name: string, why: string, code?: string): AppError {
  if (code !== undefined && untrustedCodes.includes(code)) {
    return new AppError('AGENT_UNTRUSTED', `No authority vouches for the certificate of agent ${name}: ${why}.`, {
      remedy: 'Pin it: give the agent as HOST:PORT#FINGERPRINT, with the fingerprint that it shows at its start.',
    })
  }
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') {
    return new AppError('AGENT_UNREACHABLE', `What listens at ${name} does not speak TLS, so it is no agent.`, {
      remedy: 'Check host and port: an agent prints both at its start.',
    })
  }
  return new AppError('AGENT_UNREACHABLE', `Agent ${name} cannot be reached: ${why.replace(/\.$/, '')}.`, {
    remedy: 'Check host and port, that the agent runs (headroom agent --listen HOST:PORT), and firewalls between.',
  })
}

/** The certificate is another than the pinned one. */
export function distrusted(name: string, expected: string, shown: string | null): AppError {
  const text = `Agent ${name} shows the certificate ${shown ?? 'of nobody'}, and ${expected} was expected.`
  return new AppError('AGENT_UNTRUSTED', `${text} Nothing was sent.`, {
    remedy: 'Compare with the fingerprint that the agent shows at its start; where both differ, somebody is between.',
  })
}

/** The connection ended though nobody here wanted it to. */
export function lostAgent(name: string, reason: string): AppError {
  const why = reason === '' ? 'the connection broke' : reason
  return new AppError('AGENT_UNREACHABLE', `Agent ${name} was lost: ${why}.`, {
    remedy: 'What was measured until then is kept. Look at the output of the agent, then run again.',
  })
}

/** The connection stands and nothing comes. */
export function silentAgent(name: string, silentMs: number): AppError {
  return lostAgent(name, `it was silent for ${silentMs / 1000} s`)
}
