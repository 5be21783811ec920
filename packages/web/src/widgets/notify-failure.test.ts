import { beforeEach, expect, it, vi } from 'vitest'
import { failureOf } from '#api/failure.ts'
import { whenError } from '#lib/unexpected.ts'
import { toast } from '#ui/overlay/toasts.tsx'
import { failureLine, notifyFailure, sayFailed } from './notify-failure.ts'

const refused = (status: number, isCommand: boolean) =>
  failureOf({
    status,
    statusText: '',
    url: '/api/partner/4/employee',
    requestId: null,
    body: { message: `Отказ ${status}` },
    isCommand,
  })

beforeEach(() => vi.restoreAllMocks())

it.each([
  [403, true, 1],
  [404, true, 1],
  [409, true, 1],
  [403, false, 0],
  [404, false, 0],
  [500, false, 1],
])('%i of a command (%s) is said %i times', (status, isCommand, times) => {
  const said = vi.spyOn(toast, 'error').mockImplementation(() => 1)
  notifyFailure(refused(status, isCommand))
  expect(said.mock.calls.map(([text]) => text)).toEqual(
    Array.from({ length: times }, () => `Отказ ${status}`),
  )
})

it('a command that failed is told with what was not done, is reported, and gives way to a later word', () => {
  const said = vi.spyOn(toast, 'error').mockImplementation(() => 1)
  const reported: unknown[] = []
  whenError((error) => reported.push(error))
  const failure = refused(500, true)
  sayFailed('Роль не сохранена', failure, 'role-failed')
  expect(said).toHaveBeenCalledExactlyOnceWith('Роль не сохранена', {
    key: 'role-failed',
    description: 'Отказ 500',
    requestId: undefined,
    mistake: false,
  })
  expect(reported).toEqual([failure])
})

it('nothing is said of a command that was given up on purpose', () => {
  const said = vi.spyOn(toast, 'error').mockImplementation(() => 1)
  sayFailed('Роль не сохранена', new DOMException('', 'AbortError'))
  expect(said).not.toHaveBeenCalled()
})

it('in one line a failure says each thing once, fields first', () => {
  const body = { message: 'Файл пуст', fields: [{ path: 'file', message: 'Файл пуст' }] }
  const empty = failureOf({ status: 400, statusText: '', url: '/api/x', requestId: null, body })
  expect(failureLine(empty)).toBe('Файл пуст')
  expect(failureLine(refused(409, true))).toBe('Отказ 409')
})
