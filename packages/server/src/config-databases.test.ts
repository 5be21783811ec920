import { describe, expect, it } from 'vitest'
import { problemsOf, productionVariables as production } from '#testing/processes/production-variables.ts'
import { loadConfig } from './config.ts'

describe('what stands before and beside the database', () => {
  it('takes replicas divided by spaces, and in production none that is spoken to in the open', () => {
    const [one, other] = [
      'postgresql://a@r1.bank.ru/b?sslmode=verify-full',
      'postgresql://a@r2.bank.ru/b?sslmode=verify-full',
    ]
    expect(loadConfig({ ...production, DATABASE_REPLICA_URLS: ` ${one}  ${other} ` }).replicaUrls).toEqual([
      one,
      other,
    ])
    expect(loadConfig({}).replicaUrls).toEqual([])
    expect(problemsOf({ ...production, DATABASE_REPLICA_URLS: 'postgresql://a@r1.bank.ru/b' })).toEqual([
      expect.stringMatching(/^DATABASE_REPLICA_URLS: .*ACCEPTED_RISKS=plain-database/),
    ])
    expect(problemsOf({ ...production, DATABASE_REPLICA_URLS: 'r1.bank.ru' })).toEqual([
      expect.stringMatching(/^DATABASE_REPLICA_URLS: нужны адреса/),
    ])
  })

  it('takes a pooler beside the database itself, and in production none that is spoken to in the open', () => {
    const pooler = 'postgresql://a@pooler.bank.ru:6432/b?sslmode=verify-full'
    expect(loadConfig({ ...production, DATABASE_POOLER_URL: pooler }).poolerUrl).toBe(pooler)
    expect(loadConfig({}).poolerUrl).toBeUndefined()
    expect(problemsOf({ ...production, DATABASE_POOLER_URL: 'postgresql://a@pooler.bank.ru/b' })).toEqual([
      expect.stringMatching(/^DATABASE_POOLER_URL: .*ACCEPTED_RISKS=plain-database/),
    ])
    expect(problemsOf({ DATABASE_POOLER_URL: pooler })).toEqual([
      expect.stringMatching(/^DATABASE_POOLER_URL: задаётся вместе с DATABASE_URL/),
    ])
  })
})
