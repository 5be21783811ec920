import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createToasts } from './toasts-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const texts = (toasts: ReturnType<typeof createToasts>) => toasts.list().map((toast) => toast.text)

describe('toasts', () => {
  test('a success closes after four seconds, not earlier', () => {
    const toasts = createToasts()
    toasts.show('success', 'Данные сохранены')
    vi.advanceTimersByTime(3_999)
    expect(texts(toasts)).toEqual(['Данные сохранены'])
    vi.advanceTimersByTime(1)
    expect(texts(toasts)).toEqual([])
  })

  test.each(['error', 'warning', 'info'] as const)('%s stays until it is closed', (kind) => {
    const toasts = createToasts()
    const id = toasts.show(kind, 'Ошибка!')
    vi.advanceTimersByTime(3_600_000)
    expect(texts(toasts)).toEqual(['Ошибка!'])
    toasts.close(id)
    expect(texts(toasts)).toEqual([])
  })

  test('one of a mistake goes with the success that mended it, the others stay', () => {
    const toasts = createToasts()
    toasts.show('error', 'Исправьте отмеченные поля', { mistake: true })
    toasts.show('error', 'Нет связи')
    toasts.show('info', 'Файл готовится')
    expect(texts(toasts)).toHaveLength(3)
    toasts.show('success', 'Сохранено')
    expect(texts(toasts)).toEqual(['Нет связи', 'Файл готовится', 'Сохранено'])
  })

  test('one with a key is shown once, and again after it was closed', () => {
    const toasts = createToasts()
    const first = toasts.show('error', 'Нет связи', { key: 'net' })
    expect(toasts.show('error', 'Нет связи', { key: 'net' })).toBe(first)
    toasts.show('error', 'Другое')
    expect(texts(toasts)).toEqual(['Нет связи', 'Другое'])
    toasts.closeByKey('net')
    toasts.show('error', 'Нет связи снова', { key: 'net' })
    expect(texts(toasts)).toEqual(['Другое', 'Нет связи снова'])
  })

  test('a route change closes all but those that asked to stay', () => {
    const toasts = createToasts()
    toasts.show('success', 'Сохранено', { keepOnRouteChange: true })
    toasts.show('error', 'Ошибка!')
    toasts.routeChanged()
    expect(texts(toasts)).toEqual(['Сохранено'])
    vi.advanceTimersByTime(4_000)
    expect(texts(toasts)).toEqual([])
  })

  test('one under the pointer waits, and lives its four seconds afterwards', () => {
    const toasts = createToasts()
    const id = toasts.show('success', 'Сохранено')
    vi.advanceTimersByTime(3_000)
    toasts.pause(id)
    vi.advanceTimersByTime(60_000)
    expect(texts(toasts)).toEqual(['Сохранено'])
    toasts.resume(id)
    vi.advanceTimersByTime(4_000)
    expect(texts(toasts)).toEqual([])
  })

  test('tells its listeners of each change', () => {
    const toasts = createToasts()
    const listener = vi.fn()
    const off = toasts.subscribe(listener)
    const id = toasts.show('info', 'Раз')
    toasts.close(id)
    toasts.close(id)
    off()
    toasts.show('info', 'Два')
    expect(listener).toHaveBeenCalledTimes(2)
  })
})
