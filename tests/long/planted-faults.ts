/**
 * Faults that the properties of predictions must find: each changes one piece of source, and names the tests that must
 * fail with it.
 */

/** A fault of one source file. */
export interface PlantedFault {
  /** What the fault does, as a sentence that goes on from "find". */
  readonly name: string
  /** Source file, from the root of the repository. */
  readonly file: string
  /** The piece of source that is replaced; it stands in the file exactly once. */
  readonly from: string
  readonly to: string
  /** The test file, and titles of its tests that must fail. Left out: all of them. */
  readonly test: string
  readonly fails?: readonly string[]
}

const capacity = 'tests/unit/capacity'
const consistency = `${capacity}/consistency.test.ts`
const moreBought = `${capacity}/more-bought.test.ts`
const moreLoad = `${capacity}/more-load.test.ts`
const sameRefusals = `${capacity}/same-refusals.test.ts`

/** A factor that falls faster than the load rises. */
const fallingWithLoad = (producers: string) =>
  `Math.min(1, (1e4 / ${producers}.reduce((sum, each) => sum + each.peakRecordsPerSec, 0)) ** 2)`

/** 1 or 2, by every digit of the workload: nothing is smooth any more. Computed once for a situation. */
const jumping =
  '(situation.jump ??= 1 + ([...JSON.stringify(situation.workload)].reduce((sum, each) => (sum * 31 + each.charCodeAt(0)) % 9973, 7) % 2))'

const faultsOfConsistency: readonly PlantedFault[] = [
  {
    name: 'a headroom that is 0.01 % too large',
    file: 'src/capacity/headroom.ts',
    from: '  return low\n',
    to: '  return low * 1.0001\n',
    test: consistency,
    fails: ['agree: the load can grow by 1 exactly where the fullest limit that grows is full'],
  },
  {
    name: 'a smallest size that ignores limits on counts',
    file: 'src/capacity/smallest-size.ts',
    from: "if (roleOf(model) === 'wastes') continue",
    to: "if (roleOf(model) !== 'grows') continue",
    test: consistency,
    fails: ['agree: the smallest size leaves room to grow, and no size at all is smaller for a larger load'],
  },
  {
    name: '"nothing has to change" said up to a full limit',
    file: 'src/capacity/advice.ts',
    from: 'headroom.factor < 1 / targetUtilisation',
    to: 'headroom.factor < 1',
    test: consistency,
    fails: ['are finite, and nothing has to change only where every limit is at or below its target'],
  },
  {
    name: 'rates that jump with any number of the workload',
    file: 'src/capacity/traffic.ts',
    from: 'const rate = load.peakRecordsPerSec * factor\n',
    to: `const rate = load.peakRecordsPerSec * factor * ${jumping}\n`,
    test: consistency,
    fails: ['do not jump: 1 % more linger, or 1 % fewer records, moves the factor by less than 5 %'],
  },
  {
    name: 'rates that jump with any number of the workload, for each number',
    file: 'src/capacity/traffic.ts',
    from: 'const rate = load.peakRecordsPerSec * factor\n',
    to: `const rate = load.peakRecordsPerSec * factor * ${jumping}\n`,
    test: `${capacity}/no-jumps.test.ts`,
  },
]

const faultsOfMoreLoad: readonly PlantedFault[] = [
  {
    name: 'fewest partitions for a load that falls as more is offered',
    file: 'src/capacity/minimum-partitions.ts',
    from: 'const traffic = trafficAt(alone, 1)',
    to: `const traffic = trafficAt(alone, ${fallingWithLoad('alone.producers')})`,
    test: moreLoad,
    fails: [
      'never needs fewer partitions on the size that there is',
      'never needs fewer partitions on the smallest size that takes it',
    ],
  },
  {
    name: 'a smallest size for a load that falls as more is offered',
    file: 'src/capacity/smallest-size.ts',
    from: 'const demanded = atOnceTrafficAt(situation, 1)',
    to: `const demanded = atOnceTrafficAt(situation, ${fallingWithLoad('situation.producers')})`,
    test: moreLoad,
    fails: ['never fits on a smaller size, and where no size takes some load, none takes more'],
  },
]

const faultsOfRefusals: readonly PlantedFault[] = [
  {
    name: 'storage that is divided by the brokers of the target',
    file: 'src/capacity/constraints/storage.ts',
    from: 'ofBroker(whole, situation.deployedBrokers)',
    to: 'ofBroker(whole, situation.brokers)',
    test: sameRefusals,
    fails: ['refuses what the deployment refuses, at every scale and with any number of brokers'],
  },
  {
    name: 'sizes that keep the brokers of the target',
    file: 'src/capacity/smallest-size.ts',
    from: 'const options = { context: { capacityScale, allowsBurst }, size, like }',
    to: 'const options = { context: { ...like.context, capacityScale, allowsBurst }, size, like }',
    test: sameRefusals,
    fails: ['of another number of brokers does not change the smallest size of the deployment'],
  },
  {
    name: 'a smallest scale that is larger than needed',
    file: 'src/planning/smallest-scale.ts',
    from: 'return stepBelowOne(taken)',
    to: 'return stepBelowOne(Math.max(0, taken - 20))',
    test: 'tests/unit/planning/smallest-scale.test.ts',
    fails: ['of a random workload is answered with a scale that works, next to one that does not'],
  },
  {
    name: 'cliffs that are looked for half as far',
    file: 'src/capacity/cliffs.ts',
    from: 'if (isEnough(high)) return []',
    to: 'if (isEnough((low + high) / 2)) return []',
    test: `${capacity}/cliffs.test.ts`,
    fails: ['are where a tenth more load is refused, or needs a larger size, on every offering, and nowhere else'],
  },
]

const faultsOfSizesAndSteps: readonly PlantedFault[] = [
  {
    name: 'limits of a partition that fall by a ten-thousandth with each unit',
    file: 'src/capacity/limit-set.ts',
    from: 'Math.min(grown, limit.max ?? Number.POSITIVE_INFINITY)',
    to: 'Math.min(grown, (limit.max ?? Number.POSITIVE_INFINITY) / (1 + size / 1e4))',
    test: `${capacity}/laws.test.ts`,
    fails: ['never give less with more units, among the sizes that can be bought'],
  },
  {
    name: 'steps that are named only where they take half of the headroom',
    file: 'src/capacity/step-cliffs.ts',
    from: 'less < most * (1 - minStep)',
    to: 'less < most / 2',
    test: `${capacity}/step-cliffs.test.ts`,
    fails: ['are named where larger values lower the headroom by a step, on every offering, and nowhere else'],
  },
  {
    name: 'several volumes that count as one disk on a slow link',
    file: 'src/capacity/hardware/busiest-broker.ts',
    from: 'const { bandwidthDisks: disks } = hardware',
    to: 'const disks = hardware.diskShare < 1 ? 1 : hardware.bandwidthDisks',
    test: moreBought,
    fails: [
      'one partition fills one of ten volumes, on hosts whose link takes them all and on hosts whose link does not',
    ],
  },
]

/** A part of which more carries less: the piece of source that reads how much there is, and what is read instead. */
function upsideDown(fails: readonly string[], file: string, from: string, to: string): PlantedFault {
  return { name: `less carried with more of ${fails.join(' and ')}`, file, from, to, test: moreBought, fails }
}

const rates = 'src/capacity/hardware/host-rates.ts'
const ceilings = 'src/capacity/constraints/client-ceilings.ts'

const faultsOfPurchases: readonly PlantedFault[] = [
  upsideDown(
    ['a published limit', 'a tier that has at least as much of everything'],
    'src/capacity/limit-set.ts',
    'Number.POSITIVE_INFINITY : limit.perUnit * size',
    'Number.POSITIVE_INFINITY : 1e12 / (limit.perUnit * size)',
  ),
  upsideDown(['ports of clients'], ceilings, 'portBytesPerSec * portShare\n', '1e12 / portBytesPerSec\n'),
  upsideDown(
    ['faster producers', 'faster consumers'],
    ceilings,
    'if (capacity === undefined) return []',
    'if (capacity === undefined) return []\n  capacity = 1e6 / capacity',
  ),
  upsideDown(['volumes of hosts'], rates, 'kind.mostBytesPerSec) * count)', 'kind.mostBytesPerSec) / count)'),
  upsideDown(
    ['throughput of volumes of hosts'],
    rates,
    'Math.min(throughputBytesPerSec ?? kind.defaultBytesPerSec, kind.mostBytesPerSec)',
    'Math.min(1e15 / (throughputBytesPerSec ?? kind.defaultBytesPerSec), kind.mostBytesPerSec)',
  ),
  upsideDown(
    ['space of volumes of hosts'],
    rates,
    'credits.bytesPerSecPerGib * size)',
    '(credits.bytesPerSecPerGib * 1e5) / size)',
  ),
  upsideDown(
    ['processors of hosts'],
    'src/capacity/hardware/broker-hardware.ts',
    'own?.cores ?? host.sustainedCores ?? host.cores',
    '100 / (own?.cores ?? host.sustainedCores ?? host.cores)',
  ),
  upsideDown(
    ['memory of hosts'],
    'src/capacity/hardware/broker-hardware.ts',
    'own?.cores ?? host.sustainedCores ?? host.cores',
    '(own?.cores ?? host.sustainedCores ?? host.cores) / (1 + (own?.memoryBytes ?? 0) / 1e10)',
  ),
  upsideDown(
    ['network of hosts'],
    rates,
    'plainRate(own.networkBytesPerSec)',
    'plainRate(1e15 / own.networkBytesPerSec)',
  ),
  upsideDown(
    ['disks of hosts'],
    rates,
    'plainRate(own.storageBytesPerSec)',
    'plainRate(1e15 / own.storageBytesPerSec)',
  ),
]

/** All faults. */
export const plantedFaults = [
  ...faultsOfConsistency,
  ...faultsOfMoreLoad,
  ...faultsOfRefusals,
  ...faultsOfSizesAndSteps,
  ...faultsOfPurchases,
]
