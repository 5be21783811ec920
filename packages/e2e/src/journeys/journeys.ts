import type { CaseTask } from '@ipoteka-office/contract/cases/case-tasks.ts'
import type { Page as PageOf } from '@ipoteka-office/contract/common/page.ts'
import type { Page } from 'playwright-core'
import type { Bank } from '../bank.ts'
import type { OwnFile } from '../documents.ts'
import { type Client, newClient, scannedClient, scans } from './clients.ts'
import { Hand, type Pace } from './hand.ts'
import { fill, identity, open, person, salary, type Said, wantedFiles, work, write } from './questionnaire.ts'

/** Where a journey is made. */
export interface Ground {
  readonly bank: Bank
  /** A window of the person, on the first page of the journey. */
  readonly openAs: (login: 'agent' | 'underwriter', path: string) => Promise<Page>
  readonly pace?: Pace
}

const inDialog = (hand: Hand) => hand.page.getByRole('dialog').last()
const idOf = (page: Page) => Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0])

/** A button of the head and the same one of the dialog that it opens. */
async function move(hand: Hand, name: string): Promise<void> {
  await hand.button(name, hand.page.locator('header.card'))
  await hand.button(name, inDialog(hand))
  await hand.until(() => hand.page.getByRole('dialog').waitFor({ state: 'hidden' }))
}

/** Whether the bank knows the client already. */
interface Bringing {
  readonly isKnown: boolean
}

async function leadOf(hand: Hand, { lastName, firstName, middleName, phone }: Client, { isKnown }: Bringing) {
  const { page } = hand
  await hand.button('Новый лид')
  await hand.until(() => page.waitForURL('**/lead/new'))
  await fill(hand, page.getByRole('main'), [
    ['type', 'Фамилия', lastName],
    ['type', 'Имя', firstName],
    ['type', 'Отчество', middleName],
    ['type', 'Телефон', phone],
  ])
  await hand.button('Создать лид')
  // The bank knows the phone: an earlier case is shown, and the person says that this is another wish.
  if (isKnown) await hand.button('Создать всё равно', inDialog(hand))
  await hand.until(() => page.waitForURL(/\/lead\/\d+/))
}

async function shortOf(hand: Hand, client: Client, { isKnown }: Bringing): Promise<void> {
  const { page } = hand
  await hand.button('Создать заявку')
  await hand.until(() => page.waitForURL(/short-app-edit\/new/))
  await fill(hand, page.getByRole('main'), [
    ['choose', 'Программа', 'Приобретение готового жилья'],
    ['choose', 'Цель кредита', 'вторичн'],
    ['type', 'Стоимость объекта', '8000000'],
    ['type', 'Первоначальный взнос', '3000000'],
    ['type', 'Сумма кредита', '5000000'],
    ['type', 'Срок кредита', '240'],
    ['choose', 'Регион', 'Москва'],
    ...identity(client),
    ['type', 'Доход в месяц', '350000'],
  ])
  await hand.button('Создать заявку')
  if (isKnown) await hand.button('Создать всё равно', inDialog(hand))
  await hand.until(() => page.waitForURL(/short-app-edit\/\d+/))
}

/** Two consents, a press for each. */
async function consents(hand: Hand): Promise<void> {
  await open(hand, 'Согласия')
  for (const kind of ['Обработка персональных данных', 'Запрос кредитной истории в БКИ'])
    await hand.click(
      hand.page.getByRole('button', { name: new RegExp(`^Подписано сегодня на бумаге: ${kind}`) }),
    )
}

async function convert(hand: Hand): Promise<number> {
  const { page } = hand
  await move(hand, 'Отправить')
  await move(hand, 'Отправить на предрешение')
  await open(hand, 'Предрешение')
  await hand.outside(() => page.getByText('Одобрено предварительно').waitFor({ timeout: 30_000 }))
  await hand.button('Создать полную заявку')
  await hand.button('Создать', inDialog(hand))
  await hand.until(() => page.waitForURL(/full-app-edit\/\d+/))
  return idOf(page)
}

const credit: readonly Said[] = [
  ['choose', 'Источник взноса', 'Накопления'],
  ['answer', 'Материнский капитал', 'Нет'],
  ['answer', 'Личное страхование', 'Да'],
]

/** Brings files in one go; their names tell what they are. */
async function bring(hand: Hand, files: readonly OwnFile[], before = 0): Promise<void> {
  await open(hand, 'Документы')
  await hand.files(hand.page.getByRole('button', { name: 'Выбрать файлы' }), files)
  const all = new RegExp(`^Загружено: (?:${files.length}|${before + files.length})$`)
  await hand.until(() => hand.page.getByText(all).waitFor({ timeout: 60_000 }))
}

async function send(hand: Hand, name: string): Promise<void> {
  await open(hand, 'Проверка и отправка')
  await move(hand, name)
  await hand.until(() => hand.page.getByText('Этап: Проверка комплекта').waitFor())
}

/** A lead becomes a sent mortgage of a client whom the bank has never seen. */
export async function mortgageOfNew({ bank, openAs, pace }: Ground): Promise<Hand> {
  const hand = new Hand(await openAs('agent', '/leads'), pace)
  const client = newClient()
  await leadOf(hand, client, { isKnown: false })
  await shortOf(hand, client, { isKnown: false })
  await consents(hand)
  const id = await convert(hand)
  await write(hand, /^Параметры кредита/, credit)
  await open(hand, 'Заёмщик')
  await write(hand, /^Личные данные/, person)
  await open(hand, 'Доходы и занятость')
  await write(hand, /^Занятость/, work)
  await write(hand, /^Доходы/, [['choose', 'Подтверждение', '2-НДФЛ']])
  await open(hand, 'Обязательства')
  await write(hand, /^Обязательства/, [['answer', 'Есть кредиты и займы', 'Нет']])
  await open(hand, 'Имущество')
  await write(hand, /^Имущество/, [['answer', 'Есть имущество', 'Нет']])
  await open(hand, 'Объект')
  await write(hand, /^Объект/, [['answer', 'Объект выбран', 'Нет']])
  await bring(hand, await wantedFiles(bank, 'APPLICATION', id))
  await send(hand, 'Отправить на проверку комплекта')
  return hand
}

/** Takes what a scan tells beside what is known. */
async function take(hand: Hand, document: RegExp): Promise<void> {
  const { page } = hand
  const received = page.getByRole('button', { name: /^Получены/ })
  await hand.until(() => received.waitFor())
  if ((await received.getAttribute('aria-expanded')) === 'false') await hand.click(received)
  await hand.click(page.getByRole('button', { name: document }))
  // It is read by itself as it comes.
  const all = page.getByRole('region', { name: /^В анкету: / })
  await hand.until(() => all.waitFor({ timeout: 120_000 }))
  const button = all.getByRole('button', { name: /^Взять в анкету: \d+ пол/ })
  if ((await button.count()) > 0 && (await button.getAttribute('aria-disabled')) === null) {
    await hand.click(button)
    await hand.until(() => page.getByText(/Взято в анкету: \d+ пол/).waitFor())
  }
  await hand.button('К списку')
}

/** The same of a client whom the bank knows, with the scans of the passport and of the certificate of income. */
export async function mortgageOfKnown({ bank, openAs, pace }: Ground): Promise<Hand> {
  const hand = new Hand(await openAs('agent', '/leads'), pace)
  const { page } = hand
  await leadOf(hand, scannedClient, { isKnown: true })
  await shortOf(hand, scannedClient, { isKnown: true })
  await consents(hand)
  const id = await convert(hand)
  // The scans come first: they are read while the rest is said.
  const own = [scans.passport(), scans.certificate()]
  await bring(hand, own)
  await open(hand, 'Заёмщик')
  const known = page.getByRole('region', { name: 'Прежняя анкета' })
  await hand.click(known.getByRole('button', { name: /^Взять из / }))
  await hand.click(inDialog(hand).getByRole('button', { name: /^Взять \d+ / }))
  await hand.until(() => page.getByRole('dialog').waitFor({ state: 'hidden' }))
  await open(hand, 'Параметры кредита')
  await write(hand, /^Параметры кредита/, credit)
  await open(hand, 'Объект')
  await write(hand, /^Объект/, [['answer', 'Объект выбран', 'Нет']])
  await bring(hand, await wantedFiles(bank, 'APPLICATION', id), own.length)
  await take(hand, /^Открыть: Паспорт гражданина РФ/)
  await take(hand, /^Открыть: Справка о доходах и суммах/)
  await send(hand, 'Отправить на проверку комплекта')
  return hand
}

/** A consumer loan of a new client, from the list to the check. */
export async function loanOfNew({ bank, openAs, pace }: Ground): Promise<Hand> {
  const hand = new Hand(await openAs('agent', '/loan-applications/'), pace)
  const { page } = hand
  const client = newClient()
  await hand.button('Новая заявка')
  await fill(hand, inDialog(hand), [
    ['type', 'Фамилия', 'Ветрова'],
    ['type', 'Имя', client.firstName],
    ['type', 'Отчество', client.middleName],
    ['type', 'Дата рождения', client.birthDate],
    ['type', 'Серия и номер паспорта', client.passport],
    ['type', 'Телефон', client.phone],
    ['choose', 'Тип продукта', 'базовый'],
    ['choose', 'Цель кредита', 'Ремонт'],
    ['type', 'Сумма', '300000'],
    ['type', 'Срок', '24'],
    ['choose', 'Регион', 'Татарстан'],
  ])
  await hand.button('Создать', inDialog(hand))
  await hand.until(() => page.waitForURL(/\/loan-app-edit\/\d+/))
  const id = idOf(page)
  await write(hand, /^Параметры кредита/, [
    ['type', 'Ставка', '19,9'],
    ['answer', 'Согласие на страхование', 'Нет'],
    ['choose', 'Куда выдать', 'На карту'],
    ['choose', 'Карточный продукт', 'Дебетовая'],
    ['choose', 'Платёжная система', 'МИР'],
    ['choose', 'Тарифный план', 'Базовый'],
  ])
  await open(hand, 'Заёмщик')
  await write(hand, /^Личные данные/, [...identity(client).slice(2), ...person])
  await open(hand, 'Доходы и занятость')
  await write(hand, /^Занятость/, work)
  await write(hand, /^Доходы/, salary('120000'))
  await open(hand, 'Обязательства')
  await write(hand, /^Обязательства/, [['answer', 'Есть кредиты и займы', 'Нет']])
  await open(hand, 'Имущество')
  await write(hand, /^Имущество/, [['answer', 'Есть имущество', 'Нет']])
  await open(hand, 'Согласия')
  await write(hand, /^Согласия/, [
    ['answer', 'Согласие на обработку персональных данных', 'Да'],
    ['answer', 'Согласие на запрос кредитной истории', 'Да'],
  ])
  await bring(hand, await wantedFiles(bank, 'LOAN_APPLICATION', id))
  await send(hand, 'Отправить на проверку')
  return hand
}

/** A task of the check of papers that waits for the underwriter: in the queue of their group, or theirs already. */
async function waitingTask(bank: Bank): Promise<{ task: CaseTask; tab: string }> {
  const asked = { caseType: 'FULL_APPLICATION', stages: ['DOCS_CHECK'], sort: 'createdAt,desc' }
  for (const tab of ['GROUPS', 'MY']) {
    const found = await bank.call<PageOf<CaseTask>>(
      'POST',
      '/case-task/search',
      { ...asked, tab },
      'underwriter',
    )
    const task = found.content.find(({ may }) => tab === 'MY' || may.take)
    if (task !== undefined) return { task, tab }
  }
  throw new Error('No task of the check of papers waits for the underwriter of the demo bank')
}

/** A checker takes a case, finds that a paper lacks, and returns it. */
export async function takenAndReturned({ bank, openAs, pace }: Ground): Promise<Hand> {
  const { task, tab } = await waitingTask(bank)
  const list = `/tasks?tab=${tab}&search=${encodeURIComponent(task.caseNumber)}`
  const hand = new Hand(await openAs('underwriter', list), pace)
  const { page } = hand
  const row = page.getByRole('row').filter({ hasText: task.caseNumber })
  if (tab === 'GROUPS') {
    await hand.button('Взять', row)
    await hand.until(() => page.getByText('Задача ваша').waitFor())
    await hand.click(page.getByRole('tab', { name: /^Мои/ }))
  }
  await hand.click(row.getByRole('link').first())
  await hand.until(() => page.waitForURL(/full-app-edit/))
  await hand.button('Новое замечание')
  const dialog = inDialog(hand)
  await hand.choose('Раздел', 'Доходы', dialog)
  await hand.choose('Вид замечания', 'документ', dialog)
  await hand.type('Что исправить', 'Приложите справку о доходах', dialog)
  await hand.button('Добавить', dialog)
  await hand.button('Вернуть на доработку', page.locator('header.card'))
  await hand.button('Вернуть на доработку', dialog)
  await hand.until(() => page.getByText('Этап: Доработка').first().waitFor())
  return hand
}
