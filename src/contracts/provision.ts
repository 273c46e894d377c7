import { z } from 'zod'

/**
 * What sets the recommended answer up: commands of Kafka's own tools, resources of Strimzi, a configuration of
 * Terraform, or properties of clients.
 */
export const provisionKind = z.enum(['kafka', 'strimzi', 'terraform', 'properties'])
export type ProvisionKind = z.output<typeof provisionKind>

/**
 * Which changes of clients and topics the recommended answer makes for a smaller size: none, those whose effect is
 * predicted, or also a compression whose ratio is assumed.
 */
export const recommendedChanges = z.enum(['none', 'sure', 'assumed'])
export type RecommendedChanges = z.output<typeof recommendedChanges>
