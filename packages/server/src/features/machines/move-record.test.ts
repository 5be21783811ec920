import { deliveredFigures } from '@ipoteka-office/contract/parameters/delivered.ts'
import { machine } from '@ipoteka-office/contract/machines/machine.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Actor } from '#lib/actor.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { allowedActions, moveRecord, processOf } from './move-record.service.ts'
import { type RecordAsk, recordKind } from './record-kind.ts'

/** The way of a version that a second person approves. */
const versionMachine = machine({
  title: 'Версия',
  initial: 'DRAFT',
  phases: { WORK: 'Подготовка', FORCE: 'Действие' },
  states: {
    DRAFT: { name: 'Черновик', phase: 'WORK' },
    ON_APPROVAL: { name: 'На согласовании', phase: 'WORK', controls: ['DRAFT', 'CORRECTION'] },
    CORRECTION: { name: 'На исправлении', phase: 'WORK' },
    APPROVED: { name: 'Согласована', phase: 'WORK', controls: ['DRAFT', 'CORRECTION'] },
    RELEASED: { name: 'Выпущена', phase: 'FORCE' },
    ARCHIVE: { name: 'Архив', phase: 'FORCE', final: true },
  },
  transitions: [
    {
      from: 'DRAFT',
      action: 'submit',
      label: 'На согласование',
      to: 'ON_APPROVAL',
      by: ['Update'],
      guards: ['whole'],
    },
    { from: 'CORRECTION', action: 'submit', label: 'На согласование', to: 'ON_APPROVAL', by: ['Update'] },
    {
      from: 'ON_APPROVAL',
      action: 'return',
      label: 'Вернуть',
      to: 'CORRECTION',
      by: ['Update'],
      comment: 'required',
    },
    {
      from: 'ON_APPROVAL',
      action: 'approve',
      label: 'Согласовать',
      to: 'APPROVED',
      by: ['Update'],
      look: 'primary',
    },
    { from: 'APPROVED', action: 'release', label: 'Выпустить', to: 'RELEASED', by: ['Update'] },
    { from: 'RELEASED', action: 'close', label: 'Закрыть', to: 'ARCHIVE', by: 'SYSTEM' },
  ],
})

interface Version {
  readonly id: number
  readonly author: number
  readonly isWhole: boolean
  state: keyof typeof versionMachine.states
}

const kind = recordKind<Version>()(versionMachine, {
  code: 'test_version',
  object: 'Dictionary',
  ofWhat: 'версии',
  guards: {
    whole: ({ record }: RecordAsk<Version>) => (record.isWhole ? null : 'Заполните ставки: в матрице дыра'),
  },
  guardNames: { whole: 'матрица без дыр' },
  keyOf: ({ id }) => ({ id }),
  stateOf: ({ state }) => state,
  createdAt: () => '2026-11-17T08:00:00Z',
  authors: async (_, { author }) => [author],
  async write({ record, to }) {
    record.state = to
  },
})

const now = () => new Date('2026-11-17T10:00:00Z')
const clock = { timeZone: 'Europe/Moscow', now }
const [maker, sender, checker] = [1, 2, 4]
const person = (employeeId: number, rights: readonly string[] = ['Update']): Actor => ({
  employeeId,
  login: `p${employeeId}`,
  descriptor: `Сотрудник ${employeeId}`,
  partnerId: 1,
  isAhml: true,
  operations: { Dictionary: rights },
})

let bank: TestApp
let serial = 0
let version: Version
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

const terms = deliveredFigures('2026-11-20')
beforeEach(() => {
  serial += 1
  version = { id: serial, author: maker, isWhole: true, state: 'DRAFT' }
})

const as = <P extends Actor | null>(actor: P) => ({ db: bank.db, actor, requestId: null, clock })
const move = (actor: Actor | null, action: string, comment?: string) =>
  moveRecord(kind, as(actor), version, { action, ...(comment !== undefined && { comment }) })
const actionsOf = async (actor: Actor) =>
  (await allowedActions(kind, as(actor), version)).map(({ code, reasonDisabled }) => [code, reasonDisabled])

const ownWork = 'Это ваша работа: в состоянии «На согласовании» решает другой сотрудник'

test('a record goes by its machine alone, and each move is kept', async () => {
  await move(person(sender), 'submit')
  await expect(move(person(checker), 'release')).rejects.toMatchObject({ status: 409 })
  await move(person(checker), 'approve')
  expect(version.state).toBe('APPROVED')
  const { state, picture, moves } = await processOf(kind, { ...as(null), terms }, version)
  expect(state).toBe('APPROVED')
  expect(moves.map(({ label }) => label)).toEqual(['На согласование', 'Согласовать'])
  expect(picture.states.map(({ code, visits }) => [code, visits])).toEqual([
    ['DRAFT', 1],
    ['ON_APPROVAL', 1],
    ['CORRECTION', 0],
    ['APPROVED', 1],
    ['RELEASED', 0],
    ['ARCHIVE', 0],
  ])
  expect(picture.states[0]?.minutes).toBe(120)
  expect(picture.transitions.find(({ action }) => action === 'submit')).toMatchObject({
    taken: 1,
    by: ['Справочники: изменение'],
    guards: ['матрица без дыр'],
  })
})

test('a condition that does not hold refuses with its reason, and the page knows it beforehand', async () => {
  version = { ...version, isWhole: false }
  const reason = 'Заполните ставки: в матрице дыра'
  expect(await actionsOf(person(sender))).toEqual([['submit', reason]])
  await expect(move(person(sender), 'submit')).rejects.toMatchObject({ status: 409, message: reason })
  expect(version.state).toBe('DRAFT')
  expect((await processOf(kind, { ...as(null), terms }, version)).moves).toEqual([])
})

test('who wrote it or sent it for approval neither approves nor returns nor releases it', async () => {
  await move(person(sender), 'submit')
  for (const own of [person(maker), person(sender)]) {
    expect(await actionsOf(own)).toEqual([
      ['return', ownWork],
      ['approve', ownWork],
    ])
    await expect(move(own, 'approve')).rejects.toMatchObject({ status: 409, message: ownWork })
  }
  await move(person(checker), 'return', 'Ставка ниже предела')
  await move(person(maker), 'submit')
  await move(person(checker), 'approve')
  await expect(move(person(sender), 'release')).rejects.toMatchObject({ status: 409 })
})

test('a move needs its right and its words; what the system does no person does', async () => {
  await expect(move(person(sender, ['List']), 'submit')).rejects.toMatchObject({ status: 403 })
  expect(await actionsOf(person(sender, ['List']))).toEqual([])
  await move(person(sender), 'submit')
  await expect(move(person(checker), 'return')).rejects.toMatchObject({ status: 400 })
  version.state = 'RELEASED'
  await expect(move(person(checker), 'close')).rejects.toMatchObject({ status: 409 })
  await move(null, 'close')
  expect(version.state).toBe('ARCHIVE')
})
