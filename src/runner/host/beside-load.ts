/**
 * What goes on beside the load of a run: connections held and tried, the state of partitions, a Prometheus endpoint.
 */
import type { Sample } from '../../contracts/sample.ts'
import type { ClusterAccess } from '../admin/cluster-access.ts'
import type { KafkaAdmin } from '../admin/kafka-admin.ts'
import { type ConnectionLoad, openConnections } from './connection-load.ts'
import { type PartitionWatch, watchPartitions } from './partition-watch.ts'
import { type PrometheusWatch, watchPrometheus } from './prometheus-watch.ts'
import type { TargetOrder } from './target-steps.ts'

/** Every call is safe at any time, also where the plan asks for nothing. */
export class BesideLoad {
  private readonly prometheus: PrometheusWatch | null
  private partitions: PartitionWatch | null = null
  private connections: ConnectionLoad | null = null

  /** @param isAlone false where another host of the run looks at the cluster already */
  constructor(order: Pick<TargetOrder, 'plan' | 'secrets'>, isAlone: boolean) {
    this.prometheus = isAlone ? watchPrometheus(order) : null
  }

  /** Opens what is to be held. */
  async prepare(order: TargetOrder, admin: KafkaAdmin, access: ClusterAccess): Promise<void> {
    this.partitions = watchPartitions(order.plan, access)
    this.connections = await openConnections(order, admin, access)
  }

  start(atEpochMs: number): void {
    this.connections?.start(atEpochMs)
    this.prometheus?.start()
  }

  /** No new connections from now on; those that are held stay. */
  stopLoad(): void {
    this.connections?.stopLoad()
  }

  /** The sample with what was seen beside it. */
  annotate(sample: Sample): Sample {
    const asked = this.partitions?.annotate(sample) ?? sample
    const read = this.prometheus?.annotate(asked) ?? asked
    return this.connections?.annotate(read) ?? read
  }

  async close(): Promise<void> {
    this.prometheus?.stop()
    await this.connections?.close()
  }
}
