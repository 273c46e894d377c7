import { z } from 'zod'

/**
 * What sets the recommended answer up: commands of Kafka's own tools, resources of Strimzi, a configuration of
 * Terraform, or properties of clients.
 */
export const provisionKind = z.enum(['kafka', 'strimzi', 'terraform', 'properties'])
export type ProvisionKind = z.output<typeof provisionKind>
