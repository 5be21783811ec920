import { describe, expect, it } from 'vitest'
import { ApiFailure, describeFailure, failureOf, refusedResponse, statusOf, typeOf } from './failure.ts'

const answer = (status: number, body: unknown, statusText = 'Bad') => ({
  status,
  statusText,
  url: '/api/partner',
  requestId: 'r-1',
  body,
})

describe('parsing a failed answer', () => {
  it('takes the message of the body as the text and attaches the whole body', () => {
    const body = { type: 'ER_NOT_FOUND', message: 'Согласующий не найден', requestId: 'r-1' }
    const failure = failureOf(answer(404, body))
    expect(failure).toBeInstanceOf(ApiFailure)
    expect(failure).toMatchObject({ message: 'Согласующий не найден', status: 404, url: '/api/partner' })
    expect((failure as ApiFailure).body).toBe(body)
    expect(typeOf(failure)).toBe('ER_NOT_FOUND')
  })

  it('passes a body with notifications on unchanged, and still knows its status', () => {
    const body = { notifications: [{ code: 'A-1', message: 'Отказ' }] }
    const failure = failureOf(answer(400, body))
    expect(failure).toBe(body)
    expect(statusOf(failure)).toBe(400)
  })

  it('leaves the response of a refused file as it came, and knows its words all the same', async () => {
    const body = { type: 'ER_NOT_FOUND', message: 'Файл удалён' }
    const response = new Response(JSON.stringify(body), { status: 404 })
    const failure: unknown = refusedResponse(response, answer(404, body))
    expect(failure).toBe(response)
    expect([statusOf(failure), typeOf(failure)]).toEqual([404, 'ER_NOT_FOUND'])
    expect(describeFailure(failure)).toMatchObject({
      status: 404,
      description: 'Файл удалён',
      requestId: 'r-1',
    })
    expect(await response.json()).toEqual(body)
  })

  it('names any other failure «Error» and gives status, status text, address and body', () => {
    const body = { strange: true }
    const failure = failureOf(answer(500, body, 'Internal Server Error'))
    expect(failure).toMatchObject({
      name: 'Error',
      status: 500,
      statusText: 'Internal Server Error',
      url: '/api/partner',
    })
    expect((failure as ApiFailure).body).toBe(body)
  })

  it('uses a body that is not an object as the text', () => {
    expect(failureOf(answer(502, 'upstream is down'))).toMatchObject({ message: 'upstream is down' })
  })

  it('has words for an empty body', () => {
    expect(failureOf(answer(403, undefined))).toMatchObject({ message: 'Нет прав на совершение операции' })
  })
})

describe('describing a failure', () => {
  const described = (status: number, body: unknown) =>
    describeFailure(failureOf(answer(status, body))).description

  it('prefers the code of the first notification', () => {
    expect(described(400, { notifications: [{ code: 'A-1', message: 'Отказ' }, { code: 'B' }] })).toBe('A-1')
  })

  it.each([null, undefined, '', 'null'])('takes the notification message when the code is %j', (code) => {
    expect(described(400, { notifications: [{ code, message: 'Отказ' }] })).toBe('Отказ')
  })

  it('falls back to the status messages, then to «Статус не определён»', () => {
    expect(described(404, { notifications: [{ code: null, message: null }] })).toBe('Страница не найдена')
    expect(described(418, { notifications: [{}] })).toBe('Статус не определён')
  })

  it.each([
    [401, 'Пользователь не авторизован'],
    [403, 'Нет прав на совершение операции'],
    [404, 'Страница не найдена'],
  ])('heads status %i with its own words', (status, title) => {
    expect(describeFailure(failureOf(answer(status, undefined)))).toMatchObject({ status, title })
  })

  it('lists the fields of a refused request and carries the request id', () => {
    const fields = [{ path: 'regions', message: 'Поле должно быть заполнено' }]
    const view = describeFailure(failureOf(answer(400, { message: 'Проверьте поля', fields })))
    expect(view.fields).toEqual([{ label: 'regions', message: 'Поле должно быть заполнено' }])
    expect(view.requestId).toBe('r-1')
  })

  it('says that there is no connection when the request did not arrive', () => {
    expect(describeFailure(new TypeError('Failed to fetch'))).toMatchObject({
      status: null,
      description: 'Нет связи с сервером. Проверьте сеть и повторите.',
    })
  })

  it('strips markup from texts of unknown origin', () => {
    expect(describeFailure(new Error('<b>Сбой</b>\n  чтения')).description).toBe('Сбой чтения')
  })
})
