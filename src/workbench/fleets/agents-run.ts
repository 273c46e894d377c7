/**
 * Carries out one run on several agents, from the greeting to the end of the last agent.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { Preflight } from '../../contracts/preflight.ts'
import type { OnLostAgent, RunShare } from '../../contracts/run-share.ts'
import type { Sample } from '../../contracts/sample.ts'
import { DrainWatch } from '../../measurement/drain-watch.ts'
import type { AgentLink } from './agent-link.ts'
import { aborted, idleAgentsNotice, lostSentence, mergeEnds, namedError, unreachableTarget } from './agents-end.ts'
import type { FleetEnd, FleetListener, FleetOrder, FleetRun } from './fleet.ts'
import { gatherAgents, type MemberFacts } from './gather-agents.ts'
import { type FleetDeadlines, HostRun } from './host-run.ts'
import { SampleAligner } from './sample-aligner.ts'

/** The plan, the agents, and the receiver of the reports. */
export interface AgentsRunOptions {
  readonly order: FleetOrder
  readonly listener: FleetListener
  readonly links: readonly AgentLink[]
  readonly onLostAgent: OnLostAgent
  readonly deadlines: FleetDeadlines
}

/** An agent that runs a share of the plan. `run`, `preflight` and `end` are null until they are known. */
interface Member {
  facts: MemberFacts
  readonly link: AgentLink
  run: HostRun | null
  preflight: Preflight | null
  end: FleetEnd | null
}

/** A run on agents. It always ends, because there is a deadline whenever it waits for an agent. */
export class AgentsRun implements FleetRun {
  readonly ready: Promise<boolean>
  readonly ended: Promise<FleetEnd>
  private readonly options: AgentsRunOptions
  private readonly drainWatch: DrainWatch
  private resolveReady: (isReady: boolean) => void = () => undefined
  private rejectStopped: (error: AppError) => void = () => undefined
  private readonly stopped: Promise<never>
  private members: Member[] = []
  private aligner: SampleAligner | null = null
  private phase: 'preparing' | 'loading' | 'draining' | 'finishing' = 'preparing'
  private isStopped = false
  private failure: AppError | null = null
  private lost: Member[] = []
  private timers: NodeJS.Timeout[] = []

  constructor(options: AgentsRunOptions) {
    this.options = options
    this.drainWatch = new DrainWatch(options.order.plan)
    this.ready = new Promise((resolve) => {
      this.resolveReady = resolve
    })
    this.stopped = new Promise((_, reject) => {
      this.rejectStopped = reject
    })
    this.stopped.catch(() => undefined)
    this.ended = this.runToEnd()
  }

  start(atEpochMs: number): void {
    if (this.failure !== null || this.isStopped) return
    const { durationMs } = this.options.order.plan
    this.phase = 'loading'
    this.aligner = new SampleAligner({
      hosts: this.members.map(({ facts }) => facts.name),
      hostsByGroup: hostsByGroup(this.members),
      startMs: atEpochMs,
      onSample: (sample) => this.forwardSample(sample),
      onMissing: (host, second) => this.options.listener.onNotice(`Agent ${host} reported second ${second} too late.`),
    })
    for (const { run } of this.members) run?.start(atEpochMs)
    this.runAfter(atEpochMs + durationMs - Date.now(), () => this.drain())
  }

  stop(mode: 'drain' | 'abort'): void {
    this.isStopped = true
    this.rejectStopped(aborted())
    const isDraining = mode === 'drain' && this.phase === 'loading'
    for (const { run, end } of this.members) if (end === null) run?.stop(isDraining ? 'drain' : 'abort')
    if (isDraining) this.drain()
  }

  kill(): void {
    for (const { run } of this.members) run?.kill()
    this.rejectStopped(aborted())
  }

  private async runToEnd(): Promise<FleetEnd> {
    try {
      await this.prepare()
      const isReady = (await Promise.all(this.members.map(({ run }) => run?.ready))).every((each) => each === true)
      if (isReady) this.resolveReady(true)
      else this.abortAll()
    } catch (error) {
      this.failure ??= AppError.from(error)
      this.abortAll()
    }
    this.resolveReady(false)
    await Promise.all(this.members.map(({ run }) => run?.ended))
    for (const timer of this.timers) clearTimeout(timer)
    this.aligner?.finish()
    await this.measureClocksAfter()
    await Promise.all(this.options.links.map((link) => link.close()))
    return mergeEnds({
      plan: this.options.order.plan,
      failure: this.failure,
      isStopped: this.isStopped,
      lost: this.lost.map(({ facts }) => facts),
      ends: this.members.flatMap(({ facts, end }) => (end === null ? [] : [{ name: facts.name, end }])),
    })
  }

  /** Prepares the first agent (the lead), which creates the topics. Then prepares the others. */
  private async prepare(): Promise<void> {
    const { order, listener, links } = this.options
    if (order.target.kind !== 'connection') throw unreachableTarget()
    const onProgress = (message: string) => listener.onProgress({ step: 'preflight', message, fraction: null })
    const facts = await Promise.race([gatherAgents(links, order.plan, onProgress), this.stopped])
    const candidates = facts.flatMap((each, index) => {
      const link = links[index]
      return link === undefined ? [] : [{ facts: each, link, run: null, preflight: null, end: null } satisfies Member]
    })
    this.members = candidates.filter(({ facts: each }) => each.loadFraction > 0)
    const idleNames = candidates.filter((member) => !this.members.includes(member)).map(({ facts: each }) => each.name)
    if (idleNames.length > 0) listener.onNotice(idleAgentsNotice(idleNames))
    this.reportAgents()
    const [lead, ...others] = this.members
    if (lead === undefined) throw new AppError('PLAN_IMPOSSIBLE', 'The plan has no load to divide among agents.')
    let resolveTopics: () => void = () => undefined
    const topicsCreated = new Promise<void>((resolve) => {
      resolveTopics = resolve
    })
    const run = this.begin(lead, true, resolveTopics)
    await Promise.race([topicsCreated, run.ended, this.stopped])
    if (lead.end === null) for (const member of others) this.begin(member, false, () => undefined)
  }

  /** Starts the share of a member. Calls `onTopics` once the topics of the run exist. */
  private begin(member: Member, makesTopics: boolean, onTopics: () => void): HostRun {
    const { order, listener, deadlines } = this.options
    const { name, producerIds, groupIds, groupParts = [], clockBefore } = member.facts
    const share: RunShare = { producerIds, groupIds, groupParts, makesTopics, clockOffsetMs: clockBefore.offsetMs }
    const run = new HostRun(
      { source: member.link, isLast: false },
      { ...order, share },
      {
        onEnvironment: (environment) => {
          if (makesTopics) listener.onEnvironment(environment)
        },
        onProgress: (progress) => {
          if (progress.step === 'starting-workers') onTopics()
          listener.onProgress({ ...progress, message: `${name}: ${progress.message}` })
        },
        onPreflight: (preflight) => this.reportPreflight(member, preflight),
        onSample: (sample) => this.aligner?.add(name, sample),
        onNotice: (message) => listener.onNotice(`${name}: ${message}`),
      },
      deadlines,
    )
    member.run = run
    void run.ended.then((end) => this.handleEnd(member, end))
    return run
  }

  /** Reports all checks of the lead, and the failures and warnings of the others. */
  private reportPreflight(member: Member, preflight: Preflight): void {
    member.preflight = preflight
    const [lead, ...others] = this.members
    if (lead?.preflight == null) return
    const findings = others.flatMap(({ facts, preflight: memberPreflight }) =>
      (memberPreflight?.checks ?? [])
        .filter(({ state }) => state === 'failed' || state === 'warned')
        .map((check) => ({ ...check, detail: `${facts.name}: ${check.detail}` })),
    )
    const checks = [...lead.preflight.checks, ...findings]
    this.options.listener.onPreflight({
      ...lead.preflight,
      checks,
      isPassed: checks.every((c) => c.state !== 'failed'),
    })
  }

  private handleEnd(member: Member, end: FleetEnd): void {
    member.end = end
    const lastSecond = this.aligner?.drop(member.facts.name) ?? null
    if (this.phase === 'preparing') {
      if (!this.isStopped) this.failure ??= namedError(member.facts.name, end)
      this.abortAll()
    } else if (this.phase !== 'finishing' && !this.isStopped && isLoss(end))
      this.handleLoss(member, { end, lastSecond })
    if (this.phase === 'finishing') this.finish()
  }

  /** Continues without the agent's share, or ends the load. Without the lead the run cannot continue. */
  private handleLoss(member: Member, { end, lastSecond }: { end: FleetEnd; lastSecond: number | null }): void {
    const { onLostAgent, listener } = this.options
    const why = end.error?.message ?? end.detail ?? `It ended unexpectedly (${end.reason}).`
    member.facts = { ...member.facts, lost: { lastSecond, why } }
    this.lost.push(member)
    this.drainWatch.forget(member.facts)
    this.reportAgents()
    const isLead = member === this.members[0]
    const continues = onLostAgent === 'go-on' && !isLead && this.members.some((other) => other.end === null)
    listener.onNotice(lostSentence(member.facts, { continues, isLead }))
    if (continues || this.phase !== 'loading') return
    for (const { run, end: memberEnd } of this.members) if (memberEnd === null) run?.stop('drain')
    this.drain()
  }

  private forwardSample(sample: Sample): void {
    this.options.listener.onSample(this.drainWatch.observe(sample))
    if (this.phase === 'draining' && this.drainWatch.isOver) this.finish()
  }

  private drain(): void {
    if (this.phase !== 'loading') return
    this.phase = 'draining'
    const { drainMs } = this.options.order.plan
    this.runAfter(drainMs, () => {
      if (this.phase !== 'draining') return
      this.options.listener.onNotice(this.drainWatch.undrainedText(drainMs))
      this.finish()
    })
    if (this.members.every(({ end }) => end !== null)) this.finish()
  }

  /**
   * Ends all agents but one. Ends the last one after the others have ended, because a group can be deleted only after
   * its last member has left.
   */
  private finish(): void {
    const isFirstCall = this.phase !== 'finishing'
    this.phase = 'finishing'
    const [cleaner, ...others] = this.members.filter(({ end }) => end === null)
    if (isFirstCall) for (const { run } of others) run?.finish(false)
    // If the agent that created the topics is lost, another one deletes them.
    if (others.length === 0) cleaner?.run?.finish(cleaner !== this.members[0])
  }

  /** Measures the clock offsets once more, so that the record shows the drift during the run. */
  private async measureClocksAfter(): Promise<void> {
    await Promise.all(
      this.members.map(async (member) => {
        const clockAfter = member.facts.lost === null ? await member.link.clockOffset().catch(() => null) : null
        member.facts = { ...member.facts, clockAfter }
      }),
    )
    if (this.members.length > 0) this.reportAgents()
  }

  private abortAll(): void {
    for (const { run, end } of this.members) if (end === null) run?.stop('abort')
  }

  private reportAgents(): void {
    this.options.listener.onAgents?.(this.members.map(({ facts }) => facts))
  }

  private runAfter(delayMs: number, work: () => void): void {
    this.timers.push(setTimeout(work, Math.max(0, delayMs)))
  }
}

/** Counts the agents that read each divided group, by group id. */
function hostsByGroup(members: readonly Member[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { groupId } of members.flatMap(({ facts }) => facts.groupParts ?? [])) {
    counts.set(groupId, (counts.get(groupId) ?? 0) + 1)
  }
  return counts
}

/** True if the agent was lost: it ended neither as planned nor because it was stopped. */
function isLoss({ reason }: FleetEnd): boolean {
  return reason !== 'user-abort' && reason !== 'plan-complete'
}
