/** Checks the network of a cluster whose name is resolved late, and prints the checks as JSON. */
import { plainAccess } from '../../src/runner/admin/cluster-access.ts'
import { checkNetwork } from '../../src/runner/preflight/network-checks.ts'

const checks = await checkNetwork(plainAccess([process.argv[2] ?? '']))
process.stdout.write(`${JSON.stringify(checks)}\n`)
