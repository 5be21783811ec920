import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { toast } from '../overlay/toasts.tsx'

/** Says that fields of a form are wrong; the words go as soon as none is, or when something succeeds. */
export function sayMistakes<T extends FieldValues>(
  form: Pick<UseFormReturn<T>, 'subscribe'>,
  key: string,
  text = 'Исправьте отмеченные поля',
): void {
  toast.error(text, { key, mistake: true })
  const stop = form.subscribe({
    formState: { errors: true },
    callback: ({ errors }) => {
      if (Object.keys(errors ?? {}).length > 0) return
      toast.closeByKey(key)
      stop()
    },
  })
}
