/**
 * The activities of a run besides producing and consuming: it holds and attempts connections, watches the state of the
 * partitions and reads a Prometheus endpoint.
 */
import type { Sample } from '../../contracts/sample.ts'
import type { ClusterAccess } from '../admin/cluster-access.ts'
import type { KafkaAdmin } from '../admin/kafka-admin.ts'
import { type ConnectionLoad, openConnections } from './connection-load.ts'
import { type PartitionWatch, watchPartitions } from './partition-watch.ts'
import { type PrometheusWatch, watchPrometheus } from './prometheus-watch.ts'
import type { TargetContext } from './target-steps.ts'

/** All methods may be called at any time. They do nothing if the plan has none of these activities. */
export class AuxiliaryLoad {
  private readonly prometheus: PrometheusWatch | null
  private partitions: PartitionWatch | null = null
  private connections: ConnectionLoad | null = null

  /** @param readsPrometheus false if another host of the same run reads the endpoint */
  constructor(context: Pick<TargetContext, 'plan' | 'secrets'>, readsPrometheus: boolean) {
    this.prometheus = readsPrometheus ? watchPrometheus(context) : null
  }

  /** Opens the plan's idle connections. In a distributed run, only the host that creates the topics calls this. */
  async prepare(context: TargetContext, admin: KafkaAdmin, access: ClusterAccess): Promise<void> {
    this.partitions = watchPartitions(context.plan, access)
    this.connections = await openConnections(context, admin, access)
  }

  /** @param localStartMs start of the load (epoch ms, this machine's clock) */
  start(localStartMs: number): void {
    this.connections?.start(localStartMs)
    this.prometheus?.start()
  }

  /** Stops connection attempts; held connections stay open. */
  stopLoad(): void {
    this.connections?.stopLoad()
  }

  /** Connection attempts that no broker has answered yet. */
  get unansweredAttempts(): number {
    return this.connections?.unansweredAttempts ?? 0
  }

  /** Adds to a sample what was observed since the previous one. */
  annotate(sample: Sample): Sample {
    const withPartitions = this.partitions?.annotate(sample) ?? sample
    const withPrometheus = this.prometheus?.annotate(withPartitions) ?? withPartitions
    return this.connections?.annotate(withPrometheus) ?? withPrometheus
  }

  async close(): Promise<void> {
    this.prometheus?.stop()
    await this.connections?.close()
  }
}
