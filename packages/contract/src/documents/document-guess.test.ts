import { describe, expect, test } from 'vitest'
import { guessDocumentType } from './document-guess.ts'

const types = [
  'PASSPORT_RF PASSPORT_FOREIGN SELLER_PASSPORT SNILS INN NDFL2 NDFL3 LABOR_BOOK STD_R LABOR_CONTRACT INCOME_BANK_FORM',
  'PFR_STATEMENT ACCOUNT_STATEMENT MARRIAGE_CERT DIVORCE_CERT BIRTH_CERT MARRIAGE_CONTRACT EGRN_EXTRACT EGRN_TRANSFER',
  'DKP DKP_PRELIM DDU ASSIGNMENT APPRAISAL_REPORT TECH_PASSPORT CONSENT_PD CONSENT_BKI MILITARY_ID POLICY_LIFE APP_FULL',
]
  .join(' ')
  .split(' ')
  .map((code) => ({ code, name: code }))

describe('the type of a file by its name', () => {
  test.each([
    ['паспорт 1.jpg', 'PASSPORT_RF'],
    ['Паспорт.jpg', 'PASSPORT_RF'],
    ['ПАСПОРТ_Иванов_прописка.pdf', 'PASSPORT_RF'],
    ['паспорт2-3стр.jpeg', 'PASSPORT_RF'],
    ['passport_scan.pdf', 'PASSPORT_RF'],
    ['паспорт продавца.pdf', 'SELLER_PASSPORT'],
    ['техпаспорт.pdf', 'TECH_PASSPORT'],
    ['загранпаспорт.pdf', null],
    ['2ндфл_2025.pdf', 'NDFL2'],
    ['2-НДФЛ за 2025 год.pdf', 'NDFL2'],
    ['справка 2 НДФЛ Петров.PDF', 'NDFL2'],
    ['2NDFL.pdf', 'NDFL2'],
    ['3ндфл.pdf', 'NDFL3'],
    ['справка по форме банка.pdf', 'INCOME_BANK_FORM'],
    ['СНИЛС Иванова.png', 'SNILS'],
    ['snils.jpg', 'SNILS'],
    ['ИНН.pdf', 'INN'],
    ['Инна Петрова.jpg', null],
    ['трудовая книжка.pdf', 'LABOR_BOOK'],
    ['Копия трудовой.pdf', 'LABOR_BOOK'],
    ['трудовой договор 2020.docx', 'LABOR_CONTRACT'],
    ['СТД-Р.pdf', 'STD_R'],
    ['стд-сфр Иванов.pdf', 'STD_R'],
    ['свидетельство о браке.jpg', 'MARRIAGE_CERT'],
    ['Свидетельство о расторжении брака.jpg', 'DIVORCE_CERT'],
    ['свидетельство о рождении сына.jpg', 'BIRTH_CERT'],
    ['брачный договор.pdf', 'MARRIAGE_CONTRACT'],
    ['Выписка ЕГРН.pdf', 'EGRN_EXTRACT'],
    ['ДКП.pdf', 'DKP'],
    ['предварительный договор купли-продажи.pdf', 'DKP_PRELIM'],
    ['ДДУ №15.pdf', 'DDU'],
    ['Отчёт об оценке.pdf', 'APPRAISAL_REPORT'],
    ['согласие на обработку ПД.pdf', 'CONSENT_PD'],
    ['согласие БКИ.pdf', 'CONSENT_BKI'],
    ['Заявление-анкета.pdf', 'APP_FULL'],
    // As a Mac writes «й».
    ['Военный билет.jpg'.normalize('NFD'), 'MILITARY_ID'],
    ['паспорт и снилс.pdf', null],
    ['scan0001.pdf', null],
    ['IMG_20260114_101112.jpg', null],
    ['документ.pdf', null],
    ['договор.pdf', null],
    ['', null],
  ])('%s: %s', (name, type) => expect(guessDocumentType({ name }, types)).toBe(type))

  test('only of the types that may be there', () => {
    const few = types.filter(({ code }) => code === 'STD_R')
    expect(guessDocumentType({ name: 'трудовая.pdf' }, few)).toBeNull()
    expect(guessDocumentType({ name: 'стд.pdf' }, few)).toBe('STD_R')
  })

  test('a type of the bank’s own is known by its name, the longer one first', () => {
    const own = [
      { code: 'A', name: 'Выписка из реестра' },
      { code: 'B', name: 'Выписка из реестра акционеров (с печатью)' },
    ]
    expect(guessDocumentType({ name: 'Выписка из реестра акционеров, 2026.pdf' }, own)).toBe('B')
    expect(guessDocumentType({ name: 'выписка из реестра.pdf' }, own)).toBe('A')
  })
})

describe('the type of a file by what is written in it', () => {
  test.each([
    ['Справка о доходах и суммах налога физического лица за 2025 год от 14.01.2026', 'NDFL2'],
    ['Социальный фонд России\nСВЕДЕНИЯ О ТРУДОВОЙ ДЕЯТЕЛЬНОСТИ, предоставляемые из …', 'STD_R'],
    ['Выписка из Единого государственного реестра недвижимости о переходе прав на объект', 'EGRN_TRANSFER'],
    ['Выписка из Единого государственного реестра недвижимости об объекте', 'EGRN_EXTRACT'],
    ['ПРЕДВАРИТЕЛЬНЫЙ ДОГОВОР КУПЛИ-ПРОДАЖИ квартиры', 'DKP_PRELIM'],
    // What a document mentions further on is not what it is.
    [
      'ТРУДОВОЙ ДОГОВОР № 5 … паспорт серии 45 09 … согласие на обработку персональных данных',
      'LABOR_CONTRACT',
    ],
    ['Уважаемый клиент!', null],
    ['', null],
  ])('%s: %s', (text, type) => expect(guessDocumentType({ name: 'scan0001.pdf', text }, types)).toBe(type))

  test('the name is believed first', () => {
    const text = 'Трудовой договор'
    expect(guessDocumentType({ name: 'ДКП.pdf', text }, types)).toBe('DKP')
    expect(guessDocumentType({ name: 'паспорт и снилс.pdf', text }, types)).toBeNull()
  })
})
