import { Parser } from 'saxen'
import { describe, expect, it } from 'vitest'
import { checkShares } from '../../../../src/capacity/check-shares.ts'
import { predict } from '../../../../src/capacity/predict.ts'
import type { Scenario } from '../../../../src/contracts/scenario.ts'
import { unitsText } from '../../../../src/presentation/report-facts.ts'
import { junitXml } from '../../../../src/presentation/sizing/junit-xml.ts'
import { dedicated, orders2020, shippedOffering, smallScenario } from '../../capacity/known-files.ts'

const hosts = shippedOffering('apache-kafka-on-hosts')

interface Element {
  readonly name: string
  readonly attributes: Record<string, string>
  text: string
}

/** The elements of an XML text, each with the text directly in it. */
function parsed(xml: string): Element[] {
  const elements: Element[] = []
  const open: Element[] = []
  new Parser()
    .on('openTag', (name, attributes, decode) => {
      const decoded = Object.entries(attributes()).map(([key, value]) => [key, decode(value)])
      const element = { name, attributes: Object.fromEntries(decoded), text: '' }
      elements.push(element)
      open.push(element)
    })
    .on('closeTag', () => {
      open.pop()
    })
    .on('text', (text, decode) => {
      const last = open.at(-1)
      if (last !== undefined) last.text += decode(text)
    })
    .on('error', (error) => {
      throw error
    })
    .parse(xml)
  return elements
}

function xmlOf(...scenarios: readonly Scenario[]): string {
  return junitXml(
    scenarios.map((scenario, index) => {
      const prediction = predict(scenario, dedicated)
      return { file: `${index}.headroom.json`, prediction, check: checkShares(prediction, 0.8) }
    }),
  )
}

describe('the JUnit file of a check', () => {
  it('has a suite per scenario, a case per limit, and the numbers of both', () => {
    const elements = parsed(xmlOf(orders2020, { ...orders2020, deployment: { ...orders2020.deployment, size: 4 } }))
    const [whole] = elements
    expect(whole).toMatchObject({ name: 'testsuites', attributes: { tests: '16', failures: '3' } })
    const suites = elements.filter(({ name }) => name === 'testsuite')
    expect(suites.map(({ attributes }) => attributes.failures)).toEqual(['3', '0'])
    expect(elements.filter(({ name }) => name === 'testcase')).toHaveLength(16)
    expect(elements.filter(({ name }) => name === 'failure')).toHaveLength(3)
    const deployments = elements.filter(({ attributes }) => attributes.name === 'deployment')
    expect(deployments.map(({ attributes }) => attributes.value)).toEqual([
      'Confluent Cloud Dedicated, 1 CKU',
      'Confluent Cloud Dedicated, 4 CKUs',
    ])
    const ofTier = { ...predict(orders2020, dedicated) }
    const deployment = { ...ofTier.deployment, tier: 'tier-2' }
    const xml = junitXml([{ file: 'a', prediction: { ...ofTier, deployment }, check: checkShares(ofTier, 0.8) }])
    expect(xml).toContain('Confluent Cloud Dedicated, 1 CKU of tier-2')
    // A host of the scenario's own has no tier: it would have the name of the offering's first host otherwise.
    const ownHost = smallScenario({ deployment: { offering: hosts.id, size: 3, asOf: undefined, host: { cores: 16 } } })
    expect(unitsText(predict(ownHost, hosts))).toBe('Apache Kafka on hosts, 3 brokers')
  })

  it('says in a failure what is used of what, by which formula and source', () => {
    const failures = parsed(xmlOf(orders2020)).filter(({ name }) => name === 'failure')
    const ingress = failures.find(({ attributes }) => attributes.message?.startsWith('Ingress'))
    expect(ingress?.attributes.message).toMatch(/^Ingress: 122\s%, above 80\s%\.$/)
    expect(ingress?.text).toMatch(/Utilisation: 122\s%.*\nDemand: .*\nLimit: 50\sMB\/s\nFormula: .*\nSource: Confluent/)
    expect(failures.find(({ text }) => text.startsWith('The offered load is not carried: 1'))).toBeDefined()
  })

  it('escapes what a formula holds', () => {
    const prediction = predict(orders2020, dedicated)
    const formula = 'a < b & "c" ]]> \u0001'
    const [constraint] = prediction.constraints
    if (constraint === undefined) throw new Error('the example has limits')
    const hostile = { ...prediction, constraints: [{ ...constraint, formula }] }
    const xml = junitXml([{ file: 'first', prediction: hostile, check: checkShares(hostile, 0.8) }])
    const failure = parsed(xml).find(({ name, text }) => name === 'failure' && text.includes('Formula'))
    expect(failure?.text).toContain('Formula: a < b & "c" ]]> \uFFFD')
  })

  it('is valid XML 1.0 for names with markup, control characters or unpaired surrogates', () => {
    const name = `a<b>&"'\u0000\u0007\u001F\uFFFE\uD800 ]]> é 😀`
    const xml = xmlOf({ ...orders2020, name })
    expect(xml).not.toMatch(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u)
    const [suite] = parsed(xml).filter((element) => element.name === 'testsuite')
    expect(suite?.attributes.name).toBe(`a<b>&"'\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD ]]> é 😀`)
  })
})
