import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

/** Copies `text`; `compact` shows the picture alone. Says «Скопировано» for two seconds, or that copying did not work. */
export function CopyButton({
  text,
  label = 'Скопировать',
  compact = false,
}: {
  text: string
  label?: string
  compact?: boolean
}) {
  const [state, setState] = useState<'idle' | 'done' | 'failed'>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), 2_000)
    return () => clearTimeout(timer)
  }, [state])
  const copy = () => {
    // The clipboard is absent on plain http addresses other than localhost.
    const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))
    written.then(
      () => setState('done'),
      () => setState('failed'),
    )
  }
  const words = { idle: label, done: 'Скопировано', failed: 'Не удалось скопировать' }
  return (
    <Button look="link" onClick={copy}>
      <Icon name={state === 'done' ? 'check' : 'copy'} />
      <span aria-live="polite" className={compact ? 'visually-hidden' : undefined}>
        {words[state]}
      </span>
    </Button>
  )
}
