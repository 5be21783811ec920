import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { switches } from '#lib/switches.ts'
import { checkedForm } from './checked-form.ts'

const options = { fields: {}, shouldUseNativeValidation: undefined, names: [] }
const check = ({ name }: { name: string }) =>
  name === '' ? [{ path: ['name'], message: 'Поле должно быть заполнено' }] : []
const resolver = checkedForm<{ name: string }>('Лид', check).resolver
const off = switches.get()

afterEach(() => {
  switches.set(off)
  vi.restoreAllMocks()
})

describe('the check of a form', () => {
  test('keeps what is wrong at its field, and the values when nothing is', async () => {
    expect(await resolver?.({ name: '' }, undefined, options)).toEqual({
      values: {},
      errors: { name: { type: 'invalid', message: 'Поле должно быть заполнено' } },
    })
    expect(await resolver?.({ name: 'Анна' }, undefined, options)).toEqual({
      values: { name: 'Анна' },
      errors: {},
    })
  })

  test('is logged under the name of the form while validation=yes, and only then', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await resolver?.({ name: '' }, undefined, options)
    expect(warn).not.toHaveBeenCalled()
    switches.set({ ...off, validationLog: true })
    await resolver?.({ name: 'Анна' }, undefined, options)
    expect(warn).not.toHaveBeenCalled()
    await resolver?.({ name: '' }, undefined, options)
    expect(warn).toHaveBeenCalledWith('Проверка формы «Лид»', expect.anything())
  })

  test('is that of every form that checks anything', () => {
    const root = resolve(import.meta.dirname, '../..')
    const own = globSync('**/*.{ts,tsx}', { cwd: root })
      .filter((file) => !file.includes('checked-form'))
      .filter((file) => /\bresolver\b/.test(readFileSync(join(root, file), 'utf8')))
    expect(own).toEqual([])
  })
})
