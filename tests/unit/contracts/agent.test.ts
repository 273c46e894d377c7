import { expect, test } from 'vitest'
import { agentAddress, agentName, agentPlace, hostAndPort } from '../../../src/contracts/agent.ts'

const fingerprint = 'ab'.repeat(32)

test('an address has host, port and a fingerprint with or without colons', () => {
  const withColons = 'AB:'.repeat(31).concat('AB')
  const address = agentAddress.parse(`10.0.0.5:7443#${withColons}`)
  expect(address).toBe(`10.0.0.5:7443#${fingerprint}`)
  expect(agentPlace(address)).toEqual({ host: '10.0.0.5', port: 7443, fingerprint })
  expect(agentPlace(agentAddress.parse('[fd00::5]:7443'))).toEqual({ host: 'fd00::5', port: 7443, fingerprint: null })
  expect(agentName(address)).toBe('10.0.0.5:7443')
})

test.each([
  'host',
  'host:',
  ':7443',
  'host:70000',
  `host:1#${'ab'.repeat(20)}`,
  'host:1#',
  'ho st:1',
  `host:1#${fingerprint}#`,
])('refuses %s as an address', (text) => {
  expect(agentAddress.safeParse(text).success).toBe(false)
})

test('a place to listen has no fingerprint', () => {
  expect([hostAndPort.safeParse('0.0.0.0:7443').success, hostAndPort.safeParse('[::]:0').success]).toEqual([true, true])
  expect(hostAndPort.safeParse(`0.0.0.0:7443#${fingerprint}`).success).toBe(false)
})
