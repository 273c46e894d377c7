import { describe, expect, it } from 'vitest'
import { tierOptions } from '../../../src/renderer/components/tier-options.ts'
import { dedicated, shippedOffering } from '../capacity/known-files.ts'

const hosts = shippedOffering('apache-kafka-on-hosts').tiers ?? []

describe('the options for tiers', () => {
  it('are grouped by family if there are many, in the order of the model', () => {
    const options = tierOptions(hosts, 'm5.large')
    expect(options.map(({ value }) => value)).toEqual(hosts.map(({ id }) => id))
    const groupOf = (id: string) => options.find(({ value }) => value === id)?.group
    expect(['m5.large', 'm5.24xlarge', 'n2-standard-16', 'Standard_D4s_v5', 'Standard_D96s_v5'].map(groupOf)).toEqual([
      ...['m5', 'm5', 'n2-standard', 'Standard_Ds_v5', 'Standard_Ds_v5'],
    ])
    // A family has one heading, so its types are consecutive.
    const headings = options.map(({ group }) => group).filter((group, index, all) => group !== all[index - 1])
    expect(new Set(headings).size).toBe(headings.length)
    expect(headings.length).toBeLessThan(80)
  })

  it('are not grouped if they are few, and show a missing or unknown choice', () => {
    const few = hosts.slice(0, 2)
    expect(tierOptions(few, 'm5.large')).toEqual(few.map(({ id, name }) => ({ value: id, label: name })))
    expect(tierOptions(few, undefined)[0]).toEqual({ value: null, label: 'choose one' })
    expect(tierOptions(few, 'gone').at(-1)).toEqual({ value: 'gone', label: 'gone (unknown)' })
    expect(tierOptions(dedicated.tiers ?? [], 'x')).toHaveLength(1)
  })
})
