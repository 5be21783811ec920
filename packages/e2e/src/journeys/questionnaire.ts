import type { Completeness } from '@ipoteka-office/contract/documents/document-completeness.ts'
import type { Locator } from 'playwright-core'
import type { Bank } from '../bank.ts'
import { noise, type OwnFile } from '../documents.ts'
import type { Client } from './clients.ts'
import type { Hand } from './hand.ts'

/** A field of a form and what a person says to it, in the order of the page. */
export type Said =
  | readonly ['type' | 'choose', label: string, text: string]
  | readonly ['answer', label: string, text: 'Да' | 'Нет']
  | readonly ['suggested', label: string, typed: string, wanted: string]
  | readonly ['press', button: string]

/** Fills a form field by field. */
export async function fill(hand: Hand, form: Locator, all: readonly Said[]): Promise<void> {
  for (const said of all)
    if (said[0] === 'press') await hand.button(said[1], form)
    else if (said[0] === 'answer') await hand.answer(said[1], said[2], form)
    else if (said[0] === 'suggested') await hand.suggested(said[1], said[2], said[3], form)
    else await hand[said[0]](said[1], said[2], form)
}

const form = (hand: Hand, name: RegExp) => hand.page.getByRole('form', { name })

/** Opens a section by the list at the left. */
export const open = (hand: Hand, section: string): Promise<void> =>
  hand.click(
    hand.page
      .getByRole('navigation', { name: 'Разделы' })
      .getByRole('link', { name: new RegExp(`^${section}`) }),
  )

/** Fills a form of the open section and saves it. */
export async function write(hand: Hand, name: RegExp, all: readonly Said[]): Promise<void> {
  const own = form(hand, name)
  await fill(hand, own, all)
  await hand.save(own)
}

/** What a new client is asked of themselves, beside what the application began with. */
export const person: readonly Said[] = [
  ['type', 'Место рождения', 'г. Екатеринбург'],
  ['answer', 'Имя или фамилия менялись', 'Нет'],
  ['type', 'ИНН', '500100732259'],
  ['type', 'СНИЛС', '11223344595'],
  ['choose', 'Вид регистрации', 'Постоянная'],
  ['type', 'Адрес регистрации', 'г Самара, ул Победы, д 1'],
  ['answer', 'Живёт по адресу регистрации', 'Да'],
  ['choose', 'Основание проживания', 'Собственное жильё'],
  ['choose', 'Семейное положение', 'Холост'],
  ['answer', 'Есть дети до 18 лет', 'Нет'],
  ['choose', 'Образование', 'специалитет'],
]

export const work: readonly Said[] = [
  ['choose', 'Тип занятости', 'бессрочн'],
  ['choose', 'Общий стаж', 'От 5 до 10'],
  ['type', 'Работодатель', 'ООО «Заря»'],
  ['type', 'ИНН работодателя', '7707083893'],
  ['type', 'Должность', 'Инженер'],
  ['choose', 'Уровень должности', 'Специалист'],
  ['type', 'Работает с', '01.02.2019'],
  ['answer', 'Зарплатный клиент банка', 'Нет'],
]

/** One salary, declared. */
export const salary = (declared: string): readonly Said[] => [
  ['answer', 'Есть доходы', 'Да'],
  ['press', 'Добавить доход'],
  ['choose', 'Вид дохода', 'основному месту'],
  ['choose', 'Подтверждение', '2-НДФЛ'],
  ['type', 'Доход в месяц, заявлен', declared],
]

/** Passport and names where nothing of them is known yet. */
export const identity = ({ birthDate, passport, issuedOn, unitCode, issuer }: Client): readonly Said[] => [
  ['type', 'Дата рождения', birthDate],
  ['type', 'Серия и номер паспорта', passport],
  ['type', 'Дата выдачи', issuedOn],
  ['type', 'Код подразделения', unitCode],
  ['type', 'Кем выдан', issuer],
]

/** Files for every document without which the case is not sent, called as their types are. */
export async function wantedFiles(
  bank: Bank,
  owner: 'APPLICATION' | 'LOAN_APPLICATION',
  id: number,
): Promise<OwnFile[]> {
  const { groups, stages } = await bank.call<Completeness>('GET', `/document/completeness/${owner}/${id}`)
  const gate = stages.find(({ stage }) => stage === 'DOCS_CHECK')
  return groups
    .flatMap(({ requirements }) => requirements)
    .filter(({ key }) => gate?.blockedBy.includes(key))
    .map(({ documents: [first] }, at) => ({
      name: `${first?.name ?? at}.png`,
      bytes: noise(60, 80, id * 100 + at),
    }))
}
