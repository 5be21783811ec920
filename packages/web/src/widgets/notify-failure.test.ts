import { beforeEach, expect, it, vi } from 'vitest'
import { failureOf } from '#api/failure.ts'
import { toast } from '#ui/overlay/toasts.tsx'
import { notifyFailure } from './notify-failure.ts'

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
