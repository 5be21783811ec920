import { expect, it } from 'vitest'
import { lackingReason } from './document-requests.rules.ts'

const lacking = (name: string, of: string | null = null) => ({
  document: { code: 'x', name },
  participant: of === null ? null : { id: 1, name: of },
})

it.each([
  [[], null],
  [[lacking('СНИЛС')], /почему их нет: СНИЛС$/],
  [[lacking('СНИЛС', 'Сомов Пётр'), lacking('Выписка')], /: СНИЛС \(Сомов Пётр\), Выписка$/],
  [['а', 'б', 'в', 'г', 'д'].map((name) => lacking(name)), /: а, б, в и ещё 2$/],
] as const)('of documents that are waited for the first three are named: %j', (documents, text) => {
  const reason = lackingReason(documents)
  if (text === null) expect(reason).toBeNull()
  else expect(reason).toMatch(text)
})
