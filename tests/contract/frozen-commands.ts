/**
 * The command lines whose answers are frozen, each under the name of its file in tests/fixtures/answers/. Together they ask
 * every command that answers without Kafka, and every kind of offering.
 */

const orders2020 = 'tests/fixtures/scenarios/orders-2020.headroom.json'
const whitePaper = 'examples/confluent-cku-2020.headroom.json'
const hosts = 'examples/instaclustr-partitions.headroom.json'
const table = 'examples/aiven-writers.headroom.json'
const iot = 'examples/iot.headroom.json'

/** The scenario of the first look on another offering. */
function on(offering: string, size: number, tier?: string): string[] {
  const words = ['--set', `deployment.offering=${offering}`, '--size', String(size), '--as-of', '2026-11']
  return tier === undefined ? words : [...words, '--set', `deployment.tier=${tier}`]
}

/** Answers that need no workspace. */
export const commandsWithoutWorkspace: Readonly<Record<string, readonly string[]>> = {
  'predict-first': ['predict', orders2020],
  'predict-all-questions': [
    ...['predict', whitePaper, '--reverse', '--outage', '10min', '--survive', 'zone'],
    ...['--growth', '30%/year', '--years', '2', '--target-utilisation', '0.7'],
  ],
  'predict-hosts': ['predict', hosts, '--survive', 'broker', '--outage', '5min'],
  'predict-hosts-java-producers': ['predict', 'examples/huawei-scenarios.headroom.json'],
  'predict-fail-over': ['predict', orders2020, whitePaper, '--size', '2', '--fail-over', '80%'],
  'predict-next-measurement': ['predict', hosts, '--next'],
  'predict-hosts-volumes': ['predict', 'examples/banzai-flat-out.headroom.json', '--reverse'],
  'predict-measured-table': ['predict', table],
  'predict-keys': ['predict', 'examples/payments.headroom.json', '--growth', '50%/year'],
  'predict-many-clients': ['predict', iot],
  'predict-catch-up': ['predict', 'examples/change-data-capture.headroom.json', '--outage', '1h'],
  'predict-log-shipping': ['predict', 'examples/log-shipping.headroom.json'],
  'predict-brokers-of-a-service': ['predict', orders2020, ...on('aws-msk-express', 3, 'express.m7g.large')],
  'predict-serverless': ['predict', orders2020, ...on('aws-msk-serverless', 1)],
  'predict-tested-maximum': ['predict', orders2020, ...on('redpanda-cloud-serverless', 1)],
  'predict-shared-bandwidth': ['predict', orders2020, ...on('google-managed-kafka', 12)],
  'predict-records-and-storage': ['predict', orders2020, ...on('huawei-dms-kafka', 3, 'kafka.2u4g.cluster')],
  'predict-refused': ['predict', iot, ...on('confluent-cloud-basic', 1)],
  'predict-together': [
    ...['predict', 'examples/payments.headroom.json', iot, '--together', '--deployment-of', '1'],
    ...['--set', '2:workload.producers.0.peakRecordsPerSec=300k/s', '--growth', '30%/year'],
  ],
  'predict-together-hosts': [
    'predict',
    hosts,
    'examples/banzai-flat-out.headroom.json',
    '--together',
    '--deployment-of',
    '2',
  ],
  'error-together': ['predict', orders2020, iot, '--together'],
  'explain-service': ['explain', orders2020, '--growth', '30%/year', '--years', '2', '--outage', '10min'],
  'explain-hosts': ['explain', hosts],
  'compare-first': ['compare', orders2020, '--price', 'confluent-cloud-dedicated=2.5USD/h', '--on', '2026-11-23'],
  'compare-many-clients': ['compare', iot, '--target-utilisation', '0.6', '--on', '2026-11-23'],
  'compare-cost-over-load': [
    ...['compare', orders2020, '--models', 'aws-msk-express,google-managed-kafka,confluent-cloud-standard'],
    ...['--cost-over-load', '--set', 'workload.topics.0.retentionMs=86400000', '--on', '2026-11-23'],
  ],
  'bill-own-size': ['bill', orders2020, '--price', 'confluent-cloud-dedicated=2.5USD/h', '--on', '2026-11-23'],
  'bill-offerings': [
    ...[
      'bill',
      orders2020,
      '--offering',
      'aws-msk-standard,google-managed-kafka,redpanda-cloud-serverless,aws-msk-serverless',
    ],
    ...['--follower-fetch', '--zones', '3', '--set', 'workload.topics.0.retentionMs=86400000', '--on', '2026-11-23'],
  ],
  'sweep-partitions': ['sweep', whitePaper, '--over', 'workload.topics.0.partitions=1..40'],
  'sweep-sizes-and-groups': [
    ...['sweep', orders2020, '--over', 'deployment.size=1..4', '--over', 'workload.consumerGroups.0.count=0,1,2,4'],
  ],
  'forecast-first': ['forecast', orders2020, '--growth', '20%/year', '--from', '2026-12-01', '--horizon', '1y'],
  'forecast-seasons': [
    ...['forecast', 'examples/payments.headroom.json', '--growth', '20%..60%/year', '--from', '2026-12-01'],
    ...['--growth', 'x2 from 11-20 to 12-31', '--horizon', '18mo'],
  ],
  'forecast-hosts': ['forecast', hosts, '--growth', '10%..30%/year', '--from', '2026-12-01', '--horizon', '6mo'],
  'plan-headroom': ['plan', orders2020],
  'plan-trogdor': ['plan', whitePaper, '--for', 'trogdor', '--duration', '10min'],
  'provision-service': ['provision', orders2020, '--set', 'workload.topics.0.partitions=2'],
  'provision-hosts': ['provision', hosts, '--as', 'properties'],
  'models-list': ['models', 'list'],
  'models-show': ['models', 'show', 'confluent-cloud-dedicated', '--as-of', '2026-03'],
  'models-backtest': ['models', 'backtest'],
  'benchmark-list': ['benchmark', 'list'],
  'agent-deploy': ['agent', 'deploy', '--for', 'docker'],
  'error-unknown-model': ['predict', orders2020, '--set', 'deployment.offering=nobody'],
  'error-several-problems': ['predict', orders2020, '--growth', 'much', '--outage', 'long', '--survive', 'all'],
}

/** Answers of one workspace, in this order; before them it holds the runs and campaigns that the test puts there. */
export const commandsOfWorkspace: Readonly<Record<string, readonly string[]>> = {
  'runs-add': ['runs', 'add', 'tests/fixtures/runs/before-compression.json'],
  'runs-show': ['runs', 'show', 'last', '--samples'],
  'runs-list': ['runs', 'list'],
  'campaigns-list': ['campaigns', 'list'],
  'campaigns-show-benchmark': ['campaigns', 'show', '20261122-103636-8tnw'],
  'campaigns-show-ladder': ['campaigns', 'show', '20261122-120000-ladd'],
  'import-payload-alone': [
    ...['import', 'tests/fixtures/imports/white-paper/test-results.txt', '--scenario', whitePaper],
  ],
  'import-latencies': ['import', 'tests/fixtures/imports/openmessaging/result-upstream.json', '--scenario', orders2020],
  'import-repeats': [
    ...['import', 'tests/fixtures/imports/kafka-4.3.1/producer.txt'],
    ...['tests/fixtures/imports/kafka-4.3.1/producer-metrics.txt', '--repeats'],
  ],
  'models-calibrate': [
    ...['models', 'calibrate', 'confluent-cloud-dedicated', '--runs', 'one,two', '--name', 'staging'],
  ],
  'models-calibrations-list': ['models', 'calibrations', 'list'],
  'predict-calibrated': ['predict', orders2020, '--as-of', '2026-03', '--calibration', 'staging'],
  'runs-compare': ['runs', 'compare', 'one', '--with', 'two'],
  'runs-delete': ['runs', 'delete', 'two'],
}
