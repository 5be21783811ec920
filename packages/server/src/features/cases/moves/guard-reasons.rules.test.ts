import { describe, expect, it } from 'vitest'
import { documentsReason, gapsReason, remarkReasons } from './guard-reasons.rules.ts'

const gap = (label: string) => ({
  section: 'CREDIT' as const,
  sectionName: 'Параметры кредита',
  participantId: null,
  participantName: null,
  field: 'x',
  label,
})

describe('reasons', () => {
  it.each([
    [0, null],
    [1, 'Не заполнено 1 поле: Параметры кредита: поле 0'],
    [
      5,
      'Не заполнено 5 полей: Параметры кредита: поле 0, Параметры кредита: поле 1, Параметры кредита: поле 2 и ещё 2',
    ],
    [22, expect.stringMatching(/^Не заполнено 22 поля/)],
    [11, expect.stringMatching(/^Не заполнено 11 полей/)],
  ])('%i gaps are told', (count, text) => {
    expect(gapsReason(Array.from({ length: count }, (_, index) => gap(`Поле ${index}`)))).toEqual(text)
  })
  it('documents: what is missing, what is there and not accepted, then what is undecided', () => {
    const requirement = (name: string, label: string, provided = 0) =>
      ({
        documents: [{ code: 'x', name }],
        provided,
        quantity: 1,
        dependsOn: [{ fact: 'age', label, participantKey: null }],
      }) as never
    expect(
      documentsReason({ missing: [requirement('Паспорт', ''), requirement('СНИЛС', '', 1)], undecided: [] }),
    ).toBe('Не хватает документов (1): Паспорт. Не приняты документы (1): СНИЛС')
    expect(documentsReason({ missing: [], undecided: [] })).toBeNull()
    expect(
      documentsReason({ missing: [requirement('Паспорт', '')], undecided: [requirement('', 'возраст')] }),
    ).toBe('Не хватает документов (1): Паспорт')
    expect(documentsReason({ missing: [], undecided: [requirement('', 'возраст')] })).toContain('возраст')
  })
  it('remarks: each condition by the counts', () => {
    const counts = (open: number, answered: number) => ({ open, answered, closed: 3 })
    expect(remarkReasons.openRemarks(counts(0, 2))).not.toBeNull()
    expect(remarkReasons.openRemarks(counts(1, 0))).toBeNull()
    expect(remarkReasons.answeredRemarks(counts(0, 2))).toBeNull()
    expect(remarkReasons.answeredRemarks(counts(1, 0))).toContain('без ответа 1')
    expect(remarkReasons.noOpenRemarks(counts(0, 0))).toBeNull()
    expect(remarkReasons.noOpenRemarks(counts(0, 1))).not.toBeNull()
  })
})
