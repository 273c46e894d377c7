import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkAlterResponse,
  decodeDescribeResponse,
  encodeAlterQuotas,
  encodeDescribeQuotas,
} from '../../../src/runner/embedded/quota-messages.ts'

const clientId = Buffer.from('headroom-quotas').toString('hex')
const user = `0004${Buffer.from('user').toString('hex')}`

function hexText(text: string): string {
  return text.length.toString(16).padStart(4, '0') + Buffer.from(text).toString('hex')
}

function hexDouble(value: number): string {
  const buffer = Buffer.alloc(8)
  buffer.writeDoubleBE(value)
  return buffer.toString('hex')
}

/** A DescribeClientQuotas response as a broker encodes it: throttle time, error, entries. */
function describeResponse(values: Readonly<Record<string, number>>): Buffer {
  const pairs = Object.entries(values).map(([key, value]) => hexText(key) + hexDouble(value))
  const entity = `00000001${user}ffff`
  const count = pairs.length.toString(16).padStart(8, '0')
  return Buffer.from(`00000000${'0000ffff'}00000001${entity}${count}${pairs.join('')}`, 'hex')
}

describe('the request that sets quotas', () => {
  it('is AlterClientQuotas version 0 for the default user', () => {
    const request = encodeAlterQuotas(7, { producerBytesPerSec: 2_000_000, consumerBytesPerSec: 6_000_000 })
    const body = [
      '0031',
      '0000',
      '00000007',
      `000f${clientId}`,
      '00000001',
      '00000001',
      user,
      'ffff',
      '00000002',
      `${hexText('producer_byte_rate')}413e84800000000000`,
      `${hexText('consumer_byte_rate')}4156e3600000000000`,
      '00',
    ].join('')
    expect(request.toString('hex')).toBe((body.length / 2).toString(16).padStart(8, '0') + body)
  })
})

describe('the request that reads quotas', () => {
  it('is DescribeClientQuotas version 0, strict, for the default user', () => {
    const body = ['0030', '0000', '00000007', `000f${clientId}`, '00000001', user, '01', 'ffff', '01'].join('')
    expect(encodeDescribeQuotas(7).toString('hex')).toBe((body.length / 2).toString(16).padStart(8, '0') + body)
  })
})

describe('the response with quotas', () => {
  it('is decoded to both rates, whatever they are', () => {
    const rate = fc.double({ min: 1, max: 1e12, noNaN: true })
    fc.assert(
      fc.property(rate, rate, (producerBytesPerSec, consumerBytesPerSec) => {
        const response = describeResponse({
          consumer_byte_rate: consumerBytesPerSec,
          producer_byte_rate: producerBytesPerSec,
        })
        expect(decodeDescribeResponse(response)).toEqual({ producerBytesPerSec, consumerBytesPerSec })
      }),
    )
  })

  it('is null if one of the two rates is not set', () => {
    expect(decodeDescribeResponse(describeResponse({ producer_byte_rate: 5 }))).toBeNull()
  })

  it('is null if it has no entry', () => {
    expect(decodeDescribeResponse(Buffer.from('000000000000ffff00000000', 'hex'))).toBeNull()
  })

  it('with an error code throws the code and its message', () => {
    const response = Buffer.from(`00000000001f${hexText('not allowed')}`, 'hex')
    expect(() => decodeDescribeResponse(response)).toThrow('error 31: not allowed')
  })

  it('that is cut off at any byte throws', () => {
    const whole = describeResponse({ producer_byte_rate: 1, consumer_byte_rate: 2 })
    for (let length = 0; length < whole.length; length += 1)
      expect(() => decodeDescribeResponse(whole.subarray(0, length)), `${length} bytes`).toThrow('too short')
  })
})

describe('the response to a change of quotas', () => {
  it('without an error code is accepted', () => {
    expect(() => checkAlterResponse(Buffer.from(`00000000000000010000ffff00000001${user}ffff`, 'hex'))).not.toThrow()
  })

  it('with an error code throws the code and its message', () => {
    const response = Buffer.from(`0000000000000001002a${hexText('bad value')}00000001${user}ffff`, 'hex')
    expect(() => checkAlterResponse(response)).toThrow('error 42: bad value')
  })
})
