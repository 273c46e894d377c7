/**
 * A connection to a cluster. A file refers to secrets by name and never contains them.
 */
import { z } from 'zod'
import { displayName } from './primitives.ts'

const maxPort = 65_535

/** A client needs a few brokers and learns the others from them. */
const maxBootstrapServers = 1_000

/** Name of a secret that is kept in the keychain, a secrets file or the environment. */
export const secretName = z.string().regex(/^[A-Za-z0-9._/-]{1,120}$/, 'expected the name of a secret')

/** Returns the name of a secret's environment variable: HEADROOM_SECRET_MY_CLUSTER for `my-cluster`. */
export function secretVariable(name: string): string {
  return `HEADROOM_SECRET_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`
}

/** SASL user, and the name of the secret that is the password. */
export const sasl = z.strictObject({
  mechanism: z.enum(['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512']),
  username: z.string().min(1),
  passwordSecret: secretName,
})

/** TLS settings. The files are read on the machine that runs the load. */
export const tls = z.strictObject({
  caFile: z.string().min(1).optional(),
  certificateFile: z.string().min(1).optional(),
  keyFile: z.string().min(1).optional(),
  keyPasswordSecret: secretName.optional(),
})

/** The settings that name the file of the authority: in a client configuration of librdkafka or Java, and in a connection. */
export const authoritySettings = 'ssl.ca.location or ssl.truststore.location (caFile in a headroom.connection)'

/** The settings that name the client's certificate and its key, as above. */
export const clientCertificateSettings =
  'ssl.certificate.location and ssl.key.location, or ssl.keystore.location (certificateFile and keyFile in a headroom.connection)'

/** A connection: addresses, TLS and log-in of a cluster. */
export const connection = z.strictObject({
  kind: z.literal('headroom.connection'),
  schemaVersion: z.literal(1),
  name: displayName,
  /** `host:port` of one or more brokers. The port is 0 in a redacted record. */
  bootstrapServers: z
    .array(
      z
        .string()
        .regex(/^[^\s,:@]{1,253}:\d{1,5}$|^\[[0-9a-fA-F:]{2,45}\]:\d{1,5}$/, 'expected host:port')
        .refine((server) => !(Number(/\d{1,5}$/.exec(server)?.[0]) > maxPort), `expected a port up to ${maxPort}`),
    )
    .min(1)
    .max(maxBootstrapServers),
  tls: tls.optional(),
  sasl: sasl.optional(),
})
export type Connection = z.output<typeof connection>

/** Secret values by name, as they are sent to a runner. They are never stored, logged or shown. */
export const secrets = z.record(secretName, z.string())
export type Secrets = z.output<typeof secrets>
