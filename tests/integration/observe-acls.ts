/**
 * The rights that `observe --acls` prints, as ACLs of a test's user.
 */
import { type ReadRight, rightsToGrant } from '../../src/contracts/observe-rights.ts'
import { kafkajs } from './embedded-support.ts'

const resources = { Cluster: 4, Topic: 2, Group: 3 } as const
const operations = { READ: 3, DESCRIBE: 8, DESCRIBE_CONFIGS: 10 } as const

/** An ACL that allows a user this. */
export function aclOf(user: string, { resource, operation }: ReadRight) {
  return {
    resourceType: resources[resource],
    resourceName: resource === 'Cluster' ? 'kafka-cluster' : '*',
    resourcePatternType: kafkajs.ResourcePatternTypes.LITERAL,
    principal: `User:${user}`,
    host: '*',
    operation: operations[operation],
    permissionType: kafkajs.AclPermissionTypes.ALLOW,
  }
}

/** All that a reading with samples needs. */
export function aclsToGrant(user: string) {
  return rightsToGrant(true).map((right) => aclOf(user, right))
}
