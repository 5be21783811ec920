import type { UseFormReturn } from 'react-hook-form'
import { expect, test } from 'vitest'
import { takeSaved } from './take-saved.ts'

const begun = { name: ' Анна ', phone: '', rows: [{ key: 'a', sum: '1' }] }
const saved = { name: 'Анна', phone: '', rows: [{ key: 'a', sum: '1.00' }] }

/** A form as far as it is asked here: its values, and what a cancel would put back. */
function formOf() {
  let [values, base] = [structuredClone(begun), begun]
  const form = {
    getValues: () => values,
    reset: (next: typeof begun, options?: { keepDefaultValues: boolean }) => {
      values = next
      if (!options?.keepDefaultValues) base = next
    },
  }
  return { form: form as unknown as UseFormReturn<typeof begun>, sent: begun, values, base: () => base }
}

test('a form that nobody has touched since is what the server has', () => {
  const { form, sent } = formOf()
  expect(takeSaved(form, saved, sent)).toBe(false)
  expect(form.getValues()).toEqual(saved)
})

test('what was typed while the save was on its way stays as a change, the rest is what the server has', () => {
  const { form, sent, values, base } = formOf()
  values.phone = '+7 900'
  expect(takeSaved(form, saved, sent)).toBe(true)
  expect(form.getValues()).toEqual({ ...saved, phone: '+7 900' })
  expect(base()).toEqual(saved)
})

test('a row that was changed meanwhile keeps its list', () => {
  const { form, sent, values } = formOf()
  values.rows = [{ key: 'a', sum: '25' }]
  takeSaved(form, saved, sent)
  expect(form.getValues()).toEqual({ ...saved, rows: [{ key: 'a', sum: '25' }] })
})
