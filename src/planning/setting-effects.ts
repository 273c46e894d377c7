/**
 * Predicts the effect of each client setting: the size that would be needed with the client's default instead.
 */
import type { Offering } from '../contracts/offering.ts'
import type { Prediction } from '../contracts/prediction.ts'
import type { Scenario } from '../contracts/scenario.ts'
import type { ConsumerGroup, Producer, Workload } from '../contracts/workload.ts'
import { changeGroups, changeProducers } from './measurable-mixes.ts'
import { sizeFor } from './smaller-size.ts'

/** Fields of producers and consumer groups that are settings of clients with a default. */
export type ProducerSetting = 'lingerMs' | 'batchBytes' | 'maxInFlight' | 'compression'
export type GroupSetting = 'fetchMinBytes' | 'fetchMaxWaitMs'
type Setting = ProducerSetting | GroupSetting
type SettingValue = number | string

/**
 * Defaults of the clients: for Java those of Kafka 4 (before it, `linger.ms` was 0), for librdkafka those of version 2.
 */
export const clientDefaults: Readonly<Record<Workload['clientFamily'], Readonly<Record<Setting, SettingValue>>>> = {
  java: {
    lingerMs: 5,
    batchBytes: 16_384,
    maxInFlight: 5,
    compression: 'none',
    fetchMinBytes: 1,
    fetchMaxWaitMs: 500,
  },
  librdkafka: {
    lingerMs: 5,
    batchBytes: 1_000_000,
    maxInFlight: 1_000_000,
    compression: 'none',
    fetchMinBytes: 1,
    fetchMaxWaitMs: 500,
  },
}

/** The effect of one value of a setting. */
export type SettingEffect = {
  readonly byDefault: SettingValue
  /**
   * The smallest size if all clients with this value had the default; null if no size were enough then. Left out: the
   * value is the default, or too many values were asked about.
   */
  readonly smallestByDefault?: Prediction['smallest']
}

/** Maximum number of values whose effect is predicted. A scenario rarely has more than one value of each setting. */
const maxEffects = 24

/** Looks up the effect of a value of a setting. */
export type EffectOf = (setting: Setting, value: SettingValue) => SettingEffect

/**
 * Predicts the effects of all client settings of a scenario that are not defaults. It searches for a size up to 24
 * times.
 */
export function settingEffects(scenario: Scenario, offering: Offering, target: number): EffectOf {
  const { clientFamily, producers, consumerGroups } = scenario.workload
  const defaults = clientDefaults[clientFamily]
  const effects = new Map<string, Prediction['smallest']>()
  const keyOf = (setting: Setting, value: SettingValue) => `${setting}=${value}`
  const predictEffect = (setting: Setting, value: SettingValue, changed: Scenario) => {
    if (value === defaults[setting] || effects.size === maxEffects || effects.has(keyOf(setting, value))) return
    effects.set(keyOf(setting, value), sizeFor(changed, offering, target))
  }
  for (const producer of producers) {
    for (const setting of producerSettings) {
      const value = producer[setting]
      predictEffect(setting, value, withProducerDefault(scenario, setting, value))
    }
  }
  for (const group of consumerGroups) {
    for (const setting of groupSettings) {
      predictEffect(setting, group[setting], withGroupDefault(scenario, setting, group[setting]))
    }
  }
  return (setting, value) => {
    const smallestByDefault = effects.get(keyOf(setting, value))
    const byDefault = defaults[setting]
    return smallestByDefault === undefined ? { byDefault } : { byDefault, smallestByDefault }
  }
}

const producerSettings = ['lingerMs', 'batchBytes', 'maxInFlight', 'compression'] as const
const groupSettings = ['fetchMinBytes', 'fetchMaxWaitMs'] as const

function withProducerDefault(scenario: Scenario, setting: ProducerSetting, value: SettingValue): Scenario {
  const defaults = clientDefaults[scenario.workload.clientFamily]
  const usual: Partial<Producer> =
    setting === 'compression' ? { compression: 'none', compressionRatio: 1 } : { [setting]: Number(defaults[setting]) }
  return changeProducers(scenario, (producer) => (producer[setting] === value ? usual : {})).scenario
}

function withGroupDefault(scenario: Scenario, setting: GroupSetting, value: SettingValue): Scenario {
  const usual: Partial<ConsumerGroup> = { [setting]: Number(clientDefaults[scenario.workload.clientFamily][setting]) }
  return changeGroups(scenario, (group) => (group[setting] === value ? usual : {})).scenario
}
