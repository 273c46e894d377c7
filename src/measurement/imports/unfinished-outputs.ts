/**
 * Recognises outputs that end before their first figures, because the tool was stopped or the file was cut short.
 */

const shareHeading = 'nMsg.sec, data.consumed.in.nMsg, fetch.time.ms'
const consumerHeading = 'data.consumed.in.nMsg, nMsg.sec, rebalance.time.ms'
const rdkafkaLine = /^% \d{1,20} messages \(\d{1,20} bytes\) (?:consumed|produced)/m

/** Says which tool was stopped, and what to do, as a clause without a full stop. Null if no tool is recognised. */
export function describeUnfinishedOutput(text: string): string | null {
  const tool = toolOf(text)
  return tool === null
    ? null
    : `it ends before the figures of ${tool}, which prints them when it ends: the tool was stopped, or the file was cut short. Let it run to its end`
}

function toolOf(text: string): string | null {
  if (text.includes(shareHeading)) return 'kafka-share-consumer-perf-test'
  if (text.includes(consumerHeading)) return 'kafka-consumer-perf-test'
  return rdkafkaLine.test(text) ? 'rdkafka_performance' : null
}
