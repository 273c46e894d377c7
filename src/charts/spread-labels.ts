/**
 * Moves the labels of lines that are near each other apart, so that all can be read.
 */

/** The position of a label along one axis, in pixels. */
export interface PlacedLabel {
  readonly centre: number
  readonly height: number
}

/** Labels that touch, one below the other. */
interface Cluster {
  /** Indices of the labels, from the top. */
  readonly members: readonly number[]
  readonly centre: number
  readonly height: number
}

/** The centres of the labels, in their order, each as close to its line as the other labels allow. */
export function spreadLabels(labels: readonly PlacedLabel[]): number[] {
  const order = labels.map((_, index) => index).sort((a, b) => centreOf(labels, a) - centreOf(labels, b))
  const clusters: Cluster[] = []
  for (const index of order) {
    let last: Cluster = { members: [index], centre: centreOf(labels, index), height: labels[index]?.height ?? 0 }
    for (let before = clusters.at(-1); before !== undefined && overlap(before, last); before = clusters.at(-1)) {
      clusters.pop()
      last = joined(before, last)
    }
    clusters.push(last)
  }
  const centres = labels.map(({ centre }) => centre)
  for (const { members, centre, height } of clusters) {
    let top = centre - height / 2
    for (const index of members) {
      const own = labels[index]?.height ?? 0
      centres[index] = top + own / 2
      top += own
    }
  }
  return centres
}

function centreOf(labels: readonly PlacedLabel[], index: number): number {
  return labels[index]?.centre ?? 0
}

function overlap(upper: Cluster, lower: Cluster): boolean {
  return lower.centre - upper.centre < (upper.height + lower.height) / 2
}

function joined(upper: Cluster, lower: Cluster): Cluster {
  const members = [...upper.members, ...lower.members]
  const centre = (upper.centre * upper.members.length + lower.centre * lower.members.length) / members.length
  return { members, centre, height: upper.height + lower.height }
}
