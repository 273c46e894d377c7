/**
 * Sentences on what the prediction of several workloads on one cluster does not model.
 */
export const notModelledInMixtures: readonly string[] = [
  'The peaks of all workloads are taken to coincide. Peaks at different times need less than this.',
  'Beyond a limit all workloads are taken to get the same share of their load. Who is throttled first is not predicted: quotas by client or by cluster decide.',
  'Each workload has its own clients, connections and batches. Clients that serve several of these workloads need fewer.',
  'The latency of one workload under the load of another is not predicted.',
  'No run of several workloads is among the evidence. The band is that of the limits, as for one workload.',
]
