/**
 * The options of a Prometheus endpoint, the same wherever runs are made.
 */

/** An endpoint, and the log-in that it asks for. */
export const prometheusOptions = {
  prometheus: {
    value: 'URL',
    text: 'Read figures of the brokers (CPU, heap, network, disk) there during the load, in Prometheus’ text format.',
  },
  'prometheus-secret': {
    value: 'NAME',
    text: 'Name of the secret that the Prometheus endpoint asks for: a bearer token, or with --prometheus-user a password.',
  },
  'prometheus-user': { value: 'USER', text: 'User at the Prometheus endpoint (basic log-in).' },
} as const
