/**
 * Runs all checks of `headroom doctor` in parallel and in bounded time.
 */
import { type DoctorReport, type Finding, type FindingId, findingIds, neededForRuns } from '../../contracts/doctor.ts'
import type { Resources } from '../resources.ts'
import { checkDisplay } from './display-check.ts'
import { missing } from './finding.ts'
import { checkClock, checkDisk, checkKeychain, checkNode, checkPorts } from './machine-checks.ts'
import { checkElectron, checkEmbeddedKafka, checkJava, checkMaven, checkRunner } from './runner-checks.ts'
import { checkWorkspace } from './workspace-check.ts'

/** The paths that the doctor examines. */
export interface Examined {
  readonly resources: Resources
  readonly workspacePath: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

/** Returns a finding for each component. Takes at most about 10 s, because each check has a bound. Never rejects. */
export async function examine({ resources, workspacePath, environment }: Examined): Promise<DoctorReport> {
  const settled = await Promise.allSettled([
    checkRunner(resources),
    checkJava(environment),
    checkMaven(resources),
    checkElectron(resources),
    checkPorts(),
    checkDisk(workspacePath),
    checkClock(Date.now()),
    checkWorkspace(workspacePath),
    checkDisplay(environment),
  ])
  const found: Finding[] = [
    checkNode(process.versions.node),
    checkEmbeddedKafka(resources),
    checkKeychain(environment),
    ...settled.flatMap((each) => (each.status === 'fulfilled' ? each.value : [])),
  ]
  const findings = findingIds.map((id) => found.find((each) => each.id === id) ?? notExamined(id))
  return {
    kind: 'headroom.doctor',
    schemaVersion: 1,
    headroomVersion: resources.headroomVersion,
    platform: `${process.platform} ${process.arch}`,
    canRun: findings.every(({ id, state }) => state === 'ok' || !neededForRuns.includes(id)),
    findings,
  }
}

function notExamined(id: FindingId): Finding {
  return missing(id, 'not known, because the runner is missing or a check failed', 'Fix the other findings first.')
}
