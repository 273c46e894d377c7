/**
 * `headroom models update`: newer limits and prices from a folder or a file, all or none.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { headroomInFolders } from './run-headroom.ts'

const { folder, headroom } = headroomInFolders()

/** A copy of the shipped model with its newest limits once more, of a later date and with another limit of ingress. */
function newerServerless(asOf: string) {
  const model = JSON.parse(readFileSync('models/aws-msk-serverless.json', 'utf8'))
  const newest = model.limitSets.at(-1)
  const limits = newest.limits.map((limit: { dimension: string; max?: number }) =>
    limit.dimension === 'ingress' ? { ...limit, max: 123_000_000 } : limit,
  )
  return { ...model, limitSets: [...model.limitSets, { ...newest, asOf, limits }] }
}

function sheet(checkedOn: string, offering = 'confluent-cloud-dedicated') {
  return {
    kind: 'headroom.prices',
    schemaVersion: 1,
    name: 'Our contract',
    checkedOn,
    sources: { contract: { title: 'Contract 17', date: checkedOn, grade: 'P' } },
    lists: [
      {
        offering,
        region: null,
        currency: 'USD',
        charges: [{ for: 'units', per: 'unit-hour', amount: 2.5, source: 'contract' }],
      },
    ],
  }
}

function write(name: string, value: unknown): string {
  const path = join(folder.path, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value, null, 2))
  return path
}

const own = (name: string) => join(folder.path, 'workspace', 'models', name)

describe('headroom models update', () => {
  it('takes models and price sheets of a folder, which predictions and bills then use', async () => {
    write('new/aws-msk-serverless.json', newerServerless('2027-01'))
    write('new/prices/contract.json', sheet('2026-11-20'))
    const { exitCode, out } = await headroom('models', 'update', join(folder.path, 'new'))
    expect([exitCode, out]).toEqual([
      0,
      'Limits of AWS MSK Serverless, newest date 2027-01.\nPrices of “Our contract”, checked on 2026-11-20.\n',
    ])
    const shown = (await headroom('models', 'show', 'aws-msk-serverless', '--as-of', '2027-01', '--json')).json()
    const ingress = shown.limitSets[0].limits.find((limit: { dimension: string }) => limit.dimension === 'ingress')
    expect(ingress.max).toBe(123_000_000)
    const bill = (await headroom('bill', 'examples/first.headroom.json', '--json')).json().bills[0]
    expect(bill.lines[0].formula).toContain('2.5 USD/h')
    expect(bill.lines[0].isOwn).toBe(true)

    // Once more changes nothing and says so; a newer one replaces it.
    const again = (await headroom('models', 'update', join(folder.path, 'new'), '--json')).json()
    expect(again.taken.map(({ change }: { change: string }) => change)).toEqual(['same', 'same'])
    const path = write('newer/msk.json', newerServerless('2027-02'))
    expect((await headroom('models', 'update', path)).out).toBe(
      'Limits of AWS MSK Serverless, newest date 2027-02, instead of your file from before.\n',
    )
    expect(readdirSync(own('')).sort()).toEqual(['aws-msk-serverless.json', 'prices'])
  })

  it('takes nothing if one file has a problem, and names every problem of every file with its line', async () => {
    write('new/aws-msk-express.json', readFileSync('models/aws-msk-express.json', 'utf8'))
    const model = JSON.stringify(newerServerless('2027-01'), null, 2).replace('"vendor"', '"vendr"')
    write('new/aws-msk-serverless.json', model)
    write('new/broken.json', '{\n  "kind": "headroom.offering",\n}')
    write('new/prices/theirs.json', sheet('2026-11-20', 'confluent-cloud-dedicatd'))
    write('new/scenario.json', readFileSync('examples/first.headroom.json', 'utf8'))
    const { exitCode, json } = await headroom('models', 'update', join(folder.path, 'new'), '--json')
    const { error } = json()
    expect(exitCode).toBe(2)
    expect(error.message).toMatch(/^Nothing was taken from /)
    const said = error.problems.map(({ place, message }: { place: string; message: string }) => `${place} ${message}`)
    const line = model.split('\n').findIndex((each) => each.includes('"vendr"')) + 1
    for (const part of [
      new RegExp(`aws-msk-serverless\\.json:${line}: vendr unknown field`),
      /broken\.json:3:1 /,
      /theirs\.json: lists\[0\]\.offering no offering is called "confluent-cloud-dedicatd"/,
      /scenario\.json: kind expected headroom\.offering/,
    ]) {
      expect(
        said.filter((each: string) => part.test(each)),
        String(part),
      ).toHaveLength(1)
    }
    expect(existsSync(own(''))).toBe(false)
  })

  it('does not replace what is newer: a model of Headroom, and a file of the workspace', async () => {
    const old = newerServerless('2027-01')
    const path = write('old.json', { ...old, limitSets: old.limitSets.slice(0, 1) })
    expect((await headroom('models', 'update', path)).err).toContain('that comes with Headroom has limits of')
    await headroom('models', 'update', write('new.json', newerServerless('2027-03')))
    await headroom('models', 'update', write('contract.json', sheet('2026-11-20')))
    const model = await headroom('models', 'update', write('between.json', newerServerless('2027-02')))
    expect(model.err.replace(/\s+/g, ' ')).toContain('of your workspace has limits of 2027-03')
    const prices = await headroom('models', 'update', write('before/contract.json', sheet('2026-10-20')))
    expect(prices.err.replace(/\s+/g, ' ')).toContain('2026-10-20 is before 2026-11-20')
    expect(JSON.parse(readFileSync(own('aws-msk-serverless.json'), 'utf8')).limitSets.at(-1).asOf).toBe('2027-03')
  })

  it('refuses two files for one model, and a file name that another model of the workspace has', async () => {
    write('twice/one.json', newerServerless('2027-01'))
    write('twice/two.json', newerServerless('2027-01'))
    const twice = await headroom('models', 'update', join(folder.path, 'twice'))
    expect(twice.err.replace(/\s+/g, ' ')).toMatch(/two\.json: the update has the same in .*one\.json; leave one out/)
    const express = JSON.parse(readFileSync('models/aws-msk-express.json', 'utf8'))
    write('workspace/models/aws-msk-serverless.json', { ...express, id: 'ours' })
    const taken = await headroom('models', 'update', join(folder.path, 'twice', 'one.json'))
    expect(taken.err.replace(/\s+/g, ' ')).toContain('aws-msk-serverless.json of your workspace has the model "ours"')
    expect(JSON.parse(readFileSync(own('aws-msk-serverless.json'), 'utf8')).id).toBe('ours')
  })

  it('says what it needs if there is no such folder, and nothing in it', async () => {
    mkdirSync(join(folder.path, 'empty'))
    const empty = await headroom('models', 'update', join(folder.path, 'empty'))
    expect(empty.err.replace(/\s+/g, ' ')).toContain('has no JSON file. Choose a folder with models (ID.json)')
    expect((await headroom('models', 'update', join(folder.path, 'nowhere'))).err).toContain('it does not exist')
  })
})
