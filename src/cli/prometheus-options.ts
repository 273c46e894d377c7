/**
 * The options of a Prometheus endpoint that is read during the load, for all commands that make runs.
 */

/** The options, as a command declares them. */
export const prometheusOptions = {
  prometheus: {
    value: 'URL',
    text: 'Prometheus endpoint with figures of the brokers (CPU, heap, network, disk), read during the load.',
  },
  'prometheus-secret': {
    value: 'NAME',
    text: 'Name of the secret for the Prometheus endpoint: a bearer token, or with --prometheus-user a password.',
  },
  'prometheus-user': { value: 'USER', text: 'User at the Prometheus endpoint (basic authentication).' },
} as const
