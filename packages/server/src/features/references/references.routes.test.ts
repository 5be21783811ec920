import * as api from '@ipoteka-office/contract/references.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '#testing/test-app.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

describe('references', () => {
  it('answer the dictionaries of the approver screens', async () => {
    const sizes: number[] = []
    for (const endpoint of [
      api.listLoanApplicationLevels,
      api.listLoanApplicationStatuses,
      api.listRegions,
      api.listWorkStatuses,
    ]) {
      const { status, body } = await bank.call(endpoint, {}, { as: 'support' })
      expect(status).toBe(200)
      expect(new Set(body.map(({ code }) => code)).size).toBe(body.length)
      sizes.push(body.length)
    }
    expect(sizes[2]).toBe(89)
    expect(sizes[3]).toBe(3)
  })

  it('leave out what is no longer in use', async () => {
    await bank.db
      .updateTable('reference_item')
      .set({ active: false })
      .where('dictionary', '=', 'region')
      .where('code', '=', '77')
      .execute()
    const { body } = await bank.call(api.listRegions, {})
    expect(body.map(({ code }) => code)).not.toContain('77')
    expect(body).toHaveLength(88)
  })

  it('know links to other systems by their code', async () => {
    const good = await bank.call(api.getExternalLink, { params: { referenceCode: 'KNOWLEDGE_BASE' } })
    expect(good.body).toMatchObject({ code: 'KNOWLEDGE_BASE', link: expect.any(String) })
    const none = await bank.call(api.getExternalLink, { params: { referenceCode: 'NONE' } })
    expect(none.status).toBe(404)
    expect(none.error.message).toBe('Ссылка не настроена')
  })
})
