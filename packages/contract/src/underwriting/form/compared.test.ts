import { describe, expect, it } from 'vitest'
import { comparedState, type ComparedKind, sameCompared } from './compared.ts'

describe('two values of a field say the same', () => {
  it.each<[ComparedKind, string, string, boolean]>([
    ['NAME', 'Алфёрова', 'АЛФЕРОВА', true],
    ['NAME', 'Петрова-Сомова', 'Петрова – Сомова', true],
    ['NAME', 'Петрова Сомова', 'ПЕТРОВА-СОМОВА', true],
    ['NAME', 'Сорокина', 'Белова', false],
    ['NAME', 'Наталия', 'Наталья', false],
    ['DATE', '1989-06-14', '1989-06-14T00:00:00Z', true],
    ['DATE', '1989-06-14', '1989-06-15', false],
    ['MONTH', '2022-09-01', '2022-09', true],
    ['MONTH', '2022-09-01', '2022-10-01', false],
    ['ADDRESS', 'г Самара, ул Победы, д 1', '443000, Россия, г. Самара, Победы улица, дом 1', true],
    ['ADDRESS', 'г Орёл, пр-кт Мира, д 5/1, кв 3', 'ОРЕЛ, ПРОСПЕКТ МИРА, 5/1, 3', true],
    // House 1 flat 5 is not house 5 flat 1.
    ['ADDRESS', 'г Самара, ул Победы, д 1, кв 5', 'г Самара, ул Победы, д 5, кв 1', false],
    ['ADDRESS', 'г Самара, ул Победы, д 1', 'г Самара, ул Победы, д 1, кв 5', false],
    ['ADDRESS', 'г Москва', 'г Самара', false],
    ['FIRM', 'ООО «Заря»', 'Общество с ограниченной ответственностью "ЗАРЯ"', true],
    ['FIRM', '«Заря», ООО', 'ООО Заря', true],
    ['FIRM', 'ЗАО «Север»', 'Акционерное общество «Север»', true],
    ['FIRM', 'ООО «Заря»', 'АО «Заря»', false],
    ['MONEY', '162400', '162400.00', true],
    ['MONEY', '162400.49', '162400', true],
    ['MONEY', '162400', '162401', false],
    ['MONEY', '0', '0.99', true],
    ['MONEY', '9999999999999.99', '9999999999999', true],
    ['MONEY', '180000', '162400', false],
    ['DIGITS', '45 19 604218', '4519604218', true],
    ['DIGITS', '112-233-445 95', '11223344595', true],
    ['PHONE', '+7 917 123-45-67', '89171234567', true],
    ['PHONE', '+79171234567', '+79171234568', false],
    ['COUNT', '01', '1', true],
    ['COUNT', '1', '0', false],
    ['CODE', 'MARRIED', 'SINGLE', false],
  ])('%s: «%s» and «%s» — %s', (kind, one, other, same) => {
    expect(sameCompared(kind, one, other)).toBe(same)
    expect(sameCompared(kind, other, one)).toBe(same)
  })
})

describe('a source stands to the questionnaire', () => {
  it.each([
    ['«Сомова» and nothing', 'Сомова', null, 'ABSENT'],
    ['nothing and nothing', null, null, 'ABSENT'],
    ['what the agent left empty', null, 'Сомова', 'DIFFERS'],
    ['the same', 'Сомова', 'СОМОВА', 'SAME'],
    ['another', 'Сомова', 'Белова', 'DIFFERS'],
  ] as const)('%s', (_, questionnaire, value, state) => {
    expect(comparedState('NAME', questionnaire, value)).toBe(state)
  })
})
