/** What a simulated machine says of itself. */
export const environment = {
  headroomVersion: '0',
  runnerVersion: '0',
  nodeVersion: process.version,
  librdkafkaVersion: '0',
  librdkafkaFeatures: [],
  kafkaVersion: null,
  platform: 'simulated',
  cpuModel: 'simulated',
  cpuCores: 4,
  memoryBytes: 1,
}
