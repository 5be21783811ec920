import * as api from '@ipoteka-office/contract/document-rules/document-rules.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliverDocumentRules, readDocumentRules } from '#db/seed/document-rules.ts'
import { publish } from '#testing/document-rules.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

const find = async (key: string) => {
  const { rows } = await sql<{
    id: number
  }>`SELECT id FROM document_rule WHERE delivered_key = ${key}`.execute(bank.db)
  return (await bank.call(api.getDocumentRule, { params: { id: String(rows[0]?.id) } })).body
}

it('a delivery brings what is new, updates what the bank left alone and keeps what it changed', async () => {
  expect(await deliverDocumentRules(bank.db)).toBe(false)
  const own = await find('full.snils')
  const content = own.current?.content
  if (content === undefined) throw new Error('The rule is not in force')
  const saved = await bank.call(api.saveDocumentRule, {
    params: { id: String(own.id) },
    body: { version: own.version, content: { ...content, name: 'СНИЛС по решению банка' } },
  })
  await publish(bank, saved.body)
  const { rules } = await readDocumentRules()
  const renamed = rules.map(({ key, content: text }) => ({
    key,
    content: { ...text, comment: 'Новая поставка' },
  }))
  const fresh = { key: 'full.new', content: { ...content, documents: ['INN'], name: 'ИНН' } }
  const next = () => Promise.resolve({ hash: 'next', rules: [...renamed, fresh] })
  expect(await deliverDocumentRules(bank.db, next)).toBe(true)
  expect(await deliverDocumentRules(bank.db, next)).toBe(false)
  expect((await find('full.snils')).current).toMatchObject({
    content: { name: 'СНИЛС по решению банка', comment: '' },
  })
  const updated = await find('full.passport')
  expect(updated).toMatchObject({
    edited: false,
    revisionsCount: 2,
    current: { content: { comment: 'Новая поставка' } },
  })
  const revisions = await bank.call(api.listRuleRevisions, { params: { id: String(updated.id) } })
  expect(revisions.body.map(({ state, publishedBy }) => [state, publishedBy])).toEqual([
    ['CURRENT', 'Поставка системы'],
    ['PAST', 'Поставка системы'],
  ])
  // What comes later does not rewrite the past.
  const added = await find('full.new')
  expect(added.current?.validFrom).not.toBe('2020-01-01')
})
