import { describe, expect, test } from 'vitest'
import { cleanMessage, describeError, nextStep } from './error-block.tsx'

describe('the description of a failed call', () => {
  test.each([
    [{ status: 500, notification: { code: 'ER_X', message: 'текст' } }, 'ER_X'],
    [{ status: 500, notification: { code: 'null', message: 'текст' } }, 'текст'],
    [{ status: 400, notification: { message: 'текст' } }, 'текст'],
    [{ status: 403, notification: { code: null, message: '' } }, 'Нет прав на совершение операции'],
    [{ status: 401 }, 'Пользователь не авторизован'],
    [{ status: 404 }, 'Страница не найдена'],
    [{ status: 502 }, 'Статус не определён'],
  ])('%j is «%s»', (error, expected) => {
    expect(describeError(error)).toBe(expected)
  })

  test('the number of the request is asked for where there is one', () => {
    expect(nextStep({ status: 500, requestId: '7f' })).toContain('передайте номер запроса')
    expect(nextStep({})).toBe('Повторите попытку. Если не поможет, обратитесь в поддержку.')
  })

  test('a message is shown without markup, class names and stack lines', () => {
    expect(cleanMessage('TypeError: <b>нет</b>  связи\n    at f (a.js:1)\n    at g')).toBe('нет связи')
  })
})
