import { z } from 'zod'

/**
 * Formats of the recommendation as files: commands of Kafka's own tools, resources of Strimzi, a Terraform
 * configuration, or client properties.
 */
export const provisionKind = z.enum(['kafka', 'strimzi', 'terraform', 'properties'])
export type ProvisionKind = z.output<typeof provisionKind>

/**
 * Which changes of clients and topics the recommended answer makes for a smaller size: none, those whose effect is
 * predicted, or also fewer partitions and a compression whose ratio is assumed.
 */
export const recommendedChanges = z.enum(['none', 'sure', 'assumed'])
export type RecommendedChanges = z.output<typeof recommendedChanges>
