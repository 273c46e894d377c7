import { z } from 'zod'

/**
 * The files that set the recommendation up: commands of Kafka's own tools, resources of Strimzi, a Terraform configuration, or
 * client properties.
 */
export const provisionKind = z.enum(['kafka', 'strimzi', 'terraform', 'properties'])
export type ProvisionKind = z.output<typeof provisionKind>

/**
 * Which changes of clients and topics the recommendation makes for a smaller size. `none`: no change. `sure`: changes whose effect
 * is predicted. `assumed`: also fewer partitions, and compression with an assumed ratio.
 */
export const recommendedChanges = z.enum(['none', 'sure', 'assumed'])
export type RecommendedChanges = z.output<typeof recommendedChanges>
